import type { Sketch } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing, Op } from '../drawing/operations.ts';
import { measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';

const CHARACTER: TextStyle = { font: 'sans-medium', size: 11, color: PALETTE.ink };
/** The distance from character to character and from line to line, in points. */
const CELL = { w: 7, h: 13 } as const;
const PADDING = 10;
/** A frame is at least so many characters wide. */
const FEWEST = 16;

/** Draws a picture made of characters in a frame. Every character stands in the middle of a cell of its own. */
export function drawSketch(sketch: Sketch): Drawing {
  const lines = sketchLines(sketch).map((line) => [...line]);
  const columns = Math.max(FEWEST, ...lines.map((line) => line.length));
  const [width, height] = [columns * CELL.w + 2 * PADDING, lines.length * CELL.h + 2 * PADDING];
  const left = (width - Math.max(0, ...lines.map((line) => line.length)) * CELL.w) / 2;
  const frame: Op = {
    ...{ kind: 'rect', x: 0, y: 0, w: width, h: height },
    ...{ fill: PALETTE.zebra, stroke: PALETTE.rule, strokeWidth: 0.8 },
  };
  const characters = lines.flatMap((line, row) =>
    line.flatMap((character, column) => {
      const [x, y] = [left + (column + 0.5) * CELL.w, PADDING + row * CELL.h + CELL.h * 0.75];
      return character === ' ' ? [] : textOps(character, styleOf(character), { x, y, anchor: 'middle' });
    }),
  );
  return { width, height, ops: [frame, ...characters] };
}

/** The largest type, up to the usual one, in which a character is no wider than its cell. */
function styleOf(character: string): TextStyle {
  const share = (CELL.w - 0.4) / measureText(character, CHARACTER);
  return share >= 1 ? CHARACTER : { ...CHARACTER, size: CHARACTER.size * share };
}

/** The lines of a picture as they can be printed. */
export function sketchLines({ lines }: Sketch): string[] {
  return lines.map(printable);
}
