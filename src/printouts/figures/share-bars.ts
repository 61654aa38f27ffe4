import type { ShareBars } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { type Drawing, type Op, translate } from '../drawing/operations.ts';
import { rectanglePath } from '../drawing/paths.ts';
import { fitText, measureText, textOps } from '../drawing/text.ts';
import { accentOf, PALETTE, tintOf } from '../palette.ts';

const HEADING = { font: 'sans-bold', size: 8, color: PALETTE.ink } as const;
const LABEL = { font: 'sans-bold', size: 7 } as const;
const COUNT = { font: 'sans', size: 7, color: PALETTE.quiet } as const;
const HEADING_LINE = 12;
const BAR_LINE = 9.5;
const BAR_HEIGHT = 6.5;
const GAP = 14;
const ROW_GAP = 7;
/** No column of groups is narrower than this, in points, and there are at most so many. */
const NARROWEST = 112;
const MOST_COLUMNS = 4;

type Group = ShareBars['groups'][number];
type Bar = Group['bars'][number];

/** Draws the groups of bars in columns, `width` points wide in all. Who a bar is for stands at its left, its figures at its right. */
export function drawShareBars({ groups }: ShareBars, width: number): Drawing {
  const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor((width + GAP) / (NARROWEST + GAP))));
  const column = (width - (columns - 1) * GAP) / columns;
  const ops: Op[] = [];
  let y = 0;
  for (let first = 0; first < groups.length; first += columns) {
    const row = groups.slice(first, first + columns).map((group) => drawGroup(group, column));
    if (y > 0) y += ROW_GAP;
    for (const [i, group] of row.entries()) {
      ops.push(...group.ops.map((op) => translate(op, i * (column + GAP), y)));
    }
    y += Math.max(...row.map(({ height }) => height));
  }
  return { width, height: y, ops };
}

function drawGroup({ heading, bars }: Group, width: number): Drawing {
  const labels = bars.map(({ label }) => fitText(printable(label), LABEL, width / 3));
  const left = Math.max(0, ...labels.map((label) => measureText(label, LABEL))) + 5;
  const counts = bars.map(({ value, of }) => `${value} of ${of}`);
  const right = Math.max(0, ...counts.map((count) => measureText(count, COUNT))) + 5;
  const room = width - left - right;
  const ops: Op[] = textOps(fitText(printable(heading), HEADING, width), HEADING, { x: 0, y: 8 });
  for (const [i, bar] of bars.entries()) {
    const y = HEADING_LINE + i * BAR_LINE;
    const color = accentOf(bar.tone);
    ops.push(
      ...textOps(labels[i] as string, { ...LABEL, color }, { x: 0, y: y + 6 }),
      ...barOps(bar, { x: left, y: y + 0.4, room }),
      ...textOps(counts[i] as string, COUNT, { x: width, y: y + 6, anchor: 'end' }),
    );
  }
  return { width, height: HEADING_LINE + bars.length * BAR_LINE, ops };
}

function barOps({ tone, value, of }: Bar, { x, y, room }: { x: number; y: number; room: number }): Op[] {
  const w = (room * Math.max(0, Math.min(value, of))) / Math.max(1, of);
  const frame: Op = { kind: 'rect', x, y, w: room, h: BAR_HEIGHT, stroke: PALETTE.rule, strokeWidth: 0.5 };
  if (w === 0) return [frame];
  const outline = { stroke: accentOf(tone), strokeWidth: 0.6 };
  return [
    frame,
    { kind: 'path', path: rectanglePath(x, y, w, BAR_HEIGHT), fill: tintOf(tone, 3), ...outline },
  ];
}
