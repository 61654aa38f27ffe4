import type { CirclesOp, Op } from '../drawing/operations.ts';
import { roundedPath } from '../drawing/paths.ts';
import { PALETTE } from '../palette.ts';

/** Where the pips of each face stand: column and row, each 0 to 2. */
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 1]],
  2: [
    [2, 0],
    [0, 2],
  ],
  3: [
    [2, 0],
    [1, 1],
    [0, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

/** The distance between the middles of pips, and their radius, as shares of the die's side. */
const PIP_STEP = 0.26;
const PIP_RADIUS = 0.092;

/** A die with its upper left corner at (x, y), `size` points wide. A face other than 1 to 6 has no pips. */
export function dieOps(face: number, x: number, y: number, size: number): Op[] {
  const centers = (PIPS[face] ?? []).map(
    ([column, row]) =>
      [x + size / 2 + (column - 1) * PIP_STEP * size, y + size / 2 + (row - 1) * PIP_STEP * size] as const,
  );
  const pips: CirclesOp = { kind: 'circles', centers, radius: PIP_RADIUS * size, fill: PALETTE.ink };
  const outline = { stroke: PALETTE.ink, strokeWidth: Math.max(0.5, size * 0.035) };
  return [
    { kind: 'path', path: roundedPath(x, y, size, size, size * 0.19), fill: PALETTE.white, ...outline },
    ...(centers.length === 0 ? [] : [pips]),
  ];
}

/** Dice side by side from (x, y), with a gap between them. */
export function diceOps(dice: readonly number[], x: number, y: number, size: number): Op[] {
  return dice.flatMap((face, i) => dieOps(face, x + i * size * SMALL_STEP, y, size));
}

/** The distance between dice side by side, as a multiple of their size. */
const SMALL_STEP = 1.2;

/** The width of so many dice side by side. */
export function widthOfDice(count: number, size: number): number {
  return count === 0 ? 0 : (count - 1) * size * SMALL_STEP + size;
}
