import type { MailPlace } from './mail-place.ts';
import type { MailClaim } from './mail-shares.ts';

/*
 * Mail that is too much for its address or account is held back, and the mail of others behind it is taken first. It would take
 * long to fetch all of it again with each look, only to learn that it is still too much.
 */

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Knows the mail that was held back, as long as the process runs. */
export interface HeldBackMail {
  /** A look through the mailbox begins, from its oldest mail. */
  beginLook(): void;
  /** Whether it is known that a mail is held back again. */
  isStill(place: Place): boolean;
  /**
   * Whether a mail is held back, which is remembered: because it is too much now, or because earlier mail to one of its
   * addresses is held back, so that an earlier sheet never comes after a later one.
   */
  holds(place: Place, claim: MailClaim): boolean;
  /** Mail behind one that was not taken, or only in part, waits for the next look, if it is to one of the same addresses. */
  waitFor(claim: Pick<MailClaim, 'addresses'>): void;
  /** Forgets a mail that was taken. */
  clear(place: Place): void;
}

/** @param mayTake whether a mail is not too much now */
export function rememberHeldBackMail(mayTake: (claim: MailClaim) => boolean): HeldBackMail {
  const claims = new Map<string, MailClaim>();
  let waiting = new Set<string>();
  const nameOf = ({ uidValidity, uid }: Place) => `${uidValidity} ${uid}`;
  const waitFor = ({ addresses }: Pick<MailClaim, 'addresses'>) => {
    for (const address of addresses) waiting.add(address);
  };
  const mustWait = (claim: MailClaim) => {
    const isHeld = claim.addresses.some((address) => waiting.has(address)) || !mayTake(claim);
    if (isHeld) waitFor(claim);
    return isHeld;
  };
  return {
    beginLook() {
      waiting = new Set();
    },
    isStill(place) {
      const claim = claims.get(nameOf(place));
      return claim !== undefined && mustWait(claim);
    },
    holds(place, claim) {
      const isHeld = mustWait(claim);
      if (isHeld) claims.set(nameOf(place), claim);
      return isHeld;
    },
    waitFor,
    clear: (place) => void claims.delete(nameOf(place)),
  };
}
