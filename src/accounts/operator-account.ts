import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { findOrCreateAccount } from './accounts.ts';
import { issueSignInLink } from './sign-in-links.ts';

/** How many minutes the sign-in link that the first start prints is valid: two days. */
const LINK_MINUTES = 48 * 60;
/** The key of the advisory lock that keeps two first starts apart. */
const FIRST_START_LOCK = 0x66_69_72_73;

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
