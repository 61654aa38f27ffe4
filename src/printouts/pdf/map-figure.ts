import { printable } from '../../text/printable.ts';
import { type Drawing, type Op, translate } from '../drawing/operations.ts';
import { type TextStyle, textOps } from '../drawing/text.ts';
import { mapDrawing } from '../figures/map.ts';
import { drawLegend, widthOfLegend } from '../figures/map-legend.ts';
import { changedStates, drawSmallMap } from '../figures/small-map.ts';
import { PALETTE } from '../palette.ts';
import type { MapWithBefore } from './map-before.ts';
import type { Spacing } from './spacing.ts';

// The map of the country on paper. At its right stand its legend and, small, the map of the turn before.

/** By how much a map whose labels overlap is made wider, as a share of the page's width, and how wide at most. */
const MAP_STEP = 0.03;
const WIDEST_MAP = 0.85;
/** Between the map and the column at its right, in points. */
const GAP = 14;
/** How far the islands of Alaska reach beyond the map on the left, as a share of its width. */
const ISLANDS = 0.012;
/** Between the map of the turn before and the legend, in points. */
const ABOVE_LEGEND = 10;
/** The width of the map of the turn before if it stands below, as a share of the page's width. */
const BELOW_SHARE = 0.4;
const HEADING: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.ink };
const HEADING_LINE = 12;
const CHANGED = 'heavy outline: changed since then';

/**
 * The map with its legend in at most `width` points.
 * @param share its width as a share of the usual one, to make it smaller
 */
export function mapFigure(map: MapWithBefore, width: number, spacing: Spacing, share: number): Drawing {
  return (
    mapBeside(map, width, spacing.mapBesideShare * share) ??
    withBeforeBelow(map, mapWithClearLabels(map, width, spacing.mapShare * share), width)
  );
}

/** The map at the left of a column with its legend; null if its labels need so much room that no column is left. */
function mapBeside(map: MapWithBefore, width: number, share: number): Drawing | null {
  const left = width * share;
  const changed = map.before === undefined ? null : CHANGED;
  const narrowest = widthOfLegend(map.legend, changed);
  if (width - left - GAP < narrowest) return null;
  const land = mapDrawing({ ...map, legend: [] }, left, { changed: changedSince(map) });
  const right = Math.max(left, rightEndOfLabels(land));
  const column = width - right - GAP;
  if (column < narrowest) return null;
  if (labelsOverlap(withoutPieces(map, land, left))) return mapBeside(map, width, share + MAP_STEP);
  const before = beforeDrawing(map, column);
  const legend = drawLegend(map.legend, column, changed);
  const aside = before === null ? 0 : before.height + ABOVE_LEGEND;
  const height = Math.max(land.height, aside + legend.height);
  const top = (height - aside - legend.height) / 2;
  const at = (y: number) => (op: Op) => translate(op, right + GAP, y);
  const ops = [
    ...land.ops.map((op) => translate(op, left * ISLANDS, (height - land.height) / 2)),
    ...(before?.ops ?? []).map(at(top)),
    ...legend.ops.map(at(top + aside)),
  ];
  return { width, height, ops };
}

/** Where the last label ends: long ones of the small states in the East reach beyond the map. */
function rightEndOfLabels({ ops }: Drawing): number {
  return Math.max(0, ...ops.map((op) => (op.kind === 'text' ? op.x + op.width : 0)));
}

function changedSince({ states, before }: MapWithBefore) {
  return before === undefined ? [] : changedStates(states, before.states);
}

/** The map of the turn before below its heading; null if there is none. */
function beforeDrawing({ before }: MapWithBefore, width: number): Drawing | null {
  if (before === undefined) return null;
  const map = drawSmallMap(before.states, [], width);
  const heading = textOps(printable(before.heading), HEADING, { x: width / 2, y: 8.5, anchor: 'middle' });
  const ops = [...heading, ...map.ops.map((op) => translate(op, 0, HEADING_LINE))];
  return { width, height: HEADING_LINE + map.height, ops };
}

function withBeforeBelow(map: MapWithBefore, drawing: Drawing, width: number): Drawing {
  const before = beforeDrawing(map, width * BELOW_SHARE);
  if (before === null) return drawing;
  const [x, y] = [(drawing.width - before.width) / 2, drawing.height + ABOVE_LEGEND];
  const ops = [...drawing.ops, ...before.ops.map((op) => translate(op, x, y))];
  return { width: drawing.width, height: y + before.height, ops };
}

/** The map at that share of the page's width, or as much wider as its labels need, above its legend. */
function mapWithClearLabels(map: MapWithBefore, width: number, share: number): Drawing {
  const drawing = mapDrawing(map, width * share, { changed: changedSince(map) });
  if (share >= WIDEST_MAP || !labelsOverlap(withoutPieces(map, drawing, width * share))) return drawing;
  return mapWithClearLabels(map, width, share + MAP_STEP);
}

/** The drawing of a map without tokens: these find a place beside the labels by themselves, if there is one. */
function withoutPieces(map: MapWithBefore, drawing: Drawing, width: number): Drawing {
  return map.tokens === undefined ? drawing : mapDrawing({ ...map, tokens: [], arrows: [] }, width);
}

function labelsOverlap({ ops }: Drawing): boolean {
  const boxes = ops.flatMap((op) =>
    op.kind === 'text'
      ? [{ left: op.x, right: op.x + op.width, top: op.y - op.size * 0.7, bottom: op.y + op.size * 0.18 }]
      : [],
  );
  return boxes.some((a, i) =>
    boxes
      .slice(i + 1)
      .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  );
}
