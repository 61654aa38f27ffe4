import { graphemesOf } from './graphemes.ts';
import { textWidth } from './text-width.ts';
import { wrapLines } from './wrap-lines.ts';

// Plain text for a font in which all characters are equally wide. Widths count the columns of a terminal: wide
// characters such as Chinese ones and emoji take two, combining marks none.

/** The longest line of plain-text printouts and mail, in columns. */
export const TEXT_WIDTH = 78;

/** Breaks text into lines of at most `width` columns. */
export function wrapText(text: string, width: number = TEXT_WIDTH): string[] {
  return wrapLines(text, width, textWidth);
}

/** Wraps text after a prefix on the first line; the lines that follow are indented by the width of the prefix. */
export function wrapHanging(prefix: string, text: string, width: number = TEXT_WIDTH): string[] {
  const indent = ' '.repeat(textWidth(prefix));
  const lines = wrapText(text, width - textWidth(prefix));
  return lines.map((line, i) => `${i === 0 ? prefix : indent}${line}`.trimEnd());
}

/** Fills text up with spaces to `width` columns. Longer text is returned as it is. */
export function padText(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

/** Cuts text off after `width` columns. */
export function truncateText(text: string, width: number): string {
  let short = '';
  for (const character of graphemesOf(text)) {
    if (textWidth(short + character) > width) break;
    short += character;
  }
  return short;
}
