import { normalized } from './normalized.ts';

/**
 * What stands for the star of the server’s mail where mail programs lack it, take its bytes for other characters, or leave it as HTML
 * has it. Some put it between the signs of bold text.
 */
export const STARS_IN_REPLIES = /(?:[★*?\ufffd]|&#9733;|&#x2605;|&starf;|â˜…|â\u0098\u0085)+/g;

/** What is not seen, or only sets parts of a word apart: marks, characters of no width, spaces, dashes, and letters like apostrophes. */
const WITHIN_WORDS = /[\p{M}\p{Cf}\p{Z}\p{Pd}\p{Lm}]/gu;

/** What else does not tell names apart at a glance: also letters that look like a bar, an apostrophe or a dot. */
const AROUND_WORDS = /[\p{P}\p{S}\u01c0-\u01c3\ua78b\ua78c\ua78f]/gu;

/** The name of the server between two characters that mail programs put for its star, or that look like it. */
const BETWEEN_STARS = /[?*⁎⁑⁂※٭\p{S}]whistlestop[?*⁎⁑⁂※٭\p{S}]/iu;

/** What a received line may have within the signs for a star, and is not read. */
const INVISIBLE = /\p{Cf}|[\ufe0e\ufe0f]/gu;

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
  const withStars = name.replace(INVISIBLE, '').replace(STARS_IN_REPLIES, '*');
  const text = normalized(withStars, 'NFKD').replace(WITHIN_WORDS, '');
  if (BETWEEN_STARS.test(text)) return true;
  // Signs such as ™ become letters, and letters in circles are signs: both ways of reading count.
  const withoutSigns = normalized(withStars.replace(AROUND_WORDS, ''), 'NFKD').replace(WITHIN_WORDS, '');
  return [text, withoutSigns].some((one) => one.replace(AROUND_WORDS, '').toLowerCase() === 'whistlestop');
}
