/*
 * The marks around a sheet in a mail. What is quoted below an answer begins and ends somewhere in the rest of the mail, which
 * also shows what other people wrote. Both marks therefore have a code that only the server and the reader of the mail know:
 * a press release that looks like a sheet is none.
 */

const MARK = /^[\s>|*]*===/;
const END = /END OF SHEET/i;

/** No mark is longer, quoted many times. */
const MAX_LENGTH = 300;

/** The mark above a sheet in text. @param code see `sheetCode` */
export function beginMark(title: string, code: string): string {
  return `===== ${title} ${code} =====`;
}

/** The mark below a sheet in text. @param code the one of the mark above it */
export function endMark(code: string): string {
  return `===== END OF SHEET ${code} =====`;
}

/** Whether a line is the mark below some sheet, whatever its code. */
export function isEndMark(line: string): boolean {
  return line.length < MAX_LENGTH && MARK.test(line) && END.test(line);
}

/**
 * The lines between the marks of the first sheet in a text, without the signs of quotation in front of them; null if it
 * has none. Without a mark at its end, the sheet goes to the end of the text.
 * @param code what the marks have; marks with another code, or without one, are text
 */
export function markedSheet(text: string, code: string): string | null {
  const lines = text.split('\n');
  const isMark = (line: string) => line.length < MAX_LENGTH && MARK.test(line) && line.includes(code);
  const begin = lines.findIndex((line) => isMark(line) && !END.test(line));
  if (begin < 0) return null;
  const rest = lines.slice(begin + 1);
  const end = rest.findIndex((line) => isMark(line) && END.test(line));
  const isBarred = /^[\s>]*\|/.test(lines[begin] as string);
  return (end < 0 ? rest : rest.slice(0, end))
    .map((line) => line.replace(/^(?:\s{0,3}>)+ ?/, ''))
    .map((line) => (isBarred ? line.replace(/^\s{0,3}\| ?/, '') : line))
    .join('\n');
}
