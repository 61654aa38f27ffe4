import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { endTokens } from './access-tokens.ts';
import { endMail, endProofs } from './end-proofs.ts';
import { lockAccount } from './lock-account.ts';
import { closeSessions } from './sessions.ts';

/**
 * Ends everything that gives access to an account or leads to it: its sessions, its tokens, the address of its calendar, the webhooks of its programs, its
 * sign-in links and invitation links, the address proofs under way (its own, and those of sign-ups with its address), and links that wait to be mailed.
 * It raises `accessEpoch`, so that a sign-in that is under way opens no session. Called whenever the security code or the
 * address changes, when the account is deleted, and when the operator signs it out everywhere.
 * @param account `email` is null to keep the sign-ups with its address: someone who reads its mail asked for them
 * @param keepSession the token of a session to keep open, or null
 */
export async function endAccess(
  tx: Tx,
  { id, email }: { id: number; email: string | null },
  keepSession: string | null,
): Promise<void> {
  await lockAccount(tx, id);
  await tx.account.updateMany({ where: { id }, data: { accessEpoch: { increment: 1 } } });
  await endTokens(tx, id);
  await tx.calendarFeed.deleteMany({ where: { accountId: id } });
  await tx.webhook.deleteMany({ where: { accountId: id, kind: 'program' } });
  await tx.signInLink.deleteMany({ where: { accountId: id } });
  await endProofs(tx, email === null ? { accountId: id } : { OR: [{ accountId: id }, { email }] });
  await closeSessions(tx, id, keepSession);
  await endMail(tx, { accountId: id, kind: 'signInLink' });
}

/**
 * Ends the sessions of an account, for its owner. It raises `accessEpoch`, so that a sign-in that is under way elsewhere
 * opens no session. Sign-in links keep working: they lead to the owner's mail. Links to new addresses end: a session that
 * ends may have asked for them, and then they lead to a stranger's mail.
 * @param keepSession the token of the session to keep open: the owner's own
 */
export async function endOtherSessions(
  ctx: AppContext,
  accountId: number,
  keepSession: string | null,
): Promise<void> {
  await runTransaction(ctx.db, async (tx) => {
    await endAddressChanges(tx, accountId);
    await closeSessions(tx, accountId, keepSession);
  });
}

/**
 * Ends one session of an account, for its owner, and links to new addresses as `endOtherSessions` does. Does nothing if there is no
 * such session anymore.
 */
export async function endSession(ctx: AppContext, accountId: number, handle: string): Promise<void> {
  await runTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    const ended = await tx.session.deleteMany({ where: { accountId, handle } });
    if (ended.count > 0) await endAddressChanges(tx, accountId);
  });
}

/** Ends the changes of an account's address that are under way. With the raised `accessEpoch`, requests that wait are not answered. */
async function endAddressChanges(tx: Tx, id: number): Promise<void> {
  await lockAccount(tx, id);
  await tx.account.updateMany({ where: { id }, data: { accessEpoch: { increment: 1 } } });
  await endProofs(tx, { accountId: id });
}
