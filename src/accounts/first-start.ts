import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { findOrCreateAccount } from './accounts.ts';
import { issueSignInLink } from './sign-in-links.ts';

/** How long the operator has to use the link that the first start prints. */
const HOURS = 48;
/** Held for a transaction by whoever looks whether the operator's account is still to be made. */
const FIRST_START = 0x66_69_72_73;

/**
 * Makes the operator's account if nobody has an account yet: once, however many servers start at the same moment.
 * @returns the account and the token of a sign-in link (good once, 48 hours); null if there are accounts
 * @throws if name or address are not valid
 */
export async function ensureOperator(
  ctx: AppContext,
  operator: { email: string; name: string },
): Promise<{ account: Account; signInToken: string } | null> {
  return ctx.db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${FIRST_START}::bigint)`;
    if ((await tx.account.findFirst({ select: { id: true } })) !== null) return null;
    const { id } = await findOrCreateAccount(tx, ctx, operator);
    const account = await tx.account.update({ where: { id }, data: { operator: true, mayRunGames: true } });
    return { account, signInToken: await issueSignInLink(tx, ctx, id, HOURS) };
  });
}
