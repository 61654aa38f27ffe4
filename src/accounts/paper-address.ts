import { randomBytes } from 'node:crypto';

/** The domain of the addresses of paper players. No domain under `.invalid` exists (RFC 2606, section 2). */
const DOMAIN = '@paper.invalid';

/** Selects these addresses in the database, where all are in lower case. */
export const PAPER_ADDRESSES = { endsWith: DOMAIN } as const;

/**
 * What stands in place of the e-mail address of an account that has none: its player gets everything by post. It is random, so
 * that no one can take it first. Nothing is ever mailed to it.
 */
export function newPaperAddress(): string {
  return `paper-${randomBytes(12).toString('hex')}${DOMAIN}`;
}

/** Whether an address stands for a player who has no e-mail. */
export function isPaperAddress(email: string): boolean {
  return email.toLowerCase().endsWith(DOMAIN);
}
