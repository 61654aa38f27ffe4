import { graphemesOf } from './graphemes.ts';

/** How far the width of a line can be from the sum of the widths of its words, because of kerning. */
const KERNING = 0.03;

/**
 * Breaks text at spaces into lines no wider than `width`. A word that is wider than a line is broken between
 * characters. Several spaces count as one; text without words gives one empty line. The time grows no faster than the
 * text: a line is measured as a whole only if it is nearly full.
 * @param measure how wide a text is, in the unit of `width`
 */
export function wrapLines(text: string, width: number, measure: (text: string) => number): string[] {
  const space = measure(' ');
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of text.split(' ').filter((part) => part !== '')) {
    for (const piece of piecesOf(word, width, measure)) {
      const pieceWidth = measure(piece);
      const sum = lineWidth + space + pieceWidth;
      const isNearlyFull = Math.abs(sum - width) <= width * KERNING;
      const fits = isNearlyFull ? measure(`${line} ${piece}`) <= width : sum < width;
      if (line === '') {
        line = piece;
        lineWidth = pieceWidth;
      } else if (fits) {
        line = `${line} ${piece}`;
        lineWidth = sum;
      } else {
        lines.push(line);
        line = piece;
        lineWidth = pieceWidth;
      }
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

/** A word in pieces that fit on a line. Its characters are measured alone: some have no width, so a piece can be very long. */
function piecesOf(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let pieceWidth = 0;
  const widths = new Map<string, number>();
  for (const character of graphemesOf(word)) {
    const characterWidth = widths.get(character) ?? measure(character);
    widths.set(character, characterWidth);
    if (piece !== '' && pieceWidth + characterWidth > width) {
      pieces.push(piece);
      piece = '';
      pieceWidth = 0;
    }
    piece += character;
    pieceWidth += characterWidth;
  }
  pieces.push(piece);
  return pieces;
}
