import type { AppContext } from '../context.ts';
import type { Tx } from '../database/outbox.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { addressHash } from './address-hash.ts';

/** How often an account can get a new security code or passkey within a day: each time its owner is told by mail. */
export const ACCESS_CHANGES_A_DAY = 10;

const DAY = 24 * 3_600_000;

/**
 * Counts a new security code or passkey. The owner is told of each by mail. Above the limit the change is refused, not
 * only its mail: a thief's change must never go untold. Callers have locked the account. Problem: `too-often`.
 */
export async function countAccessChange(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  account: { id: number; email: string },
  field: string,
): Promise<Result<void>> {
  const own = { kind: 'accessNotice' as const, accountId: account.id };
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  if ((await tx.mailRequest.count({ where: { ...own, at } })) >= ACCESS_CHANGES_A_DAY) {
    const message = `Security codes and passkeys can be set ${ACCESS_CHANGES_A_DAY} times a day. Try again tomorrow.`;
    return fail(field, 'too-often', message);
  }
  await tx.mailRequest.create({
    data: { ...own, addressHash: addressHash(account.email), at: ctx.now() },
  });
  return ok(undefined);
}
