import { graphemesOf } from '../../text/graphemes.ts';
import { wrapLines } from '../../text/wrap-lines.ts';
import { linesInDirectionOf } from './bidi.ts';
import type { FontName, TextOp } from './operations.ts';
import { type PlainWords, piecesOf, plainWordsOf, widthOf } from './pieces.ts';

/** A font at a size in points. */
export interface SizedFont {
  font: FontName;
  size: number;
}

/** How a text is set. */
export interface TextStyle extends SizedFont {
  color: string;
}

/** Where a text stands: `x` is its left end, its middle or its right end, `y` its baseline. */
export interface TextPlace {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** How wide a text is, in points. */
export function measureText(text: string, { font, size }: SizedFont): number {
  return (widthOf(text, font) / 1000) * size;
}

/** Operations that draw one line of text, one for each font and direction it needs, in the order of reading. */
export function textOps(text: string, style: TextStyle, { x, y, anchor = 'start' }: TextPlace): TextOp[] {
  const { size, color } = style;
  const pieces = piecesOf(text, style.font);
  const em = size / 1000;
  const total = anchor === 'start' ? 0 : widthOf(text, style.font) * em;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - total : x - total / 2;
  const anchored = pieces.length === 1 && anchor !== 'start' ? anchor : undefined;
  return pieces.map((piece): TextOp => {
    const op: TextOp = {
      kind: 'text',
      text: piece.text,
      x: left + piece.x * em,
      y,
      width: piece.width * em,
      font: piece.font,
      size,
      color,
    };
    if (piece.script !== undefined) op.script = piece.script;
    if (piece.rightToLeft) op.rightToLeft = true;
    if (anchored !== undefined) op.anchor = anchored;
    return op;
  });
}

/** Breaks text into lines no wider than `width` points. */
export function wrapToWidth(text: string, font: SizedFont, width: number): string[] {
  const plain = plainWordsOf(text, font.font);
  const lines = plain === null ? null : wrapPlain(text, plain, font.size, width);
  if (lines !== null) return lines;
  return linesInDirectionOf(
    text,
    wrapLines(text, width, (line) => measureText(line, font)),
  );
}

/** The same lines as `wrapLines` finds, from the widths of the words alone; null if a word is wider than a line. */
function wrapPlain(
  text: string,
  { words, alone, spaced, width: total, tidy }: PlainWords,
  size: number,
  width: number,
): string[] | null {
  if (tidy && (total / 1000) * size <= width) return [text];
  const lines: string[] = [];
  let first = 0;
  let before = 0;
  for (let i = 0; i < words.length; i++) {
    const own = alone[i] as number;
    if ((own / 1000) * size > width) return null;
    if (i > first && ((before + own) / 1000) * size > width) {
      lines.push(words.slice(first, i).join(' '));
      first = i;
      before = 0;
    }
    before += spaced[i] as number;
  }
  lines.push(words.slice(first).join(' '));
  return lines;
}

/** The text if it is no wider than `width` points, else as much of its beginning as fits, with an ellipsis. */
export function fitText(text: string, font: SizedFont, width: number): string {
  if (measureText(text, font) <= width) return text;
  let short = '';
  for (const character of graphemesOf(text)) {
    if (measureText(`${short}${character}…`, font) > width) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}
