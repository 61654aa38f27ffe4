import type { AppContext } from '../../context.ts';
import type { Passkey } from '../../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../../database/outbox.ts';
import { runTransaction } from '../../database/transaction.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { oneLine } from '../../text/typed-text.ts';
import { lockAccount } from '../lock-account.ts';
import { type AskingSession, checkStillOpen } from '../sessions.ts';

/*
 * Passkeys are an optional second factor: an account that has one requires it after the security code or the mailed
 * link. `add-passkey.ts` adds one, `confirm-passkey.ts` uses one to confirm a session.
 */

/** The most passkeys that an account can have. */
export const MAX_PASSKEYS = 10;
/** The longest name of a passkey, in code points. */
const MAX_NAME_LENGTH = 40;

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(ctx: AppContext, accountId: number): Promise<Passkey[]> {
  return ctx.db.prisma.passkey.findMany({
    where: { accountId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Whether an account requires a passkey for signing in. */
export async function hasPasskeys(ctx: AppContext, accountId: number): Promise<boolean> {
  return (await ctx.db.prisma.passkey.count({ where: { accountId } })) > 0;
}

/** The name of a passkey as it is stored. Problems: `name-missing`, `name-too-long`. */
export function checkPasskeyName(typed: string): Result<string> {
  const name = oneLine(typed);
  if (name === '') return fail('name', 'name-missing', 'Enter a name for the passkey, such as My phone.');
  if ([...name].length > MAX_NAME_LENGTH) {
    return fail('name', 'name-too-long', `Enter a name of at most ${MAX_NAME_LENGTH} characters.`);
  }
  return ok(name);
}

/** Renames a passkey of an account. Problems: those of the name, `unknown-passkey`. */
export async function renamePasskey(
  ctx: AppContext,
  { accountId, id }: { accountId: number; id: string },
  typed: string,
): Promise<Result<void>> {
  const name = checkPasskeyName(typed);
  if (!name.ok) return name;
  const renamed = await ctx.db.prisma.passkey.updateMany({
    where: { accountId, id },
    data: { name: name.value },
  });
  return renamed.count === 1 ? ok(undefined) : unknownPasskey();
}

/**
 * Removes a passkey of an account, and mails a notice to its address. Problems: `session-ended`, `unknown-passkey`.
 * @param session the session in which the owner asks for it
 */
export async function removePasskey(
  ctx: AppContext,
  session: AskingSession,
  id: string,
): Promise<Result<void>> {
  const { accountId } = session;
  return runTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    const open = await checkStillOpen(tx, session, 'passkey');
    if (!open.ok) return open;
    const passkey = await tx.passkey.findFirst({ where: { accountId, id } });
    const removed = await tx.passkey.deleteMany({ where: { accountId, id } });
    if (passkey === null || removed.count === 0) return unknownPasskey();
    await closePendingSessions(tx, accountId);
    await mailPasskeyNotice(tx, ctx, accountId, { what: 'passkeyRemoved', passkey: passkey.name });
    return ok(undefined);
  });
}

/**
 * Removes all passkeys of an account whose owner can no longer use them, and mails a notice to its address. The account
 * can then be signed in to without a passkey. Callers must authorize.
 * @returns how many passkeys were removed
 */
export async function removeAllPasskeys(ctx: AppContext, accountId: number): Promise<number> {
  return runTransaction(ctx.db, async (tx) => {
    // A sign-in at the same moment must not begin to wait for a passkey that is gone then.
    await lockAccount(tx, accountId);
    const { count } = await tx.passkey.deleteMany({ where: { accountId } });
    if (count === 0) return 0;
    await closePendingSessions(tx, accountId);
    await mailPasskeyNotice(tx, ctx, accountId, { what: 'passkeysRemoved' });
    return count;
  });
}

/** What a mail to the owner of an account says about its passkeys, its tokens or its security code. */
export type PasskeyNotice =
  | { what: 'passkeyAdded' | 'passkeyRemoved'; passkey: string }
  | { what: 'tokenAdded'; token: string }
  | { what: 'passkeysRemoved' | 'keysRemoved' | 'codeSet' };

/** Mails a notice about an account's passkeys or its security code to its address. */
export async function mailPasskeyNotice(
  tx: Tx,
  ctx: AppContext,
  accountId: number,
  notice: PasskeyNotice,
): Promise<void> {
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  await enqueueDelivery(
    tx,
    { kind: 'confirmation', account, detail: { ...notice, account: accountId } },
    ctx,
  );
}

/** Sessions that wait for a passkey end with it: it may be the one that would have confirmed them. */
async function closePendingSessions(tx: Tx, accountId: number): Promise<void> {
  await tx.session.deleteMany({ where: { accountId, passkeyPending: true } });
}

function unknownPasskey(): Result<never> {
  return fail('passkey', 'unknown-passkey', 'This passkey was already removed. Reload the page.');
}
