import type { FigureTone, PieceColor } from '../rules/report.ts';

/**
 * The colors of printouts and mail, as hex. The stylesheet of the web pages uses the same values. Colors that are
 * used together for text and its background have a contrast of at least 4.5:1 (WCAG 2 AA).
 */
export const PALETTE = {
  ink: '#1d1b18',
  /** Small print. */
  quiet: '#5d564a',
  paper: '#faf6ec',
  white: '#ffffff',
  rule: '#cfc6b2',
  /** The background of every second row of a table. */
  zebra: '#f6f1e4',
  /** A state that plays no part. */
  idle: '#e9e7e2',
  star: '#b8892b',
  /** Stars on a dark background. */
  starOnInk: '#e3bd6a',
  democrats: '#1f4e79',
  republicans: '#a32a2a',
} as const;

/** How strongly a state leans: from 1, the weakest, to 5, the strongest. */
export type Strength = 1 | 2 | 3 | 4 | 5;

const TINTS: Record<'D' | 'R' | 'neutral', readonly [string, string, string, string, string]> = {
  D: ['#dbe6f0', '#c5d6e6', '#6f95b8', '#47729a', '#1f4e79'],
  R: ['#f5dfdb', '#ecc9c4', '#c9706a', '#b64d4a', '#a32a2a'],
  neutral: ['#f7f4ec', '#efeadd', '#e3dccb', '#d6cdb8', '#cfc6b2'],
};

/** Players' pieces: an area with dark text, or light text on black, a light area, and a line or text on white. */
const PIECES: Record<PieceColor, { area: string; light: string; line: string }> = {
  orange: { area: '#f2a65a', light: '#fce4cb', line: '#9a4f00' },
  yellow: { area: '#f8e36b', light: '#fdf6cf', line: '#756000' },
  blue: { area: '#8fb8e3', light: '#dce9f6', line: '#1f5a9c' },
  white: { area: '#ffffff', light: '#ffffff', line: '#5d564a' },
  red: { area: '#e58b80', light: '#f8dcd8', line: '#a8281d' },
  black: { area: '#4a463f', light: '#d9d6d0', line: '#1d1b18' },
  purple: { area: '#bda2dc', light: '#e9def4', line: '#66399a' },
  green: { area: '#93c78a', light: '#dcefd9', line: '#2a6b2e' },
  brown: { area: '#b8926c', light: '#eee0d2', line: '#6d4522' },
};

function isPiece(tone: FigureTone): tone is PieceColor {
  return tone !== null && tone in PIECES;
}

/** The color of an area of a party at a strength, or of a player. */
export function tintOf(tone: FigureTone, strength: Strength): string {
  if (isPiece(tone)) return strength === 1 ? PIECES[tone].light : PIECES[tone].area;
  return TINTS[tone ?? 'neutral'][strength - 1] as string;
}

/** The color of text on that area: ink or white, whichever has the better contrast. */
export function textColorOn(tone: FigureTone, strength: Strength): string {
  if (isPiece(tone)) return tone === 'black' && strength > 1 ? PALETTE.white : PALETTE.ink;
  return tone !== null && strength >= 4 ? PALETTE.white : PALETTE.ink;
}

/** The color of the hatching that marks the areas of the Republicans, so that they can be told apart without color. */
export function hatchColorOn(strength: Strength): string {
  return strength >= 3 ? '#f3d9d5' : '#c9706a';
}

/** The color of text and lines of a party or a player. */
export function accentOf(tone: FigureTone): string {
  if (isPiece(tone)) return PIECES[tone].line;
  if (tone === 'D') return PALETTE.democrats;
  return tone === 'R' ? PALETTE.republicans : PALETTE.ink;
}
