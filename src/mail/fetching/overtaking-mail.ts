import type { Cursor, MailPlace } from './mail-place.ts';

/*
 * Mail that is passed over lets later mail overtake it. If it can be had in the end, it must not count after later mail to the
 * same address: of two sheets the later one stands.
 */

/** Which mail of a mailbox it is: see `MailPlace`. */
type Place = Pick<MailPlace, 'uidValidity' | 'uid'>;

/** Knows the mail that was taken while earlier mail was passed over, as long as the process runs. */
export interface OvertakingMail {
  /** Remembers that this mail was taken for the address. */
  add(place: Place, address: string): void;
  /** Whether later mail than this one was taken for the address. */
  hasOvertaken(place: Place, address: string): boolean;
  /** Forgets the mail that the cursor has passed. It must be called only while no mail is passed over. */
  forget(cursor: Cursor): void;
}

/** Creates the memory of one mailbox. */
export function rememberOvertakingMail(): OvertakingMail {
  let numbering: bigint | null = null;
  const latest = new Map<string, number>();
  return {
    add({ uidValidity, uid }, address) {
      if (uidValidity !== numbering) latest.clear();
      numbering = uidValidity;
      latest.set(address, Math.max(uid, latest.get(address) ?? uid));
    },
    hasOvertaken: ({ uidValidity, uid }, address) =>
      uidValidity === numbering && (latest.get(address) ?? uid) > uid,
    forget({ next }) {
      for (const [address, uid] of latest) if (uid < next) latest.delete(address);
    },
  };
}
