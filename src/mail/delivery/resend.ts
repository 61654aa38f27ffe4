import { WAITING } from '../../accounts/end-proofs.ts';
import { issueInvitationLink, linkExists } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Account, Delivery, Prisma } from '../../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../../database/outbox.ts';
import { logMailAction } from '../../games/game/game-log.ts';
import { inTransaction, lockGame, type WholeGame } from '../../games/game/game-store.ts';
import { countAction, type Limited, limitReached } from '../../games/game/limited-actions.ts';
import { replyToken } from '../../games/letters/write-letter.ts';
import { mayMail } from '../../games/notices/before-accepting.ts';
import { canBeSentAgain, mayGmCancel } from '../../games/notices/cancelable-mail.ts';
import { type RequestedMail, requestMail } from '../../games/notices/mail-limits.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { applyDeliveryEvent } from './deliver.ts';
import { TRIED_TOO_OFTEN } from './waiting-mail.ts';

/** Milliseconds within which a second request for the same mail is ignored: people double-click. */
const DOUBLE_CLICK = 60_000;

/**
 * Sends a mail again, for the GM. Callers must authorize. A mail that is still waiting is tried at once. If its link has
 * ended, as after the address was corrected, the mail is ended, too. For a mail that is done, a new delivery is created:
 * to the account's present address, and with its own Message-ID, because mail programs would hide one with the old ID as a
 * duplicate. If such a copy is on its way, or was created within the last minute, nothing is done and the copy is
 * returned.
 * Problems: `unknown-delivery`, `sending`, `not-kept` (see `canBeSentAgain`), `too-much-mail`, `too-often` (waiting mail was
 * tried too often).
 * @param by the account that sends it again, whose mails are limited; null for no one
 * @param options.log whether to log it in the game's log; false if the cause is logged elsewhere
 * @returns the delivery that is now on its way
 */
export async function resend(
  ctx: AppContext,
  deliveryId: string,
  by: number | null = null,
  { log = true }: { log?: boolean } = {},
): Promise<Result<Delivery>> {
  return inTransaction(ctx, async (tx) => {
    await lockGameOf(tx, deliveryId);
    await endIfLinkEnded(tx, ctx, deliveryId);
    const attempt = await attemptOf(tx, deliveryId, by);
    if (attempt !== null && (await limitReached(tx, ctx, attempt)))
      return fail('', 'too-often', TRIED_TOO_OFTEN);
    const found = await applyDeliveryEvent(tx, ctx, deliveryId, () => ({ kind: 'retryNow', at: ctx.now() }));
    if (found === null) return fail('', 'unknown-delivery', 'There is no such e-mail.');
    const { delivery: old, transition } = found;
    if (!transition.changed && transition.why === 'sending') return failBusy();
    if (transition.changed && attempt !== null) await countAction(tx, ctx, attempt);
    if (!canBeSentAgain(old)) return failNotKept();
    const copy = transition.changed ? null : await findRecentCopy(tx, ctx, old);
    if (copy !== null) return ok(copy);
    if (by !== null && !transition.changed) {
      if (!(await mayMailAgain(tx, ctx, old))) return failEnough();
      const allowed = await requestMail(tx, ctx, by, await mailAgain(tx, old));
      if (!allowed.ok) return allowed;
    }
    if (by !== null && log) await logMailAction(tx, ctx, old, { by, type: 'mailResent' });
    return ok(transition.changed ? { ...old, ...transition.next } : await createCopy(tx, ctx, old));
  });
}

/**
 * The attempt that a GM wants for a mail that is waiting; null for other mail. Each attempt counts, and after the last one
 * the mail fails for good. The game's lock must be held.
 */
async function attemptOf(tx: Tx, deliveryId: string, by: number | null): Promise<Limited | null> {
  const where = { id: deliveryId, status: { in: WAITING } };
  const waiting = await tx.delivery.findFirst({ where, select: { gameId: true } });
  if (by === null || waiting === null || waiting.gameId === null) return null;
  return { gameId: waiting.gameId, accountId: by, kind: 'mailRetry' };
}

/** Whether a mail may be sent again: invitations and mail to people without a seat have limits of their own. */
async function mayMailAgain(
  tx: Tx,
  ctx: AppContext,
  { kind, seatId, accountId }: Delivery,
): Promise<boolean> {
  const seat = seatId === null ? null : await tx.seat.findUnique({ where: { id: seatId } });
  if (seat === null) return true;
  // Someone who no longer has the seat cannot accept it, and may never have.
  const player = seat.accountId === accountId ? seat : { accountId, acceptedAt: null };
  return await mayMail(tx, ctx, player, kind);
}

/** The mail that sending a delivery again causes. Mail to the sender's own account counts, too: see `mailTo`. */
async function mailAgain(tx: Tx, old: Delivery): Promise<RequestedMail[]> {
  const account =
    old.accountId === null ? null : await tx.account.findUnique({ where: { id: old.accountId } });
  const kind = old.kind === 'invitation' ? 'invitation' : 'notice';
  return [{ kind, address: account?.email ?? old.toAddress }];
}

/** Ends a waiting invitation whose link does not work anymore, so that a copy with a new link is sent. */
async function endIfLinkEnded(tx: Tx, ctx: AppContext, deliveryId: string): Promise<void> {
  const found = await tx.delivery.findUnique({ where: { id: deliveryId } });
  if (found?.kind !== 'invitation' || typeof found.detail.token !== 'string') return;
  if (await linkExists(tx, found.detail.token)) return;
  const reason = 'The link in this e-mail no longer works.';
  await applyDeliveryEvent(tx, ctx, deliveryId, () => ({ kind: 'markFailed', at: ctx.now(), reason }));
}

/** Locks the game before the delivery, in the same order as the removal of a seat with its mail: no deadlock. */
export async function lockGameOf(tx: Tx, deliveryId: string): Promise<WholeGame | null> {
  const known = await tx.delivery.findUnique({ where: { id: deliveryId }, select: { gameId: true } });
  return known?.gameId ? lockGame(tx, known.gameId) : null;
}

/**
 * Finds a copy of a mail to the same address that is on its way or was created a moment ago: a later delivery, or the
 * given one if it is itself such a copy (the second click of a double-click may hit the copy that replaced the first).
 */
async function findRecentCopy(tx: Tx, ctx: AppContext, old: Delivery): Promise<Delivery | null> {
  const account =
    old.accountId === null ? null : await tx.account.findUnique({ where: { id: old.accountId } });
  const minuteAgo = new Date(ctx.now().getTime() - DOUBLE_CLICK);
  const recent = { createdAt: { gt: minuteAgo } };
  const toAddress = account?.email ?? old.toAddress;
  const same = { ...copiesOf(old), toAddress };
  const isFreshCopy = old.status === 'sent' && old.toAddress === toAddress && old.createdAt > minuteAgo;
  if (isFreshCopy && (await tx.delivery.count({ where: { ...same, createdAt: { lt: old.createdAt } } })) > 0)
    return old;
  return tx.delivery.findFirst({
    where: {
      ...same,
      createdAt: { gte: old.createdAt },
      OR: [{ status: { in: ['queued', 'sending', 'retrying'] } }, recent],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** All other mails to the same account that say the same as a mail, at any of its addresses. */
export function copiesOf(mail: Delivery): Prisma.DeliveryWhereInput {
  const { id, kind, accountId, gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId } = mail;
  return {
    ...{ id: { not: id }, kind, accountId, gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId },
    ...(hasOwnWords(kind) && { detail: { equals: mail.detail as Prisma.InputJsonObject } }),
  };
}

/**
 * Cancels a mail, for the GM: ends the attempts to send it. Callers must authorize. Problems: `unknown-delivery`,
 * `not-cancelable` (see `mayGmCancel`), `sending`, `done` (already sent or failed).
 * @param by see `resend`
 */
export async function markFailed(
  ctx: AppContext,
  deliveryId: string,
  by: number | null = null,
): Promise<Result<void>> {
  const reason = 'Canceled by the GM.';
  return inTransaction(ctx, async (tx) => {
    const game = await lockGameOf(tx, deliveryId);
    const wanted = await tx.delivery.findUnique({ where: { id: deliveryId } });
    if (by !== null && wanted !== null && !(game && mayGmCancel(game, wanted))) {
      const message =
        'This mail was not canceled. You can cancel only invitations and your own messages to all players; if you play in the game, only those to yourself.';
      return fail('', 'not-cancelable', message);
    }
    const marked = await applyDeliveryEvent(tx, ctx, deliveryId, () => ({
      kind: 'markFailed',
      at: ctx.now(),
      reason,
    }));
    if (marked === null) return fail('', 'unknown-delivery', 'There is no such e-mail.');
    const { delivery, transition } = marked;
    if (transition.changed) {
      if (by !== null) await logMailAction(tx, ctx, delivery, { by, type: 'mailGivenUp' });
      return ok(undefined);
    }
    if (transition.why === 'sending') return failBusy();
    return fail('', 'done', 'This mail has already been sent or has failed.');
  });
}

function failNotKept() {
  const message = 'The words of an answer are not kept once it has been sent. The player can write again.';
  return fail('', 'not-kept', message);
}

function failEnough() {
  const message =
    'This person has not opened the game yet and has already been sent enough mail today. Try again tomorrow.';
  return fail('', 'too-much-mail', message);
}

function failBusy() {
  return fail('', 'sending', 'This mail is being sent right now. Try again in a few minutes.');
}

async function createCopy(tx: Tx, ctx: AppContext, old: Delivery): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId } = old;
  const account =
    old.accountId === null ? null : await tx.account.findUnique({ where: { id: old.accountId } });
  const to = account === null ? { address: old.toAddress, name: old.toName } : { account };
  const detail = await copyDetail(tx, ctx, old, account);
  const about = { gameId, seatId, printoutId, sheetId, letterCopyId, gmMessageId };
  return await enqueueDelivery(tx, { kind, ...to, ...about, detail }, ctx);
}

/** Whether the words of a mail are stored only with its delivery. */
export function hasOwnWords(kind: Delivery['kind']): boolean {
  return kind === 'notice' || kind === 'answer';
}

/** Tokens are erased once a mail is sent: the copy gets a new one. */
async function copyDetail(
  tx: Tx,
  ctx: AppContext,
  old: Delivery,
  account: Account | null,
): Promise<Record<string, unknown>> {
  if (hasOwnWords(old.kind)) return old.detail;
  if (old.letterCopyId !== null) return await replyToken(tx, ctx, { id: old.letterCopyId });
  if (old.kind !== 'invitation' || account === null) return {};
  return await issueInvitationLink(tx, ctx, account.id);
}
