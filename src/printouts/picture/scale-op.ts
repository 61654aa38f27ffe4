import type { Op } from '../drawing/operations.ts';
import { translate } from '../drawing/operations.ts';
import { scalePath } from '../drawing/paths.ts';

/** An operation enlarged about the origin, with its lines and its text, and then shifted. */
export function scaleOp(op: Op, { scale, x, y }: { scale: number; x: number; y: number }): Op {
  return translate(enlarged(op, scale), x, y);
}

function enlarged(op: Op, k: number): Op {
  switch (op.kind) {
    case 'text':
      return { ...op, x: op.x * k, y: op.y * k, width: op.width * k, size: op.size * k };
    case 'line':
      return { ...op, x1: op.x1 * k, y1: op.y1 * k, x2: op.x2 * k, y2: op.y2 * k, width: op.width * k };
    case 'rect':
      return { ...op, x: op.x * k, y: op.y * k, w: op.w * k, h: op.h * k, ...stroked(op, k) };
    case 'path':
      return { ...op, path: scalePath(op.path, k), ...stroked(op, k) };
    case 'hatch':
      return { ...op, path: scalePath(op.path, k), spacing: op.spacing * k, width: op.width * k };
    case 'circles': {
      const centers = op.centers.map(([x, y]) => [x * k, y * k] as const);
      return { ...op, centers, radius: op.radius * k, ...stroked(op, k) };
    }
  }
}

function stroked({ strokeWidth }: { strokeWidth?: number }, k: number): { strokeWidth?: number } {
  return strokeWidth === undefined ? {} : { strokeWidth: strokeWidth * k };
}
