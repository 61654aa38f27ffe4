import type { AppContext } from '../context.ts';
import type { Account, DeliveryKind } from '../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../database/outbox.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import {
  type AccountDetails,
  accountDetailsSchema,
  emailSchema,
  otherDetailsSchema,
  parseInput,
} from './account-details.ts';
import { failIfEmailTaken } from './accounts.ts';
import { endAccess } from './end-access.ts';
import { endProofs, WAITING } from './end-proofs.ts';
import { lockAccount } from './lock-account.ts';
import { isPaperAddress } from './paper-address.ts';
import { mailPasskeyNotice } from './passkeys/passkeys.ts';
import { checkStillOpen } from './sessions.ts';

/** Kinds of mail that do not sign anyone in, so that they may be sent to a new address. */
const REDIRECTED_KINDS: DeliveryKind[] = [
  'printout',
  'receipt',
  'invitation',
  'notice',
  'letter',
  'message',
  'answer',
  'digest',
];

/**
 * Changes an account's details, but never its e-mail address. Problems: `name-…`, `time-zone-unknown`, `address-…`,
 * `invalid`, `session-ended`.
 * @param token the token of the session in which its owner asks for it; null if no one is signed in
 * @throws if there is no such account, or it has been deleted and no session asks for it
 */
export async function updateAccount(
  ctx: AppContext,
  accountId: number,
  details: AccountDetails,
  token: string | null = null,
): Promise<Result<Account>> {
  const { account } = ctx.db.prisma;
  const now = await account.findUnique({ where: { id: accountId }, select: { name: true } });
  const schema = now?.name === details.name ? otherDetailsSchema : accountDetailsSchema;
  const checked = parseInput(schema, details);
  if (!checked.ok) return checked;
  return runTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    // Its owner may delete the account at the same moment, which ends its sessions.
    const open = token === null ? null : await checkStillOpen(tx, { accountId, token }, '');
    if (open?.ok === false) return open;
    return ok(await tx.account.update({ where: { id: accountId, deletedAt: null }, data: checked.value }));
  });
}

/**
 * Corrects the e-mail address of an account, for the operator. If someone has used the account, it stays marked as used,
 * and a mail to the old address says that it was changed. Otherwise the old address may be a stranger's. A player without
 * e-mail no longer plays by post: the postal address is removed, and callers must send the mail that was never sent
 * (`mailFormerPaperPlayer`).
 * Problems: `email-invalid`, `email-taken`, `deleted` (a deleted account stays without an address).
 * @param wanted.removeKeys whether to remove the account's security code and passkeys, too: the person who had the account
 * until now may know the code or have added a passkey. If there were any, a mail to the new address says so
 * @throws if there is no such account
 */
export async function correctEmail(
  ctx: AppContext,
  accountId: number,
  email: string,
  wanted: { removeKeys: boolean } = { removeKeys: false },
): Promise<Result<Account>> {
  const checked = parseInput(emailSchema, { email });
  if (!checked.ok) return checked;
  const corrected = await failIfEmailTaken(() =>
    runTransaction(ctx.db, async (tx) => {
      await lockAccount(tx, accountId);
      const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
      // Otherwise no one could sign up with the address, and someone who reads its mail could sign in.
      if (account.deletedAt !== null) return null;
      const moved = await moveToAddress(tx, account, checked.value.email, null);
      if (wanted.removeKeys) await removeKeys(tx, ctx, accountId);
      if (isPaperAddress(account.email)) await endPlayByPost(tx, account);
      const isMoved = moved.email !== account.email;
      if (isMoved && account.addressProvedAt !== null) await mailOldAddress(tx, ctx, account, 'operator');
      return moved;
    }),
  );
  if (!corrected.ok) return corrected;
  return corrected.value === null
    ? fail('email', 'deleted', 'This account has been deleted.')
    : ok(corrected.value);
}

/** Nobody typed the address that stood for a player without e-mail, so it must not be taken for that of an invitation. */
async function endPlayByPost(tx: Tx, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await tx.account.update({ where: { id }, data: { address: null } });
  await tx.seat.updateMany({ where: { accountId: id, invitedAs: email }, data: { invitedAs: null } });
}

/**
 * Mails the old address of an account that its mail now goes to another one.
 * @param account as it was before
 */
export async function mailOldAddress(
  tx: Tx,
  ctx: AppContext,
  account: Pick<Account, 'id' | 'email' | 'name'>,
  by: 'owner' | 'operator',
): Promise<void> {
  const detail = { what: 'changed', account: account.id, by };
  await enqueueDelivery(
    tx,
    { kind: 'confirmation', address: account.email, name: account.name, detail },
    ctx,
  );
}

async function removeKeys(tx: Tx, ctx: AppContext, accountId: number): Promise<void> {
  const codes = await tx.securityCode.deleteMany({ where: { accountId } });
  const passkeys = await tx.passkey.deleteMany({ where: { accountId } });
  if (codes.count + passkeys.count > 0) await mailPasskeyNotice(tx, ctx, accountId, { what: 'keysRemoved' });
}

/**
 * Moves an account to another address. The old one may belong to a stranger: all links and sessions end, reply addresses
 * of letters that went there become invalid, and waiting mail is sent to the new address.
 * @param keepSession the token of a session to keep open, or null
 * @returns the account with its new address
 * @throws P2002 if another account has the address
 */
export async function moveToAddress(
  tx: Tx,
  account: Pick<Account, 'id' | 'email'>,
  email: string,
  keepSession: string | null,
): Promise<Account> {
  await endAccess(tx, account, keepSession);
  const moved = await tx.account.update({ where: { id: account.id }, data: { email } });
  await tx.addressMark.deleteMany({ where: { accountId: account.id } });
  await endProofs(tx, { email });
  const isWaiting = { some: { status: { in: WAITING } } };
  await tx.letterCopy.updateMany({
    where: { accountId: account.id, replyHash: { not: null }, NOT: { deliveries: isWaiting } },
    data: { replyHash: null },
  });
  await redirectWaitingMail(tx, moved);
  return moved;
}

/** Whether a mail of this kind goes to the account's present address, even if it was written before a change. */
export function followsAccount(kind: DeliveryKind): boolean {
  return REDIRECTED_KINDS.includes(kind);
}

/**
 * Sends an account's waiting mail to its present address, so that no one else gets it at the old one. What was composed
 * for the old address is composed again.
 */
export async function redirectWaitingMail(
  tx: Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  const waiting = { accountId: id, kind: { in: REDIRECTED_KINDS }, status: { in: WAITING } };
  await tx.delivery.updateMany({ where: waiting, data: { toAddress: email } });
  await tx.composedMail.deleteMany({ where: { delivery: waiting } });
}
