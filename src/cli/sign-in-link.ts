import { issueSignInLink, validityInWords } from '../accounts/sign-in-links.ts';
import type { AppContext } from '../context.ts';
import type { Output } from './output.ts';

/**
 * `whistlestop sign-in-link ACCOUNT`: prints a one-time sign-in link, for someone with access to the machine.
 * @returns the exit status: 0, or 2 if there is no such account
 */
export async function printSignInLink(
  ctx: AppContext,
  { publicUrl, accountId, minutes }: { publicUrl: string; accountId: number; minutes: number },
  { stdout, stderr }: Output,
): Promise<number> {
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId } });
  if (account === null || account.deletedAt !== null) {
    stderr.write(`There is no account #${accountId}. The first account, the operator's, is 10001.\n`);
    return 2;
  }
  const token = await issueSignInLink(ctx.db.prisma, ctx, accountId, minutes);
  stdout.write(
    `Sign in as ${account.name} with this link. It works once within ${validityInWords(minutes)}:\n` +
      `${publicUrl}/sign-in/link/${token}\n`,
  );
  return 0;
}
