import { LETTERHEAD } from '../letterhead.ts';

/** What marks a quoted line: `>` or `>>`. Some programs put spaces between the signs, or protect them with a space. */
const QUOTED = /^ ?>(?: ?>)*/;

/**
 * Lines that are never joined with others: that above a signature (RFC 3676, 4.3), and the first one of our mails, by which an
 * unmarked quotation is found.
 */
const isAlone = (text: string) => text === '-- ' || text.trim() === LETTERHEAD;

/** A line of flowed text. */
interface Line {
  /** What marks it as quoted; empty if nothing does. */
  prefix: string;
  /** The line without it. */
  text: string;
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
  for (const line of text.split(/\r?\n/).map(lineOf)) {
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

/** The line without what marks it as quoted, and without the space that protects its first character (RFC 3676, 4.4). */
function lineOf(line: string): Line {
  const prefix = QUOTED.exec(line)?.[0] ?? '';
  return { prefix: prefix.trim(), text: line.slice(prefix.length).replace(/^ /, '') };
}

/** Whether a line is followed by its own continuation. */
function goesOn(line: Line, next: Line): boolean {
  const isJoined = line.text.endsWith(' ') && line.prefix === next.prefix;
  return isJoined && !isAlone(line.text) && !isAlone(next.text);
}
