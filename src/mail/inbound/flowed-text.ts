import { plainCharacters } from './plain-characters.ts';
import { findLetterhead, letterheadPrefix } from './quoted-letterhead.ts';
import { BARRED, QUOTED } from './quoted-lines.ts';

/** A line of flowed text. */
interface Line {
  /** What marks it as quoted; empty if nothing does. */
  prefix: string;
  /** The line without it. */
  text: string;
  /**
   * Whether it is never joined with others: that above a signature (RFC 3676, 4.3); the first one of our mails, by which an unmarked
   * quotation is found; and those with marks other than `>`.
   */
  isAlone: boolean;
}

/**
 * Joins the lines of flowed text (RFC 3676) to those that its sender wrote. Lines of different depths of quotation are never joined:
 * they are the words of different people. Nor are quoted lines, unless spaces were added within words: a quoted line that ends in
 * a space is often one that someone filled in.
 * @param text the text as it was received, with any line endings
 * @param options.delSp whether the space at the end of a line that goes on was added to it
 */
export function flowedText(text: string, { delSp }: { delSp: boolean }): string {
  const joined: { prefix: string; parts: string[] }[] = [];
  let before: Line | null = null;
  const lines = text.split(/\r?\n/);
  const mark = findLetterhead(lines)?.prefix ?? '';
  for (const line of lines.map((one) => lineOf(one, mark))) {
    const last = joined.at(-1);
    const mayJoin = line.prefix === '' || delSp;
    if (last !== undefined && before !== null && mayJoin && goesOn(before, line)) {
      if (delSp) last.parts.push((last.parts.pop() ?? '').slice(0, -1));
      last.parts.push(line.text);
    } else joined.push({ prefix: line.prefix, parts: [line.text] });
    before = line;
  }
  return joined
    .map(({ prefix, parts }) => (prefix === '' ? parts.join('') : `${prefix} ${parts.join('')}`))
    .join('\n');
}

/**
 * The line without what marks it as quoted, and without the space that protects its first character (RFC 3676, 4.4).
 * @param mark what marks the quoted mail of the server in this text; empty if nothing does
 */
function lineOf(line: string, mark: string): Line {
  const plain = plainCharacters(line);
  const isMarked = BARRED.test(plain.trimStart()) || (mark !== '' && plain.trimStart().startsWith(mark));
  const prefix = QUOTED.exec(plain)?.[0] ?? '';
  const text = (prefix === '' ? line : plain.slice(prefix.length)).replace(/^ /, '');
  const isAlone = text === '-- ' || letterheadPrefix(line) !== null || (prefix === '' && isMarked);
  return { prefix: prefix.trim(), text, isAlone };
}

/** Whether a line is followed by its own continuation. */
function goesOn(line: Line, next: Line): boolean {
  return line.text.endsWith(' ') && line.prefix === next.prefix && !line.isAlone && !next.isAlone;
}
