import type { Writable } from 'node:stream';
import { issueSignInLink } from '../accounts/sign-in-links.ts';
import type { AppContext } from '../context.ts';

/** How long a link from the command line is good, in hours. */
const HOURS = 2;

/**
 * `whistlestop sign-in-link ACCOUNT`: a way back in for whoever has the machine.
 * @param publicUrl the server's address, without a slash at its end
 * @returns the exit status: 0, or 2 where there is no such account
 */
export async function signInLink(
  ctx: AppContext,
  publicUrl: string,
  accountId: number,
  io: { stdout: Writable; stderr: Writable },
): Promise<number> {
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId } });
  if (account === null) {
    io.stderr.write(`There is no account #${accountId}.\n`);
    return 2;
  }
  const token = await issueSignInLink(ctx.db.prisma, ctx, accountId, HOURS);
  io.stdout.write(`${account.name}, once, within ${HOURS} hours:\n${publicUrl}/sign-in/link/${token}\n`);
  return 0;
}
