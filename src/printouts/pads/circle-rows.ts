import type { Drawing, Op, Segment } from '../drawing/operations.ts';
import { PALETTE } from '../palette.ts';

// Circles to cross off, in rows.

/** How circles are drawn. Lengths are in points. */
export interface CircleLook {
  /** The distance between the middles of neighbors. */
  step: number;
  /** The color of the crosses. */
  color: string;
  /** Whether they are of no more use: paler, so that others stand out. */
  pale?: boolean;
}

/** The radius, as a share of the distance between neighbors. */
const RADIUS = 0.39;
/** Half the width of a cross, as a share of the radius. */
const CROSS = 0.78;
/** Boxes have no rows shorter than this, if there are enough circles. */
const SHORTEST_ROW = 3;
/** Nor longer ones. */
export const LONGEST_ROW = 9;

/** How many rows so many circles need at least. */
export function fewestRows(circles: number): number {
  return Math.max(1, Math.ceil(circles / LONGEST_ROW));
}

/** How many circles stand in a row, so that there are at most `rows` rows, if possible all full. */
export function circlesPerRow(circles: number, rows: number): number {
  for (let count = Math.max(fewestRows(circles), rows); count > 0; count -= 1) {
    const perRow = circles / count;
    if (Number.isInteger(perRow) && perRow >= SHORTEST_ROW && perRow <= LONGEST_ROW) return perRow;
  }
  return Math.max(1, Math.min(LONGEST_ROW, Math.ceil(circles / fewestRows(circles))));
}

/** The middles of circles in rows of `perRow`, the first one half a step from the left and from the top. */
export function circleCenters(circles: number, perRow: number, step: number): [number, number][] {
  return Array.from({ length: circles }, (_, i) => [
    ((i % perRow) + 0.5) * step,
    (Math.floor(i / perRow) + 0.5) * step,
  ]);
}

/** Circles around the centers, the first `marks` crossed. */
export function circleOps(
  centers: readonly (readonly [number, number])[],
  marks: number,
  { step, color, pale = false }: CircleLook,
): Op[] {
  const radius = step * RADIUS;
  const crossed = centers.slice(0, marks);
  const stroke = pale ? PALETTE.rule : PALETTE.ink;
  const outline: Op = {
    ...{ kind: 'circles', centers, radius, fill: PALETTE.white },
    ...{ stroke, strokeWidth: Math.max(0.4, step * 0.045) },
  };
  if (crossed.length === 0) return [outline];
  const arm = radius * CROSS;
  const path = crossed.flatMap(([x, y]): Segment[] => [
    ['M', x - arm, y - arm],
    ['L', x + arm, y + arm],
    ['M', x + arm, y - arm],
    ['L', x - arm, y + arm],
  ]);
  const strokeWidth = Math.max(0.8, step * 0.12);
  return [outline, { kind: 'path', path, stroke: pale ? PALETTE.quiet : color, strokeWidth }];
}

/** Circles in at most `rows` rows, the first `marks` crossed. */
export function circleRows(circles: number, marks: number, rows: number, look: CircleLook): Drawing {
  const perRow = circlesPerRow(circles, rows);
  const ops = circleOps(circleCenters(circles, perRow, look.step), marks, look);
  return { width: perRow * look.step, height: Math.ceil(circles / perRow) * look.step, ops };
}
