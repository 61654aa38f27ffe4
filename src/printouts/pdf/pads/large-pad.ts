import type { CheckList, PadTrack, ScorePad } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import { type Drawing, type Op, translate } from '../../drawing/operations.ts';
import { roundedPath, starPath } from '../../drawing/paths.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { circleOps } from '../../pads/circle-rows.ts';
import { accentOf, PALETTE } from '../../palette.ts';
import { checkBoxOps } from './check-box.ts';

// The upper half of a large pad: who it belongs to, the tracks and the check lists.

/** White space inside the frame, in points. */
const PADDING = 9;
const HEAD_HEIGHT = 30;
const TITLE: TextStyle = { font: 'masthead', size: 17, color: PALETTE.white };
const SMALLEST_TITLE = 11;
const TOTAL_LABEL: TextStyle = { font: 'sans', size: 6.5, color: PALETTE.white };
const TOTAL_VALUE: TextStyle = { font: 'heading', size: 16, color: PALETTE.white };
const TRACK_LABEL: TextStyle = { font: 'heading', size: 16, color: PALETTE.ink };
const TRACK_HEIGHT = 34;
const TRACK_STEP = 18.5;
const GAIN: TextStyle = { font: 'sans-bold', size: 7, color: PALETTE.ink };
const AT: TextStyle = { font: 'sans', size: 6.5, color: PALETTE.quiet };
const LIST_HEADING: TextStyle = { font: 'heading', size: 13, color: PALETTE.ink };
const LIST_TOP = 20;
const ITEM: TextStyle = { font: 'sans-bold', size: 8.5, color: PALETTE.ink };
const NOTE: TextStyle = { font: 'sans', size: 7, color: PALETTE.quiet };
const PRICE: TextStyle = { font: 'heading', size: 13, color: PALETTE.ink };
const ITEM_LINE = 15;
const COLUMN_GAP = 20;

/** The upper half of a pad, `width` points wide. */
export function drawPadHead(pad: ScorePad, width: number): Drawing {
  const color = accentOf(pad.tone);
  const inner = width - 2 * PADDING;
  const ops: Op[] = headOps(pad, width, color);
  let y = HEAD_HEIGHT + 7;
  for (const track of pad.tracks) {
    ops.push(...trackOps(track, inner, color).map((op) => translate(op, PADDING, y)));
    y += TRACK_HEIGHT;
  }
  const lists = listsDrawing(pad.lists, inner, color);
  ops.push(...lists.ops.map((op) => translate(op, PADDING, y)));
  const height = y + lists.height + PADDING - 3;
  return { width, height, ops: [...frameOps(width, height), ...ops] };
}

/** The frame of a card: a strong line and a fine one inside it. */
export function frameOps(width: number, height: number): Op[] {
  const inset = 2.6;
  return [
    {
      kind: 'rect',
      x: 0,
      y: 0,
      w: width,
      h: height,
      fill: PALETTE.white,
      stroke: PALETTE.ink,
      strokeWidth: 1.3,
    },
    {
      ...{ kind: 'rect', x: inset, y: inset, w: width - 2 * inset, h: height - 2 * inset },
      ...{ stroke: PALETTE.ink, strokeWidth: 0.4 },
    },
  ];
}

/** The title on a bar in the accent, and the totals at its right. */
function headOps({ title, totals }: ScorePad, width: number, color: string): Op[] {
  const columns = totals.map(({ label, value }) => {
    const texts = { label: printable(label), value: printable(value) };
    const widest = Math.max(measureText(texts.label, TOTAL_LABEL), measureText(texts.value, TOTAL_VALUE));
    return { ...texts, width: widest + 16 };
  });
  const all = columns.reduce((sum, column) => sum + column.width, 0);
  const left = 26;
  const room = Math.max(60, width - all - left - 12);
  const text = printable(title);
  const natural = measureText(text, TITLE);
  const size = Math.max(SMALLEST_TITLE, Math.min(TITLE.size, (TITLE.size * room) / Math.max(1, natural)));
  const style = { ...TITLE, size };
  const ops: Op[] = [
    { kind: 'rect', x: 2.6, y: 2.6, w: width - 5.2, h: HEAD_HEIGHT - 2.6, fill: color },
    { kind: 'path', path: starPath(15, HEAD_HEIGHT / 2 + 1.6, 6), fill: PALETTE.starOnInk },
    ...textOps(fitText(text, style, room), style, { x: left, y: HEAD_HEIGHT / 2 + 1.4 + size * 0.36 }),
  ];
  let x = width - all - 4;
  for (const column of columns) {
    const middle = x + column.width / 2;
    ops.push(
      ...textOps(column.label, TOTAL_LABEL, { x: middle, y: 10.5, anchor: 'middle' }),
      ...textOps(column.value, TOTAL_VALUE, { x: middle, y: 25.4, anchor: 'middle' }),
    );
    x += column.width;
  }
  return ops;
}

/** A track: its label, the circles, and after each group of circles what it gains. */
function trackOps({ label, circles, marks, gains }: PadTrack, width: number, color: string): Op[] {
  const name = fitText(printable(label).toUpperCase(), TRACK_LABEL, width * 0.2);
  const pills = gains.map(({ at, text }) => {
    const words = printable(text);
    return { at, words, width: measureText(words, GAIN) + 10 };
  });
  const left = measureText(name, TRACK_LABEL) + 12;
  const gap = 5;
  const taken = pills.reduce((sum, pill) => sum + pill.width + 2 * gap, 0);
  const step = Math.min(TRACK_STEP, Math.max(5, (width - left - taken) / Math.max(1, circles)));
  const centers: [number, number][] = [];
  const ops: Op[] = [];
  const middle = 10;
  let x = left;
  for (let number = 1; number <= circles; number += 1) {
    centers.push([x + step / 2, middle]);
    x += step;
    const pill = pills.find(({ at }) => at === number);
    if (pill === undefined) continue;
    ops.push(
      ...textOps(String(number), AT, { x: x - step / 2, y: middle + 17, anchor: 'middle' }),
      ...pillOps(pill.words, { x: x + gap, middle, width: pill.width }, marks >= number ? color : null),
    );
    x += pill.width + 2 * gap;
  }
  return [
    ...textOps(name, TRACK_LABEL, { x: 0, y: middle + TRACK_LABEL.size * 0.36 }),
    ...circleOps(centers, marks, { step, color }),
    ...ops,
  ];
}

/** What a track gains, in a frame; filled with the accent once it is reached. */
function pillOps(
  text: string,
  { x, middle, width }: { x: number; middle: number; width: number },
  reached: string | null,
): Op[] {
  const height = 13;
  const path = roundedPath(x, middle - height / 2, width, height, 3.5);
  const style = { ...GAIN, color: reached === null ? PALETTE.ink : PALETTE.white };
  return [
    {
      kind: 'path',
      path,
      fill: reached ?? PALETTE.white,
      stroke: reached ?? PALETTE.quiet,
      strokeWidth: 0.7,
    },
    ...textOps(text, style, { x: x + width / 2, y: middle + GAIN.size * 0.36, anchor: 'middle' }),
  ];
}

/** The check lists side by side. */
function listsDrawing(lists: readonly CheckList[], width: number, color: string): Drawing {
  const column = (width - COLUMN_GAP * (lists.length - 1)) / Math.max(1, lists.length);
  const ops = lists.flatMap((list, i) =>
    listOps(list, column, color).map((op) => translate(op, i * (column + COLUMN_GAP), 0)),
  );
  const longest = Math.max(0, ...lists.map(({ items }) => items.length));
  return { width, height: lists.length === 0 ? 0 : LIST_TOP + longest * ITEM_LINE, ops };
}

function listOps({ heading, items }: CheckList, width: number, color: string): Op[] {
  const ops: Op[] = [
    ...textOps(fitText(printable(heading).toUpperCase(), LIST_HEADING, width), LIST_HEADING, { x: 0, y: 11 }),
    { kind: 'line', x1: 0, y1: 15, x2: width, y2: 15, color: PALETTE.ink, width: 0.7 },
  ];
  for (const [i, item] of items.entries()) {
    const y = LIST_TOP + i * ITEM_LINE;
    const price = printable(item.price);
    const label = fitText(printable(item.label), ITEM, width * 0.5);
    const noteLeft = Math.max(84, 15 + measureText(label, ITEM) + 8);
    const noteRoom = width - noteLeft - measureText(price, PRICE) - 6;
    ops.push(
      ...checkBoxOps(0, y + 1, 9.5, item.checked ? color : null),
      ...textOps(label, ITEM, { x: 15, y: y + 9 }),
      ...textOps(noteRoom < 20 ? '' : fitText(printable(item.note), NOTE, noteRoom), NOTE, {
        x: noteLeft,
        y: y + 8.8,
      }),
      ...textOps(price, PRICE, { x: width, y: y + 10.4, anchor: 'end' }),
    );
    if (i > 0) {
      ops.push({
        kind: 'line',
        x1: 15,
        y1: y - 1.6,
        x2: width,
        y2: y - 1.6,
        color: PALETTE.rule,
        width: 0.35,
      });
    }
  }
  return ops;
}
