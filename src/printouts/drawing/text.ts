import { graphemesOf } from '../../text/graphemes.ts';
import { wrapLines } from '../../text/wrap-lines.ts';
import { linesInDirectionOf } from './bidi.ts';
import type { FontName, TextOp } from './operations.ts';
import { type Piece, piecesOf, widthOf } from './pieces.ts';

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
  const pieces = piecesOf(text, style.font);
  const em = style.size / 1000;
  const total = widthOf(text, style.font) * em;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - total : x - total / 2;
  const anchored = pieces.length === 1 && anchor !== 'start' ? { anchor } : {};
  return pieces.map((piece: Piece): TextOp => {
    const { x: offset, width, ...run } = piece;
    return { kind: 'text', ...style, ...anchored, ...run, x: left + offset * em, y, width: width * em };
  });
}

/** Breaks text into lines no wider than `width` points. */
export function wrapToWidth(text: string, font: SizedFont, width: number): string[] {
  return linesInDirectionOf(
    text,
    wrapLines(text, width, (line) => measureText(line, font)),
  );
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
