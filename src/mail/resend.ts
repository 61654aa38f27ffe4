import { issueSignInLink } from '../accounts/links.ts';
import type { Account, Delivery, Prisma } from '../database/generated/client.ts';
import type { House } from '../database/house.ts';
import { enqueueDelivery, type Tx } from '../database/outbox.ts';
import { good, type Result, refused } from '../rules/result.ts';
import { replyToken } from '../turns/correspondence.ts';
import { move } from './deliver.ts';
import { lockDelivery } from './row.ts';
import { isDone } from './status.ts';

/** Hours for which the link in a mail that is sent again is good. */
const LINK_HOURS = { invitation: 14 * 24, signInLink: 1 } as const;

/**
 * Sends a mail again, for the GM; the caller has checked that it is the GM's own game. One that is still
 * waiting is tried at once. One that is done is written anew, to the account's present address and with a
 * Message-ID of its own: under the old one, mail programs would hide it as a copy of what they have.
 * Problems: `unknown-delivery`, `sending`.
 * @returns the delivery that is now on its way
 */
export async function resend(house: House, deliveryId: string): Promise<Result<Delivery>> {
  const hastened = await move(house, deliveryId, () => ({ kind: 'hasten', at: house.now() }));
  if (hastened === null) return refused('', 'unknown-delivery', 'There is no such mail.');
  if (hastened.transition.changed) return good({ ...hastened.delivery, ...hastened.transition.next });
  if (hastened.transition.why === 'sending') return refusedAsSending();
  return await house.db.prisma.$transaction(async (tx) => {
    const old = await lockDelivery(tx, deliveryId);
    if (old === null) return refused('', 'unknown-delivery', 'There is no such mail.');
    return isDone(old.status) ? good(await writeAnew(tx, house, old)) : refusedAsSending();
  });
}

/**
 * Ends the attempts to send a mail, for the GM. Problems: `unknown-delivery`, `sending`, `done` (sent or
 * failed already).
 */
export async function markFailed(house: House, deliveryId: string): Promise<Result<void>> {
  const reason = 'Marked as failed by the GM.';
  const marked = await move(house, deliveryId, () => ({ kind: 'markFailed', at: house.now(), reason }));
  if (marked === null) return refused('', 'unknown-delivery', 'There is no such mail.');
  if (marked.transition.changed) return good(undefined);
  if (marked.transition.why === 'sending') return refusedAsSending();
  return refused('', 'done', 'This mail has been sent, or has failed, already.');
}

function refusedAsSending() {
  return refused('', 'sending', 'This mail is being sent at this moment; look again in a few minutes.');
}

async function writeAnew(tx: Tx, house: House, old: Delivery): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId, letterCopyId } = old;
  const account =
    old.accountId === null ? null : await tx.account.findUnique({ where: { id: old.accountId } });
  const to = account === null ? { address: old.toAddress, name: old.toName } : { account };
  const detail = await newDetail(tx, house, old, account);
  const about = { gameId, seatId, printoutId, sheetId, letterCopyId };
  return await enqueueDelivery(tx, { kind, ...to, ...about, detail }, house);
}

/** A sign-in link is good once, and tokens are erased when the mail has gone: the new mail gets new ones. */
async function newDetail(
  tx: Tx,
  house: House,
  old: Delivery,
  account: Account | null,
): Promise<Prisma.InputJsonObject> {
  if (old.kind === 'notice') return old.detail as Prisma.InputJsonObject;
  if (old.letterCopyId !== null) return await replyToken(tx, house, { id: old.letterCopyId });
  if ((old.kind !== 'invitation' && old.kind !== 'signInLink') || account === null) return {};
  const hours = LINK_HOURS[old.kind];
  return { token: await issueSignInLink(tx, house, account.id, hours), hours };
}
