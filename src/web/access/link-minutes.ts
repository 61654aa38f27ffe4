import { validityInWords } from '../../accounts/sign-in-links.ts';
import type { WebContext } from '../web-context.ts';

/** For how many minutes a mailed sign-in link is valid. */
export function linkMinutes({ signInLinkMinutes = 10 }: Pick<WebContext, 'signInLinkMinutes'>): number {
  return signInLinkMinutes;
}

/** For how long a mailed sign-in link is valid, in words: `10 minutes`. */
export function linkValidity(deps: Pick<WebContext, 'signInLinkMinutes'>): string {
  return validityInWords(linkMinutes(deps));
}
