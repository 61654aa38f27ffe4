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
  const allowed = await mayChangeAccess(tx, ctx, account.id, field);
  if (!allowed.ok) return allowed;
  const own = { kind: 'accessNotice' as const, accountId: account.id };
  await tx.mailRequest.create({
    data: { ...own, addressHash: addressHash(account.email), at: ctx.now() },
  });
  return ok(undefined);
}

/** Whether an account can get one more security code or passkey today, without counting it. Problem: `too-often`. */
export async function mayChangeAccess(
  tx: Pick<Tx, 'mailRequest'>,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  field: string,
): Promise<Result<void>> {
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  const count = await tx.mailRequest.count({ where: { kind: 'accessNotice', accountId, at } });
  if (count < ACCESS_CHANGES_A_DAY) return ok(undefined);
  const message = `Security codes and passkeys can be set ${ACCESS_CHANGES_A_DAY} times a day. Try again tomorrow.`;
  return fail(field, 'too-often', message);
}
