import { describe, expect, test } from 'vitest';
import { boundingBox } from '../../../src/printouts/drawing/paths.ts';
import { drawMap } from '../../../src/printouts/figures/map.ts';
import { MAP_HEIGHT, MAP_WIDTH, stateShapes } from '../../../src/printouts/figures/map-shapes.ts';
import { PALETTE } from '../../../src/printouts/palette.ts';
import { STATE_CODES } from '../../../src/rules/country.ts';
import { overlaps, pageOf } from '../page-checks.ts';
import { sampleMap } from '../sample-report.ts';

describe('the shapes of the states', () => {
  test.each(STATE_CODES)('have land for %s, within the map', (code) => {
    const [left, top, right, bottom] = boundingBox(stateShapes()[code]);
    // The westernmost islands of Alaska reach into the margin of the page.
    expect(left).toBeGreaterThan(-70);
    expect(right).toBeLessThan(MAP_WIDTH);
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(MAP_HEIGHT);
    expect(right - left).toBeGreaterThan(2);
  });
});

describe('the map', () => {
  const seats = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

  test.each([
    [340, undefined],
    [405, undefined],
    [468, undefined],
    [720, { code: 10, mark: 8.5 }],
  ])('has a label for each state at a width of %d, and no two overlap', (width, sizes) => {
    const { states, legend } = drawMap(sampleMap(seats), width, sizes);
    expect(overlaps([pageOf([...states.flatMap(({ label }) => label), ...legend])])).toEqual([]);
    for (const { code, label } of states) {
      expect(label.some((op) => op.kind === 'text' && op.text === code)).toBe(true);
    }
  });

  test('has dark labels beside the land, where the paper is white', () => {
    const dark = { tone: 'D', strength: 5, label: 'AB', words: 'Democrats, solid' } as const;
    const { states } = drawMap({ kind: 'map', caption: '', states: { HI: dark, NY: dark }, legend: [] }, 468);
    const colorOf = (state: string) => {
      const texts = states.find(({ code }) => code === state)?.label ?? [];
      return new Set(texts.flatMap((op) => (op.kind === 'text' ? [op.color] : [])));
    };
    expect(colorOf('HI')).toEqual(new Set([PALETTE.ink]));
    expect(colorOf('NY')).toEqual(new Set([PALETTE.white]));
  });

  test('hatches the states of the Republicans alone', () => {
    for (const { mark, hatch } of drawMap(sampleMap(seats), 468).states) {
      expect(hatch !== null).toBe(mark?.tone === 'R');
    }
  });
});
