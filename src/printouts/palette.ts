import type { Tone } from '../rules/report.ts';

/**
 * The colours of the house, as hex. The web's stylesheet uses the same values. Each pair that carries text
 * has a contrast of at least 4.5:1 (WCAG 2 AA).
 */
export const PALETTE = {
  ink: '#1d1b18',
  /** Small print. */
  quiet: '#5d564a',
  paper: '#faf6ec',
  white: '#ffffff',
  rule: '#cfc6b2',
  /** Every second row of a table. */
  zebra: '#f6f1e4',
  star: '#b8892b',
  democrats: '#1f4e79',
  republicans: '#a32a2a',
} as const;

/** How strongly a state is held: 1 weakest … 5 strongest. */
export type Strength = 1 | 2 | 3 | 4 | 5;

const TINTS: Record<'D' | 'R' | 'nobody', readonly [string, string, string, string, string]> = {
  D: ['#dbe6f0', '#c5d6e6', '#6f95b8', '#47729a', '#1f4e79'],
  R: ['#f5dfdb', '#ecc9c4', '#c9706a', '#b64d4a', '#a32a2a'],
  nobody: ['#f7f4ec', '#efeadd', '#e3dccb', '#d6cdb8', '#cfc6b2'],
};

/** The colour of an area of a party at a strength. */
export function tintOf(tone: Tone, strength: Strength): string {
  return TINTS[tone ?? 'nobody'][strength - 1] as string;
}

/** The colour of writing on that area: ink or white, whichever reads better. */
export function textOn(tone: Tone, strength: Strength): string {
  return tone !== null && strength >= 4 ? PALETTE.white : PALETTE.ink;
}

/** The colour of the hatching that marks the Republicans' areas, so that they differ without colour. */
export function hatchOn(strength: Strength): string {
  return strength >= 3 ? '#f3d9d5' : '#c9706a';
}

/** The colour of writing and lines of a party. */
export function accentOf(tone: Tone): string {
  if (tone === 'D') return PALETTE.democrats;
  return tone === 'R' ? PALETTE.republicans : PALETTE.ink;
}
