/*
 * Parsing the address headers of a mail takes a time that grows with their length, and a mail needs only one sender. So long
 * ones are found before anything is parsed.
 */

/** The headers that PostalMime parses as addresses, and how many bytes those of a group may have together. */
const GROUPS = [
  {
    names: ['from', 'sender', 'reply-to', 'return-path', 'delivered-to', 'x-original-to', 'envelope-to'],
    bytes: 2_000,
  },
  { names: ['to', 'cc', 'bcc'], bytes: 8_000 },
];

const [NEWLINE, RETURN, SPACE, TAB] = [10, 13, 32, 9];

/** The longest name above, and spaces around it. */
const MAX_NAME_LENGTH = 30;

/** Whether the address headers of a mail are longer than those of a mail that a person writes to a game. */
export function hasLongAddressHeaders(raw: Buffer): boolean {
  const sizes = GROUPS.map(() => 0);
  let group = -1;
  for (let start = 0; start < raw.length; ) {
    const newline = raw.indexOf(NEWLINE, start);
    const next = newline === -1 ? raw.length : newline + 1;
    const end = endOfLine(raw, start, next);
    if (end === start) return false;
    const isContinued = start > 0 && (raw[start] === SPACE || raw[start] === TAB);
    if (!isContinued) group = groupOf(raw.toString('latin1', start, Math.min(end, start + MAX_NAME_LENGTH)));
    const limit = GROUPS[group]?.bytes;
    if (limit !== undefined) {
      const size = (sizes[group] ?? 0) + end - start;
      if (size > limit) return true;
      sizes[group] = size;
    }
    start = next;
  }
  return false;
}

/** Where a line ends, without what ends it. */
function endOfLine(raw: Buffer, start: number, next: number): number {
  let end = next;
  while (end > start && (raw[end - 1] === NEWLINE || raw[end - 1] === RETURN)) end -= 1;
  return end;
}

/** The group of a header by the beginning of its line; -1 if it has none. */
function groupOf(line: string): number {
  const name = line.split(':', 1)[0]?.trim().toLowerCase() ?? '';
  // The name comes after more spaces than any program writes.
  if (name === '') return 0;
  return GROUPS.findIndex(({ names }) => names.includes(name));
}
