import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account, DeliveryStatus } from '../database/generated/client.ts';
import { closeSessions } from './sessions.ts';

/** The statuses of mail that has not been sent and is not being sent. */
export const WAITING: DeliveryStatus[] = ['queued', 'retrying'];

/**
 * Locks an account's row until the transaction ends. Callers take this lock before they use or end a link, a proof or an
 * address of the account, so that a link cannot be used while it is being ended.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.$executeRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
}

/**
 * Ends everything that gives access to an account or leads to it: its sessions, its sign-in links and invitation links,
 * the address proofs under way (its own, and those of sign-ups with its address), and sign-in links that wait to be mailed.
 * It raises `accessEpoch`, so that a sign-in that is under way opens no session. Called whenever the security code or the
 * address changes, when the account is deleted, and when the operator signs it out everywhere.
 * @param keepSession the token of a session to keep open, or null
 */
export async function endAccess(
  tx: Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
  keepSession: string | null,
): Promise<void> {
  await lockAccount(tx, id);
  await tx.account.updateMany({ where: { id }, data: { accessEpoch: { increment: 1 } } });
  await tx.signInLink.deleteMany({ where: { accountId: id } });
  await tx.addressProof.deleteMany({ where: { OR: [{ accountId: id }, { email }] } });
  await closeSessions(tx, id, keepSession);
  const mails = { accountId: id, kind: 'signInLink' as const, status: { in: WAITING } };
  await tx.composedMail.deleteMany({ where: { delivery: mails } });
  const lastError = 'The link in this e-mail no longer works.';
  await tx.delivery.updateMany({
    where: mails,
    data: { status: 'failed', nextAttempt: null, lastError, detail: {} },
  });
}

/**
 * Ends the sessions of an account, for its owner. It raises `accessEpoch`, so that a sign-in that is under way elsewhere
 * opens no session. Links keep working: they lead to the owner's mail.
 * @param keepSession the token of the session to keep open: the owner's own
 */
export async function endOtherSessions(
  ctx: AppContext,
  accountId: number,
  keepSession: string | null,
): Promise<void> {
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockAccount(tx, accountId);
    await tx.account.updateMany({ where: { id: accountId }, data: { accessEpoch: { increment: 1 } } });
    await closeSessions(tx, accountId, keepSession);
  });
}
