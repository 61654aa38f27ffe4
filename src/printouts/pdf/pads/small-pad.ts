import type { CheckList, PadBox, PadTrack, ScorePad } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import { type Drawing, type Op, translate } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { circleCenters, circleOps, fewestRows } from '../../pads/circle-rows.ts';
import { isLost } from '../../pads/pad-words.ts';
import { accentOf, PALETTE } from '../../palette.ts';
import { checkBoxOps } from './check-box.ts';

// A pad so small that several stand side by side, with all its circles, prizes and check lists.

const COLUMNS = 3;
const PADDING = 5;
const GAP = 7;
const HEAD = 14;
const LINE = 9.5;
const PER_ROW = 9;
const WIDEST_STEP = 8;
const TITLE: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.white };
const TOTAL: TextStyle = { font: 'sans', size: 7, color: PALETTE.white };
const LABEL: TextStyle = { font: 'sans-bold', size: 6.5, color: PALETTE.ink };
const SMALL: TextStyle = { font: 'sans', size: 6.5, color: PALETTE.ink };

/** A small pad, `width` points wide. */
export function drawSmallPad(pad: ScorePad, width: number): Drawing {
  const color = accentOf(pad.tone);
  const inner = width - 2 * PADDING;
  const ops: Op[] = headOps(pad, width, color);
  let y = HEAD + 4;
  const add = (drawing: Drawing, below: number) => {
    ops.push(...drawing.ops.map((op) => translate(op, PADDING, y)));
    y += drawing.height + below;
  };
  for (const track of pad.tracks) add(trackDrawing(track, inner, color), 3);
  add(boxesDrawing(pad, inner, color), 1);
  const items = pad.lists.flatMap((list) => list.items);
  if (items.length > 0) add(itemsDrawing(items, inner, color), 1);
  const height = y + 2;
  const frame: Op = {
    ...{ kind: 'rect', x: 0, y: 0, w: width, h: height },
    ...{ stroke: PALETTE.ink, strokeWidth: 0.8 },
  };
  return { width, height, ops: [...ops, frame] };
}

/** The identifier and the name, and at the right the last total: the one that decides. */
function headOps({ by, title, totals }: ScorePad, width: number, color: string): Op[] {
  const last = totals.at(-1);
  const right = last === undefined ? '' : printable(`${last.value} ${last.label.toLowerCase()}`);
  const room = width - measureText(right, TOTAL) - 2 * PADDING - 6;
  return [
    { kind: 'rect', x: 0, y: 0, w: width, h: HEAD, fill: color },
    ...textOps(fitText(printable(`${by}  ${title}`), TITLE, room), TITLE, { x: PADDING, y: 10 }),
    ...textOps(right, TOTAL, { x: width - PADDING, y: 9.7, anchor: 'end' }),
  ];
}

function trackDrawing({ label, circles, marks, gains }: PadTrack, width: number, color: string): Drawing {
  const name = fitText(printable(label), LABEL, width / 3);
  const left = measureText(name, LABEL) + 5;
  const gap = 4;
  const step = Math.min(WIDEST_STEP, (width - left - gains.length * gap) / Math.max(1, circles));
  const centers = Array.from({ length: circles }, (_, i): [number, number] => {
    const groups = gains.filter(({ at }) => at <= i).length;
    return [left + (i + 0.5) * step + groups * gap, LINE / 2];
  });
  const ops = [
    ...textOps(name, LABEL, { x: 0, y: LINE / 2 + LABEL.size * 0.36 }),
    ...circleOps(centers, marks, { step, color }),
  ];
  return { width, height: LINE, ops };
}

function boxesDrawing({ boxes, by }: ScorePad, width: number, color: string): Drawing {
  const column = (width - (COLUMNS - 1) * GAP) / COLUMNS;
  const step = Math.min(WIDEST_STEP, column / PER_ROW);
  const ops: Op[] = [];
  let y = 0;
  for (let first = 0; first < boxes.length; first += COLUMNS) {
    const row = boxes.slice(first, first + COLUMNS);
    for (const [i, box] of row.entries()) {
      ops.push(...boxOps(box, { by, column, step, color }).map((op) => translate(op, i * (column + GAP), y)));
    }
    y += LINE + Math.max(...row.map(({ circles }) => fewestRows(circles))) * step + 3;
  }
  return { width, height: y, ops };
}

interface SmallBox {
  by: string;
  column: number;
  step: number;
  color: string;
}

function boxOps(box: PadBox, { by, column, step, color }: SmallBox): Op[] {
  const pale = isLost(box, by);
  const centers = circleCenters(box.circles, PER_ROW, step).map(([x, y]): [number, number] => [x, y + LINE]);
  const codeStyle = { ...LABEL, color: pale ? PALETTE.quiet : PALETTE.ink };
  const prizes: Op[] = [];
  let x = column - 1;
  for (const { value, holder } of box.prizes.toReversed()) {
    const text = printable(value);
    const w = Math.max(5, measureText(text, SMALL));
    const middle = x - w / 2;
    const isOwn = holder === by;
    const style = { ...SMALL, color: holder === null || isOwn ? PALETTE.ink : PALETTE.quiet };
    if (isOwn)
      prizes.push({ kind: 'circles', centers: [[middle, 4.2]], radius: 4.3, stroke: color, strokeWidth: 1 });
    prizes.push(...textOps(text, style, { x: middle, y: 6.6, anchor: 'middle' }));
    if (holder !== null && !isOwn) {
      prizes.push({
        ...{ kind: 'line', x1: middle - w / 2 - 1, y1: 5.6, x2: middle + w / 2 + 1, y2: 2.9 },
        ...{ color: PALETTE.ink, width: 0.8 },
      });
    }
    x -= w + 5;
  }
  return [
    ...textOps(fitText(printable(box.code), codeStyle, Math.max(8, x)), codeStyle, { x: 0, y: 6.6 }),
    ...prizes,
    ...circleOps(centers, box.marks, { step, color, pale }),
  ];
}

/** The items of all lists in three columns, below a rule. */
function itemsDrawing(items: CheckList['items'], width: number, color: string): Drawing {
  const column = width / COLUMNS;
  const ops: Op[] = [{ kind: 'line', x1: 0, y1: 0, x2: width, y2: 0, color: PALETTE.rule, width: 0.5 }];
  for (const [i, { label, checked }] of items.entries()) {
    const x = (i % COLUMNS) * column;
    const y = 3 + Math.floor(i / COLUMNS) * LINE;
    const style = { ...SMALL, color: checked ? PALETTE.ink : PALETTE.quiet };
    ops.push(
      ...checkBoxOps(x, y + 0.6, 5, checked ? color : null),
      ...textOps(fitText(printable(label), style, column - 9), style, { x: x + 7.5, y: y + 5.6 }),
    );
  }
  return { width, height: 3 + Math.ceil(items.length / COLUMNS) * LINE, ops };
}
