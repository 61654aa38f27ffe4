import { addressHash } from '../../accounts/address-hash.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { DeliveryKind } from '../../database/generated/client.ts';
import type { WholeSeat } from '../game/game-store.ts';

/**
 * How many mails of a kind someone gets in 24 hours about seats that they have not accepted, from all games together. They
 * may never have agreed to get anything from these games. What is not mailed is on the web. Invitations have limits of
 * their own, and no other kind goes to such a seat.
 */
const MAILED_A_DAY: Partial<Record<DeliveryKind, number>> = {
  printout: 3,
  letter: 3,
  receipt: 3,
  notice: 10,
  answer: 3,
};

const DAY = 86_400_000;

/**
 * Whether one more mail of a kind may go to the player of a seat; a notice is counted by this. It always may once they have accepted the seat. What was
 * mailed about seats that have passed to someone else counts, too.
 */
export async function mayMail(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  { accountId, acceptedAt }: Pick<WholeSeat, 'accountId' | 'acceptedAt'>,
  kind: DeliveryKind,
): Promise<boolean> {
  const most = MAILED_A_DAY[kind];
  if (acceptedAt !== null || most === undefined) return true;
  const createdAt = { gt: new Date(ctx.now().getTime() - DAY) };
  if (kind === 'notice') return countNotice(tx, ctx, { accountId, most });
  const seat = { OR: [{ acceptedAt: null }, { accountId: null }, { accountId: { not: accountId } }] };
  return (await tx.delivery.count({ where: { kind, accountId, createdAt, seat } })) < most;
}

/**
 * Counts a notice, unless there were too many. Notices are the only mail to a seat that can be removed with its deliveries,
 * because they are also sent while a game is forming. So they are counted in `MailRequest`, whose rows stay.
 */
async function countNotice(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  { accountId, most }: { accountId: number | null; most: number },
): Promise<boolean> {
  if (accountId === null) return false;
  const counted = { kind: 'invitedNotice' as const, accountId };
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  if ((await tx.mailRequest.count({ where: { ...counted, at } })) >= most) return false;
  const { email } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { email: true } });
  await tx.mailRequest.create({ data: { ...counted, addressHash: addressHash(email), at: ctx.now() } });
  return true;
}
