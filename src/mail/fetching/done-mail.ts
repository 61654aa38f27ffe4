import type { Cursor, MailPlace } from './mail-place.ts';

/*
 * Mail that is done, or none of our business, behind mail that is held back: the mailbox is looked through from there each time.
 * It would take long to fetch the header of each such mail again.
 */

/** Knows the mail that is done behind what was looked through, as long as the process runs. */
export interface DoneMail {
  has(place: Place): boolean;
  add(place: Place): void;
  /** Forgets the mail that the cursor has passed: it is not found again. */
  forget(cursor: Cursor): void;
}

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Creates the memory of one mailbox. */
export function rememberDoneMail(): DoneMail {
  let numbering: bigint | null = null;
  const done = new Set<number>();
  return {
    has: ({ uidValidity, uid }) => uidValidity === numbering && done.has(uid),
    add({ uidValidity, uid }) {
      if (uidValidity !== numbering) done.clear();
      numbering = uidValidity;
      done.add(uid);
    },
    forget({ next }) {
      for (const uid of done) if (uid < next) done.delete(uid);
    },
  };
}
