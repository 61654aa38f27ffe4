import { issueInvitationLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Delivery, Prisma } from '../../database/generated/client.ts';
import type { DeliveryKind } from '../../database/generated/enums.ts';
import type { Tx } from '../../database/outbox.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import { replyToken } from '../../games/letters/write-letter.ts';
import { updateDeliveryJob } from './delivery-jobs.ts';
import { lockDelivery } from './delivery-row.ts';
import { type DeliveryState, relayPatience, WAITED_IN_VAIN } from './delivery-status.ts';
import { copiesOf, hasOwnWords, lockGameOf } from './resend.ts';

/* Mail that failed because it seemed too old, although it is not: the clock was ahead. */

/**
 * The kinds of mail that can be written again after they have failed. What links to sign in or to confirm an address, digests and
 * refusals say is erased with the failure.
 */
const KINDS: readonly DeliveryKind[] = [
  ...(['printout', 'receipt', 'invitation', 'notice'] as const),
  ...(['letter', 'message', 'answer'] as const),
];

/**
 * Tries mail again that has failed because it seemed too old, although it is not. Invitations get a new link and letters a new
 * address for replies, because theirs were erased. Mail that someone has sent again meanwhile stays as it is, and so does
 * mail whose words are no longer stored. Safe to repeat. Must not be called right after a start: the clock of a machine that was off may
 * be behind until it has been set, and then mail seems younger than it is.
 * @returns how many mails are tried again
 */
export async function reviveMail(ctx: AppContext): Promise<number> {
  const found = await ctx.db.prisma.delivery.findMany({ where: seemedOld(ctx), select: { id: true } });
  let revived = 0;
  for (const { id } of found) {
    if (await inTransaction(ctx, (tx) => revive(tx, ctx, id))) revived += 1;
  }
  return revived;
}

function seemedOld(ctx: AppContext): Prisma.DeliveryWhereInput {
  const now = ctx.now();
  const young = KINDS.map((kind) => ({
    kind,
    // If the clock is behind, as on a machine without a battery, most mail seems to be from the future.
    createdAt: { gt: new Date(now.getTime() - relayPatience(kind)), lte: now },
  }));
  return { status: 'failed', obstacle: 'relay', lastError: { startsWith: WAITED_IN_VAIN }, OR: young };
}

/** Tries one mail again, if it can be. The locks are those of `resend`, which may write a copy at the same time. */
async function revive(tx: Tx, ctx: AppContext, id: string): Promise<boolean> {
  await lockGameOf(tx, id);
  const mail = await lockDelivery(tx, id);
  if (mail === null || (await tx.delivery.count({ where: { id, ...seemedOld(ctx) } })) === 0) return false;
  if (await hasCopy(tx, mail)) return false;
  const detail = await detailAgain(tx, ctx, mail);
  if (detail === null) return false;
  const next: DeliveryState = {
    ...mail,
    ...{ status: 'retrying', nextAttempt: ctx.now(), attempts: Math.max(0, mail.attempts - 1) },
  };
  const { status, nextAttempt, attempts } = next;
  await tx.delivery.update({
    where: { id },
    data: { status, nextAttempt, attempts, detail: detail as Prisma.InputJsonObject },
  });
  await updateDeliveryJob(tx, ctx, id, { state: next });
  return true;
}

/**
 * Whether a mail was sent in another copy, or will be. Their dates matter only if all of them failed, and the latest is tried again:
 * the clock was wrong, so a copy that was sent may have been written later than its date says.
 */
async function hasCopy(tx: Tx, mail: Delivery): Promise<boolean> {
  const OR: Prisma.DeliveryWhereInput[] = [
    { status: { not: 'failed' } },
    { createdAt: { gte: mail.createdAt } },
  ];
  return (await tx.delivery.count({ where: { ...copiesOf(mail), OR } })) > 0;
}

/** What a mail needs besides the rows that it is about, with a new secret; null if it cannot be sent anymore. */
async function detailAgain(tx: Tx, ctx: AppContext, mail: Delivery): Promise<Record<string, unknown> | null> {
  const { kind, detail, letterCopyId, accountId } = mail;
  if (hasOwnWords(kind)) return Object.keys(detail).length === 0 ? null : detail;
  if (letterCopyId !== null) return await replyToken(tx, ctx, { id: letterCopyId });
  if (kind !== 'invitation') return {};
  if (accountId === null || !(await isOpenInvitation(tx, mail))) return null;
  return await issueInvitationLink(tx, ctx, accountId);
}

/** Whether the person still has the seat without having opened the game, and the address to which they were invited. */
async function isOpenInvitation(tx: Tx, { seatId, accountId, toAddress }: Delivery): Promise<boolean> {
  if (seatId === null) return false;
  const account = { email: toAddress };
  return (await tx.seat.count({ where: { id: seatId, accountId, acceptedAt: null, account } })) > 0;
}
