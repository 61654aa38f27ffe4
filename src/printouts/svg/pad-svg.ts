import { escapeHtml } from '../../text/escape.ts';
import type { Drawing } from '../drawing/operations.ts';
import { diceOps, dieOps, widthOfDice } from '../figures/dice.ts';
import { newPatterns, svgOps } from './operations-svg.ts';

// Circles and dice of web pages as inline SVG.

/** A drawing as SVG with words for readers who cannot see it. */
export function labeledSvg({ width, height, ops }: Drawing, className: string, words: string): string {
  return (
    `<svg class="${className}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${inTenths(width)} ${inTenths(height)}" ` +
    `role="img" aria-label="${escapeHtml(words)}">${svgOps(ops, newPatterns('pad'))}</svg>`
  );
}

/** One die. */
export function dieSvg(face: number): string {
  const size = 40;
  const ops = dieOps(face, 1, 1, size);
  return labeledSvg({ width: size + 2, height: size + 2, ops }, 'die', `A die that shows ${face}`);
}

/** Dice in a line of text or a cell. */
export function smallDiceSvg(dice: readonly number[]): string {
  const size = 20;
  const ops = diceOps(dice, 1, 1, size);
  const drawing = { width: widthOfDice(dice.length, size) + 2, height: size + 2, ops };
  return labeledSvg(drawing, `small-dice small-dice-${dice.length}`, `Dice: ${dice.join(', ')}`);
}

function inTenths(length: number): number {
  return Math.round(length * 10) / 10;
}
