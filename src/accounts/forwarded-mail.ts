import type { AppContext } from '../context.ts';

/*
 * Mail that came back from another address than the one it was sent to: its reader, or their mail service, passes it on. That says
 * nothing about the address: its mailbox may keep the mail as well. So mail goes on, and only the owner is told, on the pages: the
 * GM must not learn who has their mail forwarded. Such a mail is listed as sent, and as come back (`bounce`).
 */

/** For how many days the owner of an account sees that a forwarded mail came back. */
const SHOWN_DAYS = 14;

const DAY = 86_400_000;

/** When the last mail was sent that was forwarded from an account's present address and came back lately; null if none did. */
export async function forwardedMailReturned(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, email }: { id: number; email: string },
): Promise<Date | null> {
  const since = new Date(now().getTime() - SHOWN_DAYS * DAY);
  const listed = { status: 'sent' as const, obstacle: 'bounce' as const, sentAt: { gte: since } };
  const last = await db.prisma.delivery.findFirst({
    where: { accountId: id, toAddress: email, ...listed },
    orderBy: { sentAt: 'desc' },
    select: { sentAt: true },
  });
  return last?.sentAt ?? null;
}
