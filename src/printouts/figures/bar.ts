import { grouped } from '../../rules/numbers.ts';
import type { VoteBar } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing, Op } from '../drawing/operations.ts';
import { rectanglePath } from '../drawing/paths.ts';
import { fitText, measureText, textOps } from '../drawing/text.ts';
import { hatchColorOn, PALETTE, textColorOn, tintOf } from '../palette.ts';

const BAR_TOP = 14;
const BAR_HEIGHT = 22;
const NAMES = { font: 'sans', size: 8, color: PALETTE.ink } as const;
const NUMBER = { font: 'heading', size: 15 } as const;

type Part = VoteBar['parts'][number];

/** Draws a bar of electoral votes, `width` points wide: its parts side by side with their names, and its mark. */
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
  const names = namesBelow(bar, width);
  return { width, height: BAR_TOP + BAR_HEIGHT + 4 + names.rows * 12, ops: [...ops, ...names.ops] };
}

function partOps(part: Part, x: number, w: number): Op[] {
  const tint = tintOf(part.tone, part.strength);
  const ops: Op[] = [
    { kind: 'rect', x, y: BAR_TOP, w, h: BAR_HEIGHT, fill: tint, stroke: PALETTE.ink, strokeWidth: 0.5 },
  ];
  if (part.tone === 'R') {
    const path = rectanglePath(x, BAR_TOP, w, BAR_HEIGHT);
    ops.push({ kind: 'hatch', path, color: hatchColorOn(part.strength), spacing: 4, width: 0.7 });
  }
  const label = labelIn(part, w);
  if (label === null) return ops;
  if (part.tone === 'R') {
    // Covers the hatching behind the text.
    const textWidth = measureText(label, NUMBER);
    ops.push({
      kind: 'rect',
      x: x + w / 2 - textWidth / 2 - 4,
      y: BAR_TOP + 3,
      w: textWidth + 8,
      h: BAR_HEIGHT - 6,
      fill: tint,
    });
  }
  const style = { ...NUMBER, color: textColorOn(part.tone, part.strength) };
  const y = BAR_TOP + BAR_HEIGHT / 2 + NUMBER.size * 0.36;
  return [...ops, ...textOps(label, style, { x: x + w / 2, y, anchor: 'middle' })];
}

/** What fits in a part `w` points wide: its name and number, only its number, or nothing. */
function labelIn(part: Part, w: number): string | null {
  const choices = [nameAndNumber(part), grouped(part.value)];
  return choices.find((label) => measureText(label, NUMBER) + 24 <= w) ?? null;
}

function nameAndNumber(part: Part): string {
  return `${printable(part.label)} ${grouped(part.value)}`.toUpperCase();
}

/** The line of the mark with a pointer at its top, and its label on the side that has room. */
function markOps(mark: { label: string }, x: number, width: number): Op[] {
  const text = fitText(printable(mark.label), NAMES, width / 2);
  const fitsOnRight = x + 7 + measureText(text, NAMES) <= width;
  const bottom = BAR_TOP + BAR_HEIGHT + 3;
  return [
    { kind: 'line', x1: x, y1: BAR_TOP - 4, x2: x, y2: bottom, color: PALETTE.white, width: 2.6 },
    { kind: 'line', x1: x, y1: BAR_TOP - 4, x2: x, y2: bottom, color: PALETTE.ink, width: 1.2 },
    {
      kind: 'path',
      path: [['M', x - 4, BAR_TOP - 9], ['L', x + 4, BAR_TOP - 9], ['L', x, BAR_TOP - 2], ['Z']],
      fill: PALETTE.ink,
    },
    ...textOps(
      text,
      NAMES,
      fitsOnRight ? { x: x + 7, y: 8.5, anchor: 'start' } : { x: x - 7, y: 8.5, anchor: 'end' },
    ),
  ];
}

/** Below the bar, the names of the parts that are too narrow for their names. */
function namesBelow(bar: VoteBar, width: number): { ops: Op[]; rows: number } {
  const gap = 14;
  let [x, row] = [0, 0];
  const ops: Op[] = [];
  const scale = width / Math.max(1, bar.total);
  const narrow = bar.parts.filter((part) => labelIn(part, part.value * scale) !== nameAndNumber(part));
  for (const part of narrow) {
    const text = fitText(`${printable(part.label)}: ${grouped(part.value)}`, NAMES, width - 14);
    const entryWidth = 13 + measureText(text, NAMES);
    if (x > 0 && x + entryWidth > width) {
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
        color: hatchColorOn(part.strength),
        spacing: 3,
        width: 0.6,
      });
    }
    ops.push(...textOps(text, NAMES, { x: x + 13, y: y + 6.6 }));
    x += entryWidth + gap;
  }
  return { ops, rows: narrow.length === 0 ? 0 : row + 1 };
}
