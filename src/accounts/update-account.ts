import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account, DeliveryKind, DeliveryStatus } from '../database/generated/client.ts';
import type { Result } from '../rules/result.ts';
import { type AccountDetails, accountDetailsSchema, emailSchema, parseInput } from './account-details.ts';
import { failIfEmailTaken } from './accounts.ts';
import { closeSessions } from './sessions.ts';

/** Kinds of mail without a sign-in link, which may be sent to a new address. */
const REDIRECTED_KINDS: DeliveryKind[] = ['printout', 'receipt', 'notice', 'letter'];
const WAITING: DeliveryStatus[] = ['queued', 'retrying'];

/**
 * Changes an account's details. Problems: `name-…`, `email-…`, `time-zone-unknown`, `address-…`, `invalid`.
 * @throws if there is no such account
 */
export async function updateAccount(
  ctx: AppContext,
  accountId: number,
  details: AccountDetails,
): Promise<Result<Account>> {
  const checked = parseInput(accountDetailsSchema, details);
  if (!checked.ok) return checked;
  return failIfEmailTaken(() =>
    ctx.db.prisma.account.update({ where: { id: accountId }, data: checked.value }),
  );
}

/**
 * Corrects the e-mail address of an account, for the operator. The wrong address may belong to a stranger, so the
 * sign-in links sent there become invalid, every session is closed, and waiting mail is sent to the new address.
 * Problems: `email-invalid`, `email-taken`.
 * @throws if there is no such account
 */
export async function correctEmail(
  ctx: AppContext,
  accountId: number,
  email: string,
): Promise<Result<Account>> {
  const checked = parseInput(emailSchema, { email });
  if (!checked.ok) return checked;
  return failIfEmailTaken(() =>
    ctx.db.prisma.$transaction(async (tx) => {
      const account = await tx.account.update({ where: { id: accountId }, data: checked.value });
      await tx.signInLink.deleteMany({ where: { accountId, usedAt: null } });
      await closeSessions(tx, accountId, null);
      await redirectWaitingMail(tx, account);
      return account;
    }),
  );
}

/** Whether a mail of this kind goes to the account's present address, even if it was written before a change. */
export function followsAccount(kind: DeliveryKind): boolean {
  return REDIRECTED_KINDS.includes(kind);
}

/**
 * Sends an account's waiting printouts, receipts, notices and letters to its present address, so that no one else
 * gets them at the old one. Those that were composed for the old address are composed again.
 */
export async function redirectWaitingMail(
  tx: Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  const waiting = { accountId: id, kind: { in: REDIRECTED_KINDS }, status: { in: WAITING } };
  await tx.delivery.updateMany({ where: waiting, data: { toAddress: email } });
  await tx.composedMail.deleteMany({ where: { delivery: waiting } });
}
