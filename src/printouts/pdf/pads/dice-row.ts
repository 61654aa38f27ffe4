import type { DiceRow } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import type { Drawing, Op } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { dieOps } from '../../figures/dice.ts';
import { diceInWords } from '../../pads/pad-words.ts';
import { PALETTE } from '../../palette.ts';
import type { Flow } from '../flow.ts';

const SIZE = 42;
/** The distance between dice, at most. */
const WIDEST_STEP = 74;
/** How many dice the row always has room for, so that the totals stand at the same place. */
const USUAL_DICE = 5;
const TOTAL_WIDTH = 62;
const NUMBER: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const EARNS: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
const VALUE: TextStyle = { font: 'heading', size: 24, color: PALETTE.ink };
const DICE_TOP = 11;
const HEIGHT = DICE_TOP + SIZE + 15;

/** Dice in a row, each with its number above and what it earns below; at their right what they come to. */
export function layOutDiceRow(flow: Flow, block: DiceRow): void {
  const drawing = drawDiceRow(block, flow.width);
  flow.ensureRoom(drawing.height);
  const node = flow.addNode('Figure', { alt: `${printable(block.caption)}. ${diceInWords(block)}` });
  flow.draw(drawing.ops, node);
  flow.y += drawing.height;
}

/** How high the row is, in points. */
export const DICE_ROW_HEIGHT = HEIGHT;

function drawDiceRow({ dice, totals }: DiceRow, width: number): Drawing {
  const room = Math.max(width / 3, width - totals.length * TOTAL_WIDTH - 12);
  const step = Math.min(WIDEST_STEP, room / Math.max(USUAL_DICE, dice.length));
  const size = Math.min(SIZE, step * 0.86);
  const ops = dice.flatMap(({ face, earns }, i): Op[] => {
    const middle = i * step + step / 2;
    const label = fitText(printable(earns), EARNS, step - 3);
    return [
      ...textOps(String(i + 1), NUMBER, { x: middle, y: 7.5, anchor: 'middle' }),
      ...dieOps(face, middle - size / 2, DICE_TOP, size),
      ...textOps(label, EARNS, { x: middle, y: DICE_TOP + SIZE + 11, anchor: 'middle' }),
    ];
  });
  const left = width - totals.length * TOTAL_WIDTH;
  const rule: Op = {
    ...{ kind: 'line', x1: left, y1: DICE_TOP, x2: left, y2: DICE_TOP + SIZE },
    ...{ color: PALETTE.rule, width: 0.8 },
  };
  const sums = totals.flatMap(({ label, value }, i) =>
    totalOps(label, value, left + (i + 0.5) * TOTAL_WIDTH),
  );
  return { width, height: HEIGHT, ops: [...ops, ...(totals.length === 0 ? [] : [rule]), ...sums] };
}

/** A figure in large type with its label below, both around `middle`. */
function totalOps(label: string, value: string, middle: number): Op[] {
  const text = printable(value);
  const shrink = Math.min(1, (TOTAL_WIDTH - 8) / Math.max(1, measureText(text, VALUE)));
  const style = { ...VALUE, size: VALUE.size * shrink };
  return [
    ...textOps(text, style, { x: middle, y: DICE_TOP + SIZE / 2 + 7, anchor: 'middle' }),
    ...textOps(fitText(printable(label), NUMBER, TOTAL_WIDTH - 4), NUMBER, {
      ...{ x: middle, y: DICE_TOP + SIZE / 2 + 19, anchor: 'middle' },
    }),
  ];
}
