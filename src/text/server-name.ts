import { normalized } from './normalized.ts';

/** What is not seen, or only sets parts of a word apart: marks, characters of no width, spaces and dashes. */
const WITHIN_WORDS = /[\p{M}\p{Cf}\p{Z}\p{Pd}]/gu;

/** What else does not tell names apart at a glance. */
const AROUND_WORDS = /[\p{P}\p{S}]/gu;

/** The name of the server between two characters that mail programs put for its star, or that look like it. */
const BETWEEN_STARS = /[?*\p{So}]whistlestop[?*\p{So}]/iu;

/** What to say to someone who enters such a name. */
export const SERVER_NAME_REFUSED = 'Enter a name without ★ that is not the name of this server, Whistlestop.';

/**
 * Whether a name is that of the server, or has the star with which its mails begin: “★ Whistlestop ★”. What follows that
 * line in a reply counts as quoted, also with what mail programs put before it and for the star, as in “AB> ? Whistlestop ?”; and
 * readers would think that the server wrote what a person with such a name wrote. Letters of other scripts are not taken for the
 * Latin ones that they look like, nor are letters without a compatibility form, such as small capitals.
 */
export function isServerName(name: string): boolean {
  if (name.includes('★')) return true;
  const text = normalized(name, 'NFKD').replace(WITHIN_WORDS, '');
  if (BETWEEN_STARS.test(text)) return true;
  return text.replace(AROUND_WORDS, '').toLowerCase() === 'whistlestop';
}
