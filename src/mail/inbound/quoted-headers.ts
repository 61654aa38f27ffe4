/*
 * The headers of a quoted mail as Outlook shows them: a few lines above a text that has no marks of quotation.
 */

/** `From: …`, `Gesendet : …`, `*Objet :* …`, `To:     …`: a header line of a quoted mail, as Outlook shows it. */
const HEADER_LINE = /^\s*\*{0,2}\p{L}[\p{L}\p{M} -]{0,18}\s?\*{0,2}\s?[:：]\*{0,2}\s*\S/u;

/** `-----Original Message-----`, `________________`: the line above such headers. */
export const SEPARATOR = /^(?:_{5,}|--.{0,100}--|原始邮件|original message)$/i;

/** Part of a date, as it occurs where a mail is quoted: a time or a year. */
export const DATED = /\b\d{1,2}\s?[:.h]\s?\d{2}\b|\b20\d\d\b/;

/** Lines that mail programs add are never longer. Longer lines are not matched, because that would take too long. */
export const MAX_LINE_LENGTH = 300;

/** The minimum number of header lines of a quoted mail. */
const MIN_HEADER_LINES = 3;

/** How to tell who sent a mail whose headers are quoted. */
export interface HeaderNaming {
  /** Whether a line surely names the server. */
  namesUs: (line: string) => boolean;
  /** Whether the whole value is the server's name, which people write, too: `Where: Whistlestop`. */
  isFromUs: (line: string) => boolean;
  /** Whether a line has an address of the server to which players reply. */
  isToUs: (line: string) => boolean;
  /** Whether a line has an address of the reply's writer as headers do: alone, or between angle brackets. */
  namesWriter: (line: string) => boolean;
}

/**
 * Finds the headers of a quoted mail, below which everything is quoted without `>`. Returns the index of the first line
 * to cut, or null if there are no such headers.
 */
export function findHeaders(lines: readonly string[], naming: HeaderNaming): number | null {
  for (let start = 0; start < lines.length; start += 1) {
    if (!HEADER_LINE.test(lines[start] as string)) continue;
    let end = start + 1;
    while (end < lines.length && HEADER_LINE.test(lines[end] as string)) end += 1;
    const run = lines.slice(start, end);
    const hasTitle = isTitle(lines[start - 1]);
    if (run.length >= MIN_HEADER_LINES) {
      const first = firstHeader(run, hasTitle, naming);
      if (first !== null) return skipSeparatorsUp(lines, start + first);
      const above = skipSeparatorsUp(lines, start);
      // People also forward a mail that they sent before. Then no line above it is an order, and the orders in it count.
      const isBelowOrders = above < start && lines.slice(0, above).some((line) => HEADER_LINE.test(line));
      if (isBelowOrders && areOfOwnMail(run, naming)) return above;
    }
    start = end;
  }
  return null;
}

/** The first header of a mail from the server, in a run of lines that all look like headers; null if there is none. */
function firstHeader(
  run: readonly string[],
  hasTitle: boolean,
  { namesUs, isFromUs }: HeaderNaming,
): number | null {
  const surely = run.findIndex(namesUs);
  const from = surely === -1 && areMailHeaders(run, hasTitle) ? run.findIndex(isFromUs) : surely;
  if (from === -1) return null;
  return hasTitle ? 0 : skipDatesUp(run, from);
}

/**
 * Whether a whole run of such lines, below a blank line or a separator, is the headers of a mail that the writer sent to the server before.
 * One line has a date, and another one has an address of the writer or of the server.
 */
function areOfOwnMail(run: readonly string[], { isToUs, namesWriter }: HeaderNaming): boolean {
  const isAddressed = (line: string) => isToUs(line) || namesWriter(line);
  return run.some(isAddressed) && run.some((line) => DATED.test(line) && !isAddressed(line));
}

/** Whether lines that look like headers are those of a mail of any sender: they have a date, and an address or a title. */
function areMailHeaders(run: readonly string[], hasTitle: boolean): boolean {
  return (hasTitle || run.some((line) => line.includes('@'))) && run.some((line) => DATED.test(line));
}

/**
 * Moves up from the line with the sender over lines with dates, in a run of lines that all look like headers. Lines
 * further up are the player's own.
 */
function skipDatesUp(run: readonly string[], from: number): number {
  let at = from;
  while (at > 0 && DATED.test(run[at - 1] as string)) at -= 1;
  return at;
}

/** Whether a line is a separator with words, such as `-----Original Message-----`: all headers below it are quoted. */
function isTitle(line = ''): boolean {
  return isSeparator(SEPARATOR, line) && /\p{L}/u.test(line);
}

/** Moves up over blank lines and separators directly above headers. */
function skipSeparatorsUp(lines: readonly string[], start: number): number {
  let at = start;
  while (at > 0 && (isBlank(lines[at - 1]) || isSeparator(SEPARATOR, lines[at - 1] as string))) at -= 1;
  return at;
}

/** The value of a header line, in lower case: the part after the colon, without quotation marks and stars. */
export function headerValue(line: string): string {
  return line
    .slice(line.search(/[:：]/) + 1, MAX_LINE_LENGTH)
    .replace(/["*]/g, '')
    .trim()
    .toLowerCase();
}

/** Whether a line is a separator of this kind. */
export function isSeparator(pattern: RegExp, line: string): boolean {
  return line.length <= MAX_LINE_LENGTH && pattern.test(line.trim());
}

/** Whether a line is blank, or missing. */
export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
