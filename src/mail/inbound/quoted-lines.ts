/** What marks a line that a mail program has quoted: `>` or `>>`. Some put spaces before the signs or between them. */
export const QUOTED = /^\s*>(?: ?>)*/;

/** A line that some mail programs quote with `|`. Players draw with it, too: it is quoted only if such a program was at work. */
export const BARRED = /^\|/;

/** A line of a drawing, between bars. */
const DRAWN = /^\|.*\|\s*$/;

/**
 * Mail programs that break long lines when they send break quoted ones, too, and some put no `>` before what follows. A line was
 * broken only if the next word would have made it longer than this.
 */
const BROKEN_LENGTH = 58;

/**
 * Puts `>` before lines that continue a quoted line. Lines break at plain spaces only. Some programs count columns and others
 * bytes; no text has more columns than bytes. A line between two bars is measured in columns: it is probably a drawing of the sender.
 * @param isSignatureMark whether a line stands above a signature, so that it continues nothing
 */
export function markBrokenQuotes(
  lines: readonly string[],
  isSignatureMark: (line: string) => boolean,
): string[] {
  let quoted: string | null = null;
  return lines.map((line) => {
    const [word = ''] = line.split(' ', 1);
    const isText = line.trim() !== '' && !isSignatureMark(line);
    const continues =
      quoted !== null && isText && lengthOf(quoted) + 1 + Buffer.byteLength(word) > BROKEN_LENGTH;
    const isQuoted = QUOTED.test(line) || BARRED.test(line);
    quoted = isQuoted || continues ? line : null;
    return continues && !isQuoted ? `> ${line}` : line;
  });
}

function lengthOf(quoted: string): number {
  return DRAWN.test(quoted) ? [...quoted].length : Buffer.byteLength(quoted);
}
