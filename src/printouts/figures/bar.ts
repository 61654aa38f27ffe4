import type { VoteBar } from '../../rules/report.ts';
import type { Drawing, Op } from '../drawing.ts';
import { rectanglePath } from '../drawing.ts';
import { fitText, measure, textOps } from '../fonts.ts';
import { hatchOn, PALETTE, textOn, tintOf } from '../palette.ts';
import { clean } from '../words.ts';

const BAR_TOP = 14;
const BAR_HEIGHT = 22;
const NAMES = { face: 'sans', size: 8, color: PALETTE.ink } as const;
const NUMBER = { face: 'heading', size: 15 } as const;

/** Draws the bar of electoral votes `width` points wide: parts side by side with their names, a mark. */
export function drawBar(bar: VoteBar, width: number): Drawing {
  const scale = width / Math.max(1, bar.total);
  const ops: Op[] = [
    {
      kind: 'rect',
      x: 0,
      y: BAR_TOP,
      w: width,
      h: BAR_HEIGHT,
      fill: PALETTE.white,
      stroke: PALETTE.ink,
      strokeWidth: 0.5,
    },
  ];
  let x = 0;
  for (const part of bar.parts) {
    const w = Math.max(0, Math.min(part.value * scale, width - x));
    if (w > 0) ops.push(...partOps(part, x, w));
    x += w;
  }
  if (bar.mark !== null) ops.push(...markOps(bar.mark, Math.min(width, bar.mark.value * scale), width));
  const names = namesOf(bar, width);
  return { width, height: BAR_TOP + BAR_HEIGHT + 4 + names.rows * 12, ops: [...ops, ...names.ops] };
}

function partOps(part: VoteBar['parts'][number], x: number, w: number): Op[] {
  const tint = tintOf(part.tone, part.strength);
  const ops: Op[] = [
    { kind: 'rect', x, y: BAR_TOP, w, h: BAR_HEIGHT, fill: tint, stroke: PALETTE.ink, strokeWidth: 0.5 },
  ];
  if (part.tone === 'R') {
    const path = rectanglePath(x, BAR_TOP, w, BAR_HEIGHT);
    ops.push({ kind: 'hatch', path, color: hatchOn(part.strength), spacing: 4, width: 0.7 });
  }
  const words = wordsIn(part, w);
  if (words === null) return ops;
  const wide = measure(words, NUMBER.face, NUMBER.size);
  const y = BAR_TOP + BAR_HEIGHT / 2 + NUMBER.size * 0.36;
  if (part.tone === 'R') {
    ops.push({
      kind: 'rect',
      x: x + w / 2 - wide / 2 - 4,
      y: BAR_TOP + 3,
      w: wide + 8,
      h: BAR_HEIGHT - 6,
      fill: tint,
    });
  }
  const color = textOn(part.tone, part.strength);
  return [...ops, ...textOps(words, x + w / 2, y, { ...NUMBER, color }, 'middle')];
}

/** What is written in a part `w` points wide: its name and number, its number, or nothing. */
function wordsIn(part: VoteBar['parts'][number], w: number): string | null {
  const choices = [wholeName(part), String(part.value)];
  return choices.find((words) => measure(words, NUMBER.face, NUMBER.size) + 24 <= w) ?? null;
}

function wholeName(part: VoteBar['parts'][number]): string {
  return `${clean(part.label)} ${part.value}`.toUpperCase();
}

/** The line of the majority, a pointer at its head, and its words at the side that has room. */
function markOps(mark: { label: string }, x: number, width: number): Op[] {
  const text = fitText(clean(mark.label), NAMES.face, NAMES.size, width / 2);
  const right = x + 7 + measure(text, NAMES.face, NAMES.size) <= width;
  const bottom = BAR_TOP + BAR_HEIGHT + 3;
  return [
    { kind: 'line', x1: x, y1: BAR_TOP - 4, x2: x, y2: bottom, color: PALETTE.white, width: 2.6 },
    { kind: 'line', x1: x, y1: BAR_TOP - 4, x2: x, y2: bottom, color: PALETTE.ink, width: 1.2 },
    {
      kind: 'path',
      path: [['M', x - 4, BAR_TOP - 9], ['L', x + 4, BAR_TOP - 9], ['L', x, BAR_TOP - 2], ['Z']],
      fill: PALETTE.ink,
    },
    ...textOps(text, right ? x + 7 : x - 7, 8.5, NAMES, right ? 'start' : 'end'),
  ];
}

/** Names of the parts that have no room for them in the bar. */
function namesOf(bar: VoteBar, width: number): { ops: Op[]; rows: number } {
  const gap = 14;
  let [x, row] = [0, 0];
  const ops: Op[] = [];
  const scale = width / Math.max(1, bar.total);
  const nameless = bar.parts.filter((part) => wordsIn(part, part.value * scale) !== wholeName(part));
  for (const part of nameless) {
    const text = fitText(`${clean(part.label)}: ${part.value}`, NAMES.face, NAMES.size, width - 14);
    const wide = 13 + measure(text, NAMES.face, NAMES.size);
    if (x > 0 && x + wide > width) {
      x = 0;
      row += 1;
    }
    const y = BAR_TOP + BAR_HEIGHT + 6 + row * 12;
    ops.push({
      kind: 'rect',
      x,
      y,
      w: 9,
      h: 7,
      fill: tintOf(part.tone, part.strength),
      stroke: PALETTE.ink,
      strokeWidth: 0.4,
    });
    if (part.tone === 'R') {
      ops.push({
        kind: 'hatch',
        path: rectanglePath(x, y, 9, 7),
        color: hatchOn(part.strength),
        spacing: 3,
        width: 0.6,
      });
    }
    ops.push(...textOps(text, x + 13, y + 6.6, NAMES));
    x += wide + gap;
  }
  return { ops, rows: nameless.length === 0 ? 0 : row + 1 };
}
