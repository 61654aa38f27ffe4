import { removeAllPasskeys } from '../accounts/passkeys/passkeys.ts';
import type { AppContext } from '../context.ts';
import { counted } from '../rules/numbers.ts';
import type { Output } from './output.ts';

/**
 * `whistlestop remove-passkeys ACCOUNT`: removes all passkeys of an account, for someone with access to the machine.
 * @returns the exit status: 0, or 2 if there is no such account
 */
export async function removePasskeys(
  ctx: AppContext,
  accountId: number,
  { stdout, stderr }: Output,
): Promise<number> {
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId } });
  if (account === null) {
    stderr.write(`There is no account #${accountId}. The first account, the operator's, is 10001.\n`);
    return 2;
  }
  const removed = await removeAllPasskeys(ctx, accountId);
  stdout.write(
    removed === 0
      ? `${account.name} (#${accountId}) has no passkeys.\n`
      : `Removed ${counted(removed, 'passkey')} of ${account.name} (#${accountId}). ` +
          'The account can be signed in to without one now, and its owner is notified by e-mail.\n',
  );
  return 0;
}
