import { describe, expect, test } from 'vitest';
import { accentOf, PALETTE, type Strength, textColorOn, tintOf } from '../../src/printouts/palette.ts';
import { PIECE_COLORS } from '../../src/rules/report.ts';

const STRENGTHS: Strength[] = [1, 2, 3, 4, 5];

/** The relative luminance of a color (WCAG 2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe('the palette', () => {
  test('gives text on every tint a contrast of at least 4.5', () => {
    for (const tone of ['D', 'R', null] as const) {
      for (const strength of STRENGTHS) {
        const found = contrast(tintOf(tone, strength), textColorOn(tone, strength));
        expect(found, `${tone} ${strength}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('gives text on the colors of pieces, full and light, a contrast of at least 4.5', () => {
    for (const tone of PIECE_COLORS) {
      for (const strength of [1, 3] as const) {
        const found = contrast(tintOf(tone, strength), textColorOn(tone, strength));
        expect(found, `${tone} ${strength}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(accentOf(tone), PALETTE.white), tone).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('gives text on every background a contrast of at least 4.5', () => {
    for (const color of [PALETTE.ink, PALETTE.quiet, PALETTE.democrats, PALETTE.republicans]) {
      for (const background of [PALETTE.paper, PALETTE.white, PALETTE.zebra]) {
        expect(contrast(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test.each(['D', 'R'] as const)('has tints of %s that grow darker with the strength', (tone) => {
    const tints = STRENGTHS.map((strength) => luminance(tintOf(tone, strength)));
    expect(tints).toEqual(tints.toSorted((a, b) => b - a));
    expect(new Set(tints).size).toBe(5);
  });
});
