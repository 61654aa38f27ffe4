import type { PadBox, ScorePad } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import { type Drawing, type Op, translate } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { circleRows, circlesPerRow, fewestRows } from '../../pads/circle-rows.ts';
import { isLost, isWon } from '../../pads/pad-words.ts';
import { accentOf, PALETTE } from '../../palette.ts';
import { frameOps } from './large-pad.ts';

// The lower half of a large pad: a box for each name, with its circles and its prizes.

const COLUMNS = 3;
const PADDING = 9;
const GAP = 7;
/** The distance between the middles of circles: wide enough to cross them off with a pencil. */
const STEP = 17;
const BAND = 18;
const ABOVE_CIRCLES = 5;
const PRIZES = 38;
const NAME: TextStyle = { font: 'heading', size: 15, color: PALETTE.ink };
const CODE: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.quiet };
const PRIZE: TextStyle = { font: 'heading', size: 18, color: PALETTE.ink };
const PLACE: TextStyle = { font: 'sans', size: 6.5, color: PALETTE.quiet };
const RING = 10;
/** The distance between prizes, at most. */
const WIDEST_PRIZE = 48;

/** The boxes of a pad in rows of three, `width` points wide. */
export function drawPadBoxes(pad: ScorePad, width: number): Drawing {
  const column = (width - 2 * PADDING - (COLUMNS - 1) * GAP) / COLUMNS;
  const ops: Op[] = [];
  let y = PADDING;
  for (let first = 0; first < pad.boxes.length; first += COLUMNS) {
    const boxes = pad.boxes.slice(first, first + COLUMNS);
    const rows = Math.max(...boxes.map(({ circles }) => fewestRows(circles)));
    const step = Math.min(
      STEP,
      (column - 6) / Math.max(1, ...boxes.map(({ circles }) => circlesPerRow(circles, rows))),
    );
    const height = BAND + ABOVE_CIRCLES + rows * step + PRIZES;
    for (const [i, box] of boxes.entries()) {
      const drawn = boxOps(box, pad, { width: column, height, rows, step });
      ops.push(...drawn.map((op) => translate(op, PADDING + i * (column + GAP), y)));
    }
    y += height + GAP;
  }
  const height = y - GAP + PADDING;
  return { width, height, ops: [...frameOps(width, height), ...ops] };
}

interface BoxSize {
  width: number;
  height: number;
  rows: number;
  step: number;
}

function boxOps(box: PadBox, { by, tone }: ScorePad, { width, height, rows, step }: BoxSize): Op[] {
  const color = accentOf(tone);
  const circles = circleRows(box.circles, box.marks, rows, { step, color, pale: isLost(box, by) });
  const left = (width - circles.width) / 2;
  const top = BAND + ABOVE_CIRCLES + (rows * step - circles.height) / 2;
  const ruleY = height - PRIZES + 3;
  return [
    { kind: 'rect', x: 0, y: 0, w: width, h: height, fill: PALETTE.white },
    ...bandOps(box, by, { width, color }),
    ...circles.ops.map((op) => translate(op, left, top)),
    {
      kind: 'line',
      x1: 6,
      y1: ruleY,
      x2: width - 6,
      y2: ruleY,
      color: PALETTE.rule,
      width: 0.6,
      dash: [2, 2],
    },
    ...prizeOps(box, by, { width, middle: height - PRIZES / 2 - 2.5, color }),
    { kind: 'rect', x: 0, y: 0, w: width, h: height, stroke: PALETTE.ink, strokeWidth: 0.8 },
  ];
}

/** The name on a band: in the accent if the owner has a prize there, and gray if no prize is left for the owner. */
function bandOps(box: PadBox, by: string, { width, color }: { width: number; color: string }): Op[] {
  const won = isWon(box, by);
  const fill = won ? color : isLost(box, by) ? PALETTE.idle : PALETTE.zebra;
  const ink = won ? PALETTE.white : PALETTE.ink;
  const code = isLost(box, by) ? `${printable(box.code)} closed` : printable(box.code);
  const codeStyle = { ...CODE, color: won ? PALETTE.white : PALETTE.quiet };
  const room = width - measureText(code, codeStyle) - 18;
  const name = fitText(printable(box.name).toUpperCase(), NAME, room);
  return [
    { kind: 'rect', x: 0, y: 0, w: width, h: BAND, fill },
    { kind: 'line', x1: 0, y1: BAND, x2: width, y2: BAND, color: PALETTE.ink, width: 0.6 },
    ...textOps(name, { ...NAME, color: ink }, { x: 6, y: BAND / 2 + NAME.size * 0.36 }),
    ...textOps(code, codeStyle, { x: width - 6, y: BAND / 2 + CODE.size * 0.36, anchor: 'end' }),
  ];
}

/** The prizes side by side above their places: the owner's in a ring, those of others struck through, with who took them. */
function prizeOps(
  { prizes }: PadBox,
  by: string,
  { width, middle, color }: { width: number; middle: number; color: string },
): Op[] {
  const step = Math.min(WIDEST_PRIZE, (width - 8) / Math.max(1, prizes.length));
  const left = (width - step * prizes.length) / 2;
  return prizes.flatMap(({ value, place, holder }, i): Op[] => {
    const x = left + (i + 0.5) * step;
    const isOwn = holder === by;
    const isTaken = holder !== null && !isOwn;
    const text = fitText(printable(value), PRIZE, step - 8);
    const words = isTaken ? `${place}: ${holder}` : place;
    const style = { ...PRIZE, color: isTaken ? PALETTE.quiet : PALETTE.ink };
    return [
      ...(isOwn ? [ringOp(x, middle, color)] : []),
      ...textOps(text, style, { x, y: middle + PRIZE.size * 0.36, anchor: 'middle' }),
      ...(isTaken ? [strikeOp(x, middle, measureText(text, PRIZE) / 2 + 4)] : []),
      ...textOps(fitText(printable(words), PLACE, step - 2), PLACE, {
        ...{ x, y: middle + RING + 7.5, anchor: 'middle' },
      }),
    ];
  });
}

function ringOp(x: number, y: number, color: string): Op {
  const look = { fill: PALETTE.white, stroke: color, strokeWidth: 1.8 };
  return { kind: 'circles', centers: [[x, y]], radius: RING, ...look };
}

function strikeOp(x: number, y: number, half: number): Op {
  const ends = { x1: x - half, y1: y + 4.5, x2: x + half, y2: y - 4.5 };
  return { kind: 'line', ...ends, color: PALETTE.ink, width: 1.4 };
}
