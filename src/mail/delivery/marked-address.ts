import { addressMarkOf, HELD_BY_MARK } from '../../accounts/address-marks.ts';
import type { AppContext } from '../../context.ts';
import type { Delivery, DeliveryKind } from '../../database/generated/client.ts';

/**
 * Kinds of mail that wait for no one: all of it is on the pages. Links that prove an address, invitations, and answers to what
 * someone has just mailed are sent in any case.
 */
const ON_THE_PAGES: readonly DeliveryKind[] = ['printout', 'receipt', 'notice', 'letter', 'message'];

/**
 * Why a mail is not sent, because mail to its address comes back; null if it may be sent. It is asked at every attempt, so
 * that mail goes out again as soon as the address is proved or changed.
 */
export async function heldByMark(
  { db }: Pick<AppContext, 'db'>,
  { kind, accountId, toAddress }: Delivery,
): Promise<string | null> {
  if (accountId === null || !ON_THE_PAGES.includes(kind)) return null;
  const mark = await addressMarkOf(db.prisma, { id: accountId, email: toAddress });
  if (mark === null) return null;
  return `${HELD_BY_MARK} Its reader can confirm the address or change it, and then you can send this again.`;
}
