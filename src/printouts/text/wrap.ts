/** The widest line of a plain-text printout, in columns. */
export const TEXT_WIDTH = 78;

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/**
 * How many columns a text takes at most in a terminal: wide letters and those outside the basic plane two,
 * all others one.
 */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const letter of text) columns += letter.length > 1 || WIDE.test(letter) ? 2 : 1;
  return columns;
}

/** The text in lines of at most `width` columns, broken at spaces; a longer word is broken anywhere. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    for (const piece of broken(word, width)) {
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (columnsOf(longer) <= width) {
        line = longer;
      } else {
        lines.push(line);
        line = piece;
      }
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

function broken(word: string, width: number): string[] {
  if (columnsOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && columnsOf(piece + letter) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  pieces.push(piece);
  return pieces;
}

/** Wrapped lines behind a first indent, the later lines behind blanks of the same width. */
export function hang(first: string, text: string, width: number = TEXT_WIDTH): string[] {
  const indent = ' '.repeat(columnsOf(first));
  const lines = wrap(text, width - columnsOf(first));
  return lines.map((line, i) => `${i === 0 ? first : indent}${line}`.trimEnd());
}

/** The text filled up with blanks to `width` columns. */
export function pad(text: string, width: number, align: 'left' | 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

/** The text cut off after `width` columns. */
export function shorten(text: string, width: number): string {
  let short = '';
  for (const letter of text) {
    if (columnsOf(short + letter) > width) break;
    short += letter;
  }
  return short;
}
