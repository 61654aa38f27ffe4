import type { FigureTone, Tone } from '../rules/report.ts';

/** The party of an accent; null for that of a player's pieces. */
export function partyOf(tone: FigureTone): Tone {
  return tone === 'D' || tone === 'R' ? tone : null;
}

/**
 * Adds the letter of the party, ` (D)` or ` (R)`, to a text in the party's color, so that color is never the only
 * sign. A text that names the party itself is returned as it is, and so is an empty one.
 */
export function withPartyLetter(text: string, tone: FigureTone): string {
  return partyOf(tone) === null || text === '' || namesParty(text) ? text : `${text} (${tone})`;
}

function namesParty(text: string): boolean {
  return /democrat|republican/i.test(text) || /(^|[^\p{L}])[DR]([^\p{L}]|$)/u.test(text);
}
