import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { PlaceColumns } from '../inbound/taken-once.ts';

/** Where a mail lies. */
export interface MailPlace {
  /** See `mailboxHash`. */
  mailbox: string;
  uidValidity: bigint;
  uid: number;
}

/** The place as it is stored. */
export function placeColumns(place: MailPlace): PlaceColumns {
  return { ...place, uid: BigInt(place.uid) };
}

/** What stands for a mail to one of our addresses: its Message-ID, or its place if it has none. */
export function fetchedMailId(address: string, messageId: string | null, place: MailPlace): string {
  const name = messageId ?? `${place.mailbox} ${place.uidValidity} ${place.uid}`;
  return createHash('sha256').update(`${address}\0${name}`).digest('hex');
}

/**
 * The UID from which on mail has to be looked at: that of the first mail that is not done, or else that of the last one that
 * is, because the server may have died before it moved it away.
 */
export async function firstUidToLookAt(
  { db }: AppContext,
  { mailbox, uidValidity }: Pick<MailPlace, 'mailbox' | 'uidValidity'>,
): Promise<number> {
  const where = { mailbox, uidValidity };
  const open = await db.prisma.takenMail.aggregate({
    where: { ...where, state: { in: ['begun', 'acting'] } },
    _min: { uid: true },
  });
  const last = await db.prisma.takenMail.aggregate({ where, _max: { uid: true } });
  return Number(open._min.uid ?? last._max.uid ?? 1n);
}
