import type { AppContext } from '../context.ts';
import type { Tx } from '../database/outbox.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { addressHash } from './address-hash.ts';
import { FRESH_MINUTES, isFreshFromMail } from './fresh-session.ts';
import { tokenHash } from './tokens.ts';

/**
 * How often an account can get a new security code, passkey or token within a day: each time its owner is told by mail. One further
 * code can be set in each session that has just begun with a mailed link. Otherwise someone who knows the code could use up the
 * changes of each day, so that the owner could not replace it. Such links are limited, so these mails are, too.
 */
export const ACCESS_CHANGES_A_DAY = 10;

const DAY = 24 * 3_600_000;

/** What is asked for: the form field of a refusal and, for a security code alone, the token of the session in which it is set. */
export interface AccessChange {
  field: string;
  codeSetIn?: string;
}

/**
 * Counts a new security code, passkey or token. The owner is told of each by mail. Above the limit the change is refused, not
 * only its mail: a thief's change must never go untold. Callers have locked the account. Problem: `too-often`.
 */
export async function countAccessChange(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  account: { id: number; email: string },
  change: AccessChange,
): Promise<Result<void>> {
  const allowed = await mayChangeAccess(tx, ctx, account.id, change);
  if (!allowed.ok) return allowed;
  const own = { kind: 'accessNotice' as const, accountId: account.id, network: allowed.value };
  await tx.mailRequest.create({
    data: { ...own, addressHash: addressHash(account.email), at: ctx.now() },
  });
  return ok(undefined);
}

/**
 * Whether an account can get one more security code, passkey or token today, without counting it. Problem: `too-often`.
 * @returns the handle of the session if the change is the further code that can be set in it; otherwise null
 */
export async function mayChangeAccess(
  tx: Pick<Tx, 'mailRequest' | 'session'>,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  { field, codeSetIn }: AccessChange,
): Promise<Result<string | null>> {
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  const counted = { kind: 'accessNotice' as const, accountId };
  if ((await tx.mailRequest.count({ where: { ...counted, at } })) < ACCESS_CHANGES_A_DAY) return ok(null);
  const limit = `Security codes, passkeys and tokens can be set ${ACCESS_CHANGES_A_DAY} times a day.`;
  if (codeSetIn === undefined) return fail(field, 'too-often', `${limit} Try again tomorrow.`);
  const session = await tx.session.findUnique({ where: { id: tokenHash(codeSetIn), accountId } });
  if (session !== null && isFreshFromMail(session, ctx.now())) {
    const further = { ...counted, network: session.handle };
    if ((await tx.mailRequest.count({ where: further })) === 0) return ok(session.handle);
  }
  const way = `To set one more code now, sign in with a new mailed link, and come back within ${FRESH_MINUTES} minutes.`;
  return fail(field, 'too-often', `${limit} ${way}`);
}
