import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { findOrCreateAccount } from './accounts.ts';
import { lockAccount } from './lock-account.ts';
import { isPaperAddress } from './paper-address.ts';
import { issueSignInLink } from './sign-in-links.ts';

/** How many minutes the sign-in link that the first start prints is valid: two days. */
const LINK_MINUTES = 48 * 60;
/** The key of the advisory lock that keeps two first starts apart. */
const FIRST_START_LOCK = 0x66_69_72_73;
/** The key of the advisory lock under which operators lose their right, so that two commands do not leave none. */
const OPERATORS_LOCK = 0x6f_70_65_72;

/**
 * Creates the operator's account if there are no accounts yet. Only one of several servers that start at the same
 * moment creates it.
 * @returns the account and the token of a one-time sign-in link (valid for 48 hours), or null if accounts exist
 * @throws if name or e-mail address are not valid
 */
export async function ensureOperator(
  ctx: AppContext,
  operator: { email: string; name: string },
): Promise<{ account: Account; signInToken: string } | null> {
  return runTransaction(ctx.db, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${FIRST_START_LOCK}::bigint)`;
    if ((await tx.account.findFirst({ select: { id: true } })) !== null) return null;
    const { id } = await findOrCreateAccount(tx, ctx, operator);
    const account = await tx.account.update({
      where: { id },
      data: { operator: true, mayRunGames: true, addressProvedAt: ctx.now() },
    });
    return { account, signInToken: await issueSignInLink(tx, ctx, id, LINK_MINUTES) };
  });
}

/**
 * Gives an account the right of an operator, or takes it away. The right is read with each request, so it takes effect at once. Whether
 * the account may run games otherwise does not change. Callers must authorize.
 * Problems: `unknown-account`, `no-email` (no one can sign in to the account), `last-operator`.
 * @returns the account, and whether anything has changed
 */
export async function setOperator(
  ctx: AppContext,
  accountId: number,
  operator: boolean,
): Promise<Result<{ account: Account; changed: boolean }>> {
  return runTransaction(ctx.db, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${OPERATORS_LOCK}::bigint)`;
    await lockAccount(tx, accountId);
    const where = { id: accountId };
    const account = await tx.account.findUnique({ where });
    if (account === null || account.deletedAt !== null) {
      return fail('', 'unknown-account', `There is no account #${accountId}.`);
    }
    if (account.operator === operator) return ok({ account, changed: false });
    if (operator && isPaperAddress(account.email)) {
      const message = `${account.name} (#${accountId}) plays by post. An operator needs an e-mail address.`;
      return fail('', 'no-email', message);
    }
    if (!operator && (await tx.account.count({ where: { operator: true, NOT: where } })) === 0) {
      const message = `${account.name} (#${accountId}) is the only operator. Give another account the right first.`;
      return fail('', 'last-operator', message);
    }
    await tx.account.update({ where, data: { operator } });
    return ok({ account, changed: true });
  });
}
