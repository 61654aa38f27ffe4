import { issueSignInLink } from '../accounts/sign-in-links.ts';
import type { AppContext } from '../context.ts';
import type { Output } from './output.ts';

/** How many hours a link from the command line is valid. */
const LINK_HOURS = 2;

/**
 * `whistlestop sign-in-link ACCOUNT`: prints a one-time sign-in link, for someone with access to the machine.
 * @returns the exit status: 0, or 2 if there is no such account
 */
export async function printSignInLink(
  ctx: AppContext,
  { publicUrl, accountId }: { publicUrl: string; accountId: number },
  { stdout, stderr }: Output,
): Promise<number> {
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId } });
  if (account === null) {
    stderr.write(`There is no account #${accountId}. The first account, the operator's, is 10001.\n`);
    return 2;
  }
  const token = await issueSignInLink(ctx.db.prisma, ctx, accountId, LINK_HOURS);
  stdout.write(
    `Sign in as ${account.name} with this link. It works once within ${LINK_HOURS} hours:\n` +
      `${publicUrl}/sign-in/link/${token}\n`,
  );
  return 0;
}
