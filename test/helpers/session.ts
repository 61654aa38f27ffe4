import { type NewSession, openSession } from '../../src/accounts/sessions.ts';
import type { AppContext } from '../../src/context.ts';

/** Opens a session for an account as it is now. @returns its token */
export async function aSession(
  ctx: AppContext,
  { accountId, ...how }: Omit<NewSession, 'account'> & { accountId: number },
): Promise<string> {
  const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const token = await openSession(ctx, { account, ...how });
  if (token === null) throw new Error('access to the account was ended');
  return token;
}
