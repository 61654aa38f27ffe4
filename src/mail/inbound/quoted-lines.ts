import { commandIn, isForOpenSheet } from '../../games/mailed-sheets/commands.ts';

/** What marks a line that a mail program has quoted: `>` or `>>`. Some put spaces before the signs or between them. */
export const QUOTED = /^\s*>(?: ?>)*/;

/** A line that some mail programs quote with `|`. Players draw with it, too: it is quoted only if such a program was at work. */
export const BARRED = /^\|/;

/**
 * Mail programs that break long lines when they send break quoted ones, too, and some put no `>` before what follows. A line was
 * broken only if the next word would have made it longer than this.
 */
const BROKEN_LENGTH = 58;

/** Lines after those that continue quoted ones were marked. */
interface MarkedLines {
  lines: string[];
  /** Those of the marked lines that are commands: the sender may have typed them. */
  commands: string[];
}

/**
 * Puts `>` before lines that continue a quoted line. Lines break at plain spaces only. Some programs count columns and others
 * bytes; no text has more columns than bytes.
 * A command may be the end of the quoted line or typed, so everything below one for other orders than those of the open turn is marked,
 * too: it must not become the sheet of the open turn.
 * @param isSignatureMark whether a line stands above a signature, so that it continues nothing
 */
export function markBrokenQuotes(
  lines: readonly string[],
  isSignatureMark: (line: string) => boolean,
): MarkedLines {
  let quoted: string | null = null;
  let isBelowCommand = false;
  const commands: string[] = [];
  const marked = lines.map((line) => {
    const [word = ''] = line.split(' ', 1);
    const isText = line.trim() !== '' && !isSignatureMark(line);
    const continues =
      quoted !== null && isText && Buffer.byteLength(quoted) + 1 + Buffer.byteLength(word) > BROKEN_LENGTH;
    const isQuoted = QUOTED.test(line) || BARRED.test(line);
    quoted = isQuoted || continues ? line : null;
    if (isQuoted) return line;
    const command = continues ? commandIn(line) : null;
    if (command !== null) commands.push(line.trim());
    isBelowCommand ||= command !== null && !isForOpenSheet(command);
    return continues || (isBelowCommand && line.trim() !== '') ? `> ${line}` : line;
  });
  return { lines: marked, commands };
}
