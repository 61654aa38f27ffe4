import { normalized } from './normalized.ts';

/** All that does not tell names apart at a glance: marks, spaces, punctuation and symbols. */
const AROUND_LETTERS = /[\p{M}\p{Z}\p{P}\p{S}]/gu;

/** What to say to someone who enters such a name. */
export const SERVER_NAME_REFUSED = 'Enter a name without ★ that is not the name of this server, Whistlestop.';

/**
 * Whether a name looks like that of the server, or has the star with which its mails begin: “★ Whistlestop ★”. What follows that
 * line in a reply counts as quoted, and readers would think that the server wrote what a person with such a name wrote.
 */
export function isServerName(name: string): boolean {
  if (name.includes('★')) return true;
  return normalized(name, 'NFKD').replace(AROUND_LETTERS, '').toLowerCase() === 'whistlestop';
}
