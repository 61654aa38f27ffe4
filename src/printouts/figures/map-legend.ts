import type { ElectoralMap, FigureTone, MapMark } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing, HatchOp, Op, RectOp, Segment } from '../drawing/operations.ts';
import { rectanglePath } from '../drawing/paths.ts';
import { fitText, measureText, textOps } from '../drawing/text.ts';
import { accentOf, hatchColorOn, PALETTE, tintOf } from '../palette.ts';
import { partyOf } from '../party-letter.ts';

// The legend of a map, and the swatches in it and on the map.

const ROW = 15;
const TEXT = { font: 'sans', size: 7, color: PALETTE.ink } as const;
const SWATCH = { w: 14, h: 9 } as const;
/** Between entries. */
const GAP = 9;
/** Between a swatch and its text. */
const TEXT_GAP = 4;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The hatching of an area of the Republicans. */
export function hatchOp(path: readonly Segment[], strength: MapMark['strength']): HatchOp {
  return { kind: 'hatch', path, color: hatchColorOn(strength), spacing: 4, width: 0.7 };
}

/** The hatching of a state on a map: of the Republicans, or in the color of a tied player; null if it has none. */
export function hatchOfMark(mark: MapMark | null, path: readonly Segment[]): HatchOp | null {
  if (mark?.tone === 'R') return hatchOp(path, mark.strength);
  if (mark?.hatch === undefined) return null;
  return { kind: 'hatch', path, color: accentOf(mark.hatch), spacing: 4, width: 1.2 };
}

/** A small box in the color (and hatching) of a mark; white if `strength` is null. */
export function swatchOps(tone: FigureTone, strength: MapMark['strength'] | null, box: Box): Op[] {
  const fill = strength === null ? PALETTE.white : tintOf(tone, strength);
  const rect: RectOp = { kind: 'rect', ...box, fill, stroke: PALETTE.ink, strokeWidth: 0.4 };
  if (tone !== 'R' || strength === null) return [rect];
  return [rect, hatchOp(rectanglePath(box.x, box.y, box.w, box.h), strength)];
}

/**
 * Draws the legend of a map in at most `width` points. Each party begins a row.
 * @param changed what a heavy outline means, on maps that have some; null on others
 */
export function drawLegend(
  legend: ElectoralMap['legend'],
  width: number,
  changed: string | null = null,
): Drawing {
  let [x, row] = [0, 0];
  const ops: Op[] = [];
  const add = (text: string, newRow: boolean, swatch: (box: Box) => Op[]) => {
    const label = fitText(text, TEXT, width - SWATCH.w - TEXT_GAP);
    const entryWidth = SWATCH.w + TEXT_GAP + measureText(label, TEXT);
    if (x > 0 && (newRow || x + entryWidth > width)) {
      x = 0;
      row += 1;
    }
    const y = row * ROW;
    ops.push(
      ...swatch({ x, y, ...SWATCH }),
      ...textOps(label, TEXT, { x: x + SWATCH.w + TEXT_GAP, y: y + 7.2 }),
    );
    x += entryWidth + GAP;
  };
  for (const [i, { tone, strength, text }] of legend.entries()) {
    const otherParty = i > 0 && partyOf(legend[i - 1]?.tone ?? null) !== partyOf(tone);
    add(printable(text), otherParty, (box) => swatchOps(tone, strength, box));
  }
  if (changed !== null) add(changed, false, changedSwatch);
  return { width, height: ops.length === 0 ? 0 : (row + 1) * ROW, ops };
}

/** How wide a legend must be for its longest entry, in points. */
export function widthOfLegend(legend: ElectoralMap['legend'], changed: string | null): number {
  const texts = [...legend.map(({ text }) => printable(text)), ...(changed === null ? [] : [changed])];
  return SWATCH.w + TEXT_GAP + Math.max(0, ...texts.map((text) => measureText(text, TEXT)));
}

/** The width of the outline of a state that is not as it was on the map before, in points. */
export const CHANGED_OUTLINE = 1.3;

function changedSwatch(box: Box): Op[] {
  const outline = { stroke: PALETTE.ink, strokeWidth: CHANGED_OUTLINE };
  return [{ kind: 'rect', ...box, fill: PALETTE.white, ...outline }];
}
