import type { MailPlace } from './mail-place.ts';

/*
 * Mail to an address that gets too much of it is held back. It would take long to fetch all of it again with each look, only to
 * learn that its address still gets too much.
 */

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Knows the addresses of mail that was held back, as long as the process runs. */
export interface HeldBackMail {
  /** Whether it is known that a mail would be held back again. */
  isStill(place: Place): boolean;
  /** Remembers that a mail was held back because of one of its addresses. */
  add(place: Place, address: string): void;
  /** Forgets a mail that was taken. */
  clear(place: Place): void;
}

/** @param mayTake whether an address may get one more mail now */
export function rememberHeldBackMail(mayTake: (address: string) => boolean): HeldBackMail {
  const addresses = new Map<string, string>();
  const nameOf = ({ uidValidity, uid }: Place) => `${uidValidity} ${uid}`;
  return {
    isStill(place) {
      const address = addresses.get(nameOf(place));
      return address !== undefined && !mayTake(address);
    },
    add: (place, address) => void addresses.set(nameOf(place), address),
    clear: (place) => void addresses.delete(nameOf(place)),
  };
}
