import { STARS_IN_REPLIES } from '../../text/server-name.ts';
import { LETTERHEAD } from '../letterhead.ts';
import { plainCharacters } from './plain-characters.ts';

/** Where a reply quotes the first line of a mail of the server. */
interface QuotedLetterhead {
  /** The index of its line. */
  at: number;
  /** What the mail program put before each quoted line; empty if it put nothing. */
  prefix: string;
}

/** What mail programs put before quoted lines, besides blanks: `>`, `|`, and `AB>` with the initials of the sender. */
const PREFIX = /^[\p{L}\d]{0,3}[>|:]/u;

/** No such line is longer. */
const MAX_LETTERHEAD_LENGTH = 100;

/** The maximum number of lines that introduce a quoted mail, from whom it is and of when. */
const MAX_INTRODUCTION = 8;

/** What marks a line as quoted that is the first one of a mail of the server; empty if nothing does. Null for any other line. */
export function letterheadPrefix(line: string): string | null {
  const text = plainCharacters(line)
    .replace(/[\ufe0e\ufe0f]/g, '')
    .trim();
  if (text.length > MAX_LETTERHEAD_LENGTH) return null;
  const prefix = PREFIX.exec(text)?.[0] ?? '';
  // A table may have a border on both sides.
  const rest = text.slice(prefix.length).replace(/\|$/, '').trim();
  return rest.replace(STARS_IN_REPLIES, '★') === LETTERHEAD ? prefix : null;
}

/** Finds the first line of the server's mail that stands alone in its line, but for what marks quoted lines. */
export function findLetterhead(lines: readonly string[]): QuotedLetterhead | null {
  for (const [at, line] of lines.entries()) {
    const prefix = letterheadPrefix(line);
    if (prefix !== null) return { at, prefix };
  }
  return null;
}

/** How to tell what introduces a quoted mail of the server. */
export interface Introductions {
  /** Whether a text has what an introduction has: a date, and the server's name or an address of its domain. */
  introducesUs: (text: string) => boolean;
  /** Whether a line only sets off what is below it. */
  isSeparator: (line: string) => boolean;
}

/** A reply with the quoted mail of the server marked in it. */
interface LetterInReply {
  lines: readonly string[];
  /** The lines that were cut off because they introduce a mail that nothing marks. */
  introduction: readonly string[];
}

/**
 * Finds a quoted mail of the server by its first line. Puts `>` before lines that the mail program has marked in another way;
 * if nothing marks them, they are cut off, together with the lines that introduce them.
 */
export function markQuotedLetter(lines: readonly string[], introductions: Introductions): LetterInReply {
  const found = findLetterhead(lines);
  if (found === null) return { lines, introduction: [] };
  const { at, prefix } = found;
  if (prefix === '') {
    const own = withoutIntroduction(lines.slice(0, at), introductions);
    return { lines: own, introduction: lines.slice(own.length, at) };
  }
  const marked = lines.map((line) => {
    const text = line.trimStart();
    return text.startsWith(prefix) ? `>${text.slice(prefix.length)}` : line;
  });
  return { lines: marked, introduction: [] };
}

/** The lines above a quoted mail without those that introduce it, if there are such lines directly above it. */
function withoutIntroduction(
  lines: readonly string[],
  { introducesUs, isSeparator }: Introductions,
): readonly string[] {
  const isEmpty = (line = '') => line.trim() === '' || isSeparator(line);
  let end = lines.length;
  while (end > 0 && isEmpty(lines[end - 1])) end -= 1;
  for (let start = end - 1; start >= Math.max(0, end - MAX_INTRODUCTION); start -= 1) {
    if ((lines[start] ?? '').trim() === '') break;
    if (!introducesUs(lines.slice(start, end).join('\n'))) continue;
    while (start > 0 && isEmpty(lines[start - 1])) start -= 1;
    return lines.slice(0, start);
  }
  return lines.slice(0, end);
}
