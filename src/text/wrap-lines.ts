import { graphemesOf } from './graphemes.ts';

/**
 * Breaks text at spaces into lines no wider than `width`. A word that is wider than a line is broken between
 * characters. Several spaces count as one; text without words gives one empty line.
 * @param measure how wide a text is, in the unit of `width`
 */
export function wrapLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    for (const piece of piecesOf(word, width, measure)) {
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (line === '' || measure(longer) <= width) {
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

/** A word in pieces that fit on a line. */
function piecesOf(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of graphemesOf(word)) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces;
}
