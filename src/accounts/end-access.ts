import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { endTokens } from './access-tokens.ts';
import { checkSession } from './check-session.ts';
import { endMail, endProofs } from './end-proofs.ts';
import { lockAccount } from './lock-account.ts';
import { type AskingSession, closeSessions } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/**
 * Ends everything that gives access to an account or leads to it: its sessions, its tokens, the address of its calendar, the webhooks of its programs, its
 * sign-in links and invitation links, the address proofs under way (its own, and those of sign-ups with its address), and links that wait to be mailed.
 * It also forgets the networks from which someone has signed in: a thief's would keep limits of their own. The owner's networks are known again
 * when they sign in there; the one in which they set a new code or confirm a new address is known again at once (`noteNetwork`).
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
  await tx.knownNetwork.deleteMany({ where: { accountId: id } });
  await endMail(tx, { accountId: id, kind: 'signInLink' });
}

/**
 * Ends the other sessions of an account, for its owner. Links to new addresses end with them: a session that ends may have asked
 * for them, and then they lead to a stranger's mail. Sign-in links keep working: they lead to the owner's mail.
 * Problem: `session-ended`.
 * @param session the session in which the owner asks for it; it does not end
 * @param which `all`: it raises `accessEpoch`, so that a sign-in that is under way elsewhere opens no session. Callers must have made
 * sure that the owner asks for it. `older`: only those that began before this one, and sign-ins under way go on. Otherwise someone
 * with a stolen session could keep the owner from signing in.
 */
export async function endOtherSessions(
  ctx: AppContext,
  session: AskingSession,
  which: 'all' | 'older',
): Promise<Result<void>> {
  const { accountId, token } = session;
  return runTransaction(ctx.db, async (tx) => {
    const open = await checkSession(tx, accountId, token);
    if (!open.ok) return open;
    if (which === 'all') {
      await endAddressChanges(tx, accountId);
      await closeSessions(tx, accountId, token);
    } else {
      const own = await tx.session.findUniqueOrThrow({ where: { id: tokenHash(token) } });
      const older = { accountId, id: { not: own.id }, createdAt: { lte: own.createdAt } };
      const ended = await tx.session.deleteMany({ where: older });
      if (ended.count > 0) await endProofs(tx, { accountId });
    }
    return ok(undefined);
  });
}

/**
 * Ends one session of an account, for its owner, and links to new addresses as `endOtherSessions` does. Does nothing if there is no
 * such session anymore. Problems: `session-ended`, `needs-proof` (the session began after the one that asks).
 * @param session the session in which the owner asks for it
 * @param isProved whether callers have made sure that the owner asks for it
 */
export async function endSession(
  ctx: AppContext,
  session: AskingSession,
  { handle, isProved }: { handle: string; isProved: boolean },
): Promise<Result<void>> {
  const { accountId, token } = session;
  return runTransaction(ctx.db, async (tx) => {
    const open = await checkSession(tx, accountId, token);
    if (!open.ok) return open;
    const found = await tx.session.findFirst({ where: { accountId, handle } });
    if (found === null) return ok(undefined);
    const own = await tx.session.findUniqueOrThrow({ where: { id: tokenHash(token) } });
    if (found.createdAt > own.createdAt && !isProved) {
      const message =
        'This session began after the one of this browser. To end it, prove that the account is yours. Reload the page.';
      return fail('', 'needs-proof', message);
    }
    await tx.session.delete({ where: { id: found.id } });
    await endProofs(tx, { accountId });
    return ok(undefined);
  });
}

/** Ends the changes of an account's address that are under way. With the raised `accessEpoch`, requests that wait are not answered. */
export async function endAddressChanges(tx: Tx, id: number): Promise<void> {
  await lockAccount(tx, id);
  await tx.account.updateMany({ where: { id }, data: { accessEpoch: { increment: 1 } } });
  await endProofs(tx, { accountId: id });
}
