import { describe, expect, test } from 'vitest';
import { translate } from '../../../src/printouts/drawing/operations.ts';
import { boundingBox, dotPath, rectanglePath, starPath } from '../../../src/printouts/drawing/paths.ts';

describe('paths', () => {
  test('lie within the box that their size says', () => {
    expect(boundingBox(rectanglePath(1, 2, 30, 40))).toEqual([1, 2, 31, 42]);
    const [left, top, right, bottom] = boundingBox(dotPath(10, 20, 2));
    for (const [found, expected] of [
      [left, 8],
      [top, 18],
      [right, 12],
      [bottom, 22],
    ] as const) {
      expect(found).toBeCloseTo(expected, 6);
    }
    expect(boundingBox(starPath(10, 20, 5))[1]).toBeCloseTo(15, 6);
  });

  test('are closed', () => {
    for (const path of [rectanglePath(0, 0, 1, 1), dotPath(0, 0, 1), starPath(0, 0, 1)]) {
      expect(path.at(-1)).toEqual(['Z']);
    }
  });
});

describe('translate', () => {
  test('shifts every kind of operation', () => {
    const path = rectanglePath(0, 0, 1, 1);
    const shifted = rectanglePath(10, 20, 1, 1);
    const color = '#000000';
    expect(translate({ kind: 'rect', x: 1, y: 2, w: 3, h: 4 }, 10, 20)).toMatchObject({ x: 11, y: 22, w: 3 });
    expect(translate({ kind: 'line', x1: 1, y1: 2, x2: 3, y2: 4, color, width: 1 }, 10, 20)).toMatchObject({
      x1: 11,
      y1: 22,
      x2: 13,
      y2: 24,
    });
    expect(translate({ kind: 'path', path, fill: color }, 10, 20).path).toEqual(shifted);
    expect(translate({ kind: 'hatch', path, color, spacing: 4, width: 1 }, 10, 20).path).toEqual(shifted);
  });
});
