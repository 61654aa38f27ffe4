import { issueSignInLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Account, Delivery, Prisma } from '../../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../../database/outbox.ts';
import { logMailAction } from '../../games/game/game-log.ts';
import { inTransaction, lockGame } from '../../games/game/game-store.ts';
import { replyToken } from '../../games/letters/write-letter.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { applyEventLocked } from './deliver.ts';

/** Hours for which the link in a mail that is sent again is good. */
const LINK_HOURS = { invitation: 14 * 24, signInLink: 1 } as const;

/** Milliseconds within which a mail that was sent again is not written anew once more: clicks come in pairs. */
const ONCE = 60_000;

/**
 * Sends a mail again, for the GM; the caller has checked that it is the GM's own game. One that is still
 * waiting is tried at once. One that is done is written anew, to the account's present address and with a
 * Message-ID of its own: under the old one, mail programs would hide it as a copy of what they have. Where such a
 * copy is on its way, or was written within the last minute, that one is answered and nothing is done.
 * Problems: `unknown-delivery`, `sending`.
 * @param by the account to be noted in the game's log; null where what caused it is noted
 * @returns the delivery that is now on its way
 */
export async function resend(
  ctx: AppContext,
  deliveryId: string,
  by: number | null = null,
): Promise<Result<Delivery>> {
  return inTransaction(ctx, async (tx) => {
    await lockItsGame(tx, deliveryId);
    const moved = await applyEventLocked(tx, ctx, deliveryId, () => ({ kind: 'hasten', at: ctx.now() }));
    if (moved === null) return fail('', 'unknown-delivery', 'There is no such mail.');
    const { delivery: old, transition } = moved;
    if (!transition.changed && transition.why === 'sending') return refusedAsSending();
    const copy = transition.changed ? null : await copyOf(tx, ctx, old);
    if (copy !== null) return ok(copy);
    if (by !== null) await logMailAction(tx, ctx, old, { by, type: 'mailResent' });
    return ok(transition.changed ? { ...old, ...transition.next } : await writeAnew(tx, ctx, old));
  });
}

/** The game first, then the mail: in the same order as whoever removes a seat and its mails with it. */
async function lockItsGame(tx: Tx, deliveryId: string): Promise<void> {
  const known = await tx.delivery.findUnique({ where: { id: deliveryId }, select: { gameId: true } });
  if (known?.gameId) await lockGame(tx, known.gameId);
}

/**
 * The mail that says the same to the same address, and is on its way or was written a moment ago: a later one, or
 * this very one where it is itself such a copy, which stands where the first click found the other.
 */
async function copyOf(tx: Tx, ctx: AppContext, old: Delivery): Promise<Delivery | null> {
  const { id, kind, accountId, gameId, seatId, printoutId, sheetId, letterCopyId } = old;
  const account = accountId === null ? null : await tx.account.findUnique({ where: { id: accountId } });
  const minuteAgo = new Date(ctx.now().getTime() - ONCE);
  const justNow = { createdAt: { gt: minuteAgo } };
  const toAddress = account?.email ?? old.toAddress;
  const same: Prisma.DeliveryWhereInput = {
    ...{ id: { not: id }, kind, accountId, gameId, seatId, printoutId, sheetId, letterCopyId, toAddress },
    ...(kind === 'notice' && { detail: { equals: old.detail as Prisma.InputJsonObject } }),
  };
  const fresh = old.status === 'sent' && old.toAddress === toAddress && old.createdAt > minuteAgo;
  if (fresh && (await tx.delivery.count({ where: { ...same, createdAt: { lt: old.createdAt } } })) > 0)
    return old;
  return tx.delivery.findFirst({
    where: {
      ...same,
      createdAt: { gte: old.createdAt },
      OR: [{ status: { in: ['queued', 'sending', 'retrying'] } }, justNow],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/**
 * Ends the attempts to send a mail, for the GM. Problems: `unknown-delivery`, `sending`, `done` (sent or
 * failed already).
 * @param by as for `resend`
 */
export async function markFailed(
  ctx: AppContext,
  deliveryId: string,
  by: number | null = null,
): Promise<Result<void>> {
  const reason = 'Marked as failed by the GM.';
  return inTransaction(ctx, async (tx) => {
    await lockItsGame(tx, deliveryId);
    const marked = await applyEventLocked(tx, ctx, deliveryId, () => ({
      kind: 'markFailed',
      at: ctx.now(),
      reason,
    }));
    if (marked === null) return fail('', 'unknown-delivery', 'There is no such mail.');
    const { delivery, transition } = marked;
    if (transition.changed) {
      if (by !== null) await logMailAction(tx, ctx, delivery, { by, type: 'mailGivenUp' });
      return ok(undefined);
    }
    if (transition.why === 'sending') return refusedAsSending();
    return fail('', 'done', 'This mail has been sent, or has failed, already.');
  });
}

function refusedAsSending() {
  return fail('', 'sending', 'This mail is being sent at this moment; look again in a few minutes.');
}

async function writeAnew(tx: Tx, ctx: AppContext, old: Delivery): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId, letterCopyId } = old;
  const account =
    old.accountId === null ? null : await tx.account.findUnique({ where: { id: old.accountId } });
  const to = account === null ? { address: old.toAddress, name: old.toName } : { account };
  const detail = await newDetail(tx, ctx, old, account);
  const about = { gameId, seatId, printoutId, sheetId, letterCopyId };
  return await enqueueDelivery(tx, { kind, ...to, ...about, detail }, ctx);
}

/** A sign-in link is good once, and tokens are erased when the mail has gone: the new mail gets new ones. */
async function newDetail(
  tx: Tx,
  ctx: AppContext,
  old: Delivery,
  account: Account | null,
): Promise<Record<string, unknown>> {
  if (old.kind === 'notice') return old.detail;
  if (old.letterCopyId !== null) return await replyToken(tx, ctx, { id: old.letterCopyId });
  if ((old.kind !== 'invitation' && old.kind !== 'signInLink') || account === null) return {};
  const hours = LINK_HOURS[old.kind];
  return { token: await issueSignInLink(tx, ctx, account.id, hours), hours };
}
