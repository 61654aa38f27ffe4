/*
 * The marks around a sheet in a mail. What is quoted below an answer begins and ends somewhere in the rest of the mail.
 */

const BEGIN = /^[\s>|*]*===.{0,160}?(?:TURN SHEET|ORDERS)\b/i;
const END = /^[\s>|*]*===.{0,80}END OF (?:THE )?SHEET/i;

/** The mark above a sheet in text. */
export function beginMark(title: string): string {
  return `===== ${title} =====`;
}

/** The mark below a sheet in text. */
export const END_MARK = '===== END OF SHEET =====';

/**
 * The lines between the marks of the first sheet in a text, without the signs of quotation in front of them; null if it
 * has none. Without a mark at its end, the sheet goes to the end of the text.
 */
export function markedSheet(text: string): string | null {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.length < 300 && BEGIN.test(line));
  if (begin < 0) return null;
  const rest = lines.slice(begin + 1);
  const end = rest.findIndex((line) => line.length < 300 && END.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.replace(/^(?:\s{0,3}>)+ ?/, '')).join('\n');
}
