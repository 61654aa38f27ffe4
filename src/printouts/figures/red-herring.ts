import type { Op, Segment } from '../drawing/operations.ts';
import { dotPath } from '../drawing/paths.ts';
import { PALETTE } from '../palette.ts';

/** Where the fish swims, in map units: its middle, in the Gulf of Mexico off Texas. */
const PLACE = [600, 580] as const;

/** The outline of the fish around its middle: the body from the nose over the back, the tail, and the belly. */
const BODY: readonly (readonly [number, number])[] = [
  ...([
    [-22, 1],
    [-15, -5],
    [-4, -8],
    [6, -6],
    [13, -2],
    [22, -8],
  ] as const),
  ...([
    [19, 1],
    [22, 9],
    [13, 3],
    [5, 7],
    [-5, 8],
    [-15, 6],
  ] as const),
];

/** A red herring, drawn on a map of this scale. */
export function redHerring(scale: number): Op[] {
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    (PLACE[0] + x) * scale,
    (PLACE[1] + y) * scale,
  ];
  const path = BODY.map((point, i): Segment => [i === 0 ? 'M' : 'L', ...at(point)]);
  const [eyeX, eyeY] = at([-15, -0.5]);
  return [
    {
      kind: 'path',
      path: [...path, ['Z']],
      fill: PALETTE.republicans,
      stroke: PALETTE.ink,
      strokeWidth: 0.4,
    },
    { kind: 'path', path: dotPath(eyeX, eyeY, 1.4 * scale), fill: PALETTE.white },
  ];
}
