import type { Op } from '../../drawing/operations.ts';
import { PALETTE } from '../../palette.ts';

/**
 * A box to check, with its upper left corner at (x, y).
 * @param checked the color of the check mark; null if the box is not checked
 */
export function checkBoxOps(x: number, y: number, size: number, checked: string | null): Op[] {
  const box: Op = {
    ...{ kind: 'rect', x, y, w: size, h: size, fill: PALETTE.white },
    ...{ stroke: PALETTE.ink, strokeWidth: Math.max(0.5, size * 0.08) },
  };
  if (checked === null) return [box];
  const mark: Op = {
    kind: 'path',
    path: [
      ['M', x + size * 0.16, y + size * 0.5],
      ['L', x + size * 0.44, y + size * 0.82],
      ['L', x + size * 1.06, y - size * 0.14],
    ],
    stroke: checked,
    strokeWidth: size * 0.19,
  };
  return [box, mark];
}
