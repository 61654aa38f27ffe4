import type { FigureTone, Strength } from '../../rules/report.ts';
import { hatchColorOn, PALETTE, tintOf } from '../palette.ts';

/** Lines from lower left to upper right, 4 units apart, over an area of 18 × 12 units. */
const HATCHING = 'M0 4l4-4M0 8l8-8M0 12l12-12M4 12l12-12M8 12l10-10M12 12l6-6M16 12l2-2';

/** A small box in the color and hatching of a mark of a map, for a legend in text. */
export function swatchSvg(tone: FigureTone, strength: Strength): string {
  const hatching =
    tone === 'R' ? `<path d="${HATCHING}" fill="none" stroke="${hatchColorOn(strength)}"/>` : '';
  return (
    `<svg class="swatch" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 12" aria-hidden="true">` +
    `<rect width="18" height="12" fill="${tintOf(tone, strength)}"/>${hatching}` +
    `<rect x="0.5" y="0.5" width="17" height="11" fill="none" stroke="${PALETTE.ink}"/></svg>`
  );
}
