import type { AppContext } from '../context.ts';
import type { Account, Prisma } from '../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../database/outbox.ts';
import { runTransaction } from '../database/transaction.ts';
import { failIfEmailTaken, findOrCreateAccount } from './accounts.ts';
import { addressHash } from './address-hash.ts';
import { endAccess } from './end-access.ts';
import { lockAccount } from './lock-account.ts';
import type { Origin } from './network-mail.ts';
import { markAddressProved } from './proved-address.ts';
import { checkStillOpen } from './sessions.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';
import { mailOldAddress, moveToAddress } from './update-account.ts';
import { countVerification } from './verification-limits.ts';

/*
 * An account is created, or gets another e-mail address, only when the link that was mailed to the address is used.
 * Until then the answers do not reveal which addresses have accounts: requested-mail.ts.
 */

/** How many hours a verification link is valid. */
export const VERIFICATION_HOURS = 24;

/** Tells the locks of this file from others; the rest of their key is the address. */
const LOCK_SEED = 0x757365706f66;

/**
 * Uses a sign-up link. It creates an account and does not open one that a person uses already: if the address got an
 * account meanwhile, because a GM invited it, the link works only as long as no one has used that account.
 * @param name what the account is called, checked by `checkName`; missing for the name that was given with the request
 * @returns the new account, or null if the link is unknown, has expired or was used before
 */
export async function confirmSignUp(ctx: AppContext, token: string, name?: string): Promise<Account | null> {
  return runTransaction(ctx.db, async (tx) => {
    const found = await findAndLockAddress(tx, ctx, token, { accountId: null });
    if (found === null) return null;
    const { id } = await findOrCreateAccount(tx, ctx, found);
    await lockAccount(tx, id);
    const account = await tx.account.findUniqueOrThrow({ where: { id } });
    if (account.addressProvedAt !== null || !(await redeemVerification(tx, found.id))) return null;
    await endAccess(tx, account, null);
    await markAddressProved(tx, ctx, id);
    // What the person is called is up to them, and not to a GM who invited the address.
    return await tx.account.update({ where: { id }, data: { name: name ?? found.name } });
  });
}

/**
 * What was given when a sign-up link was requested, for the person who opens it to see before that: the name, to confirm or
 * change, as anyone can request a link for an address, and the address that the account gets, as the link may come from
 * someone else who reads its mail. Null if the link is unknown, has expired or was used before.
 */
export async function detailsOfSignUp(
  ctx: AppContext,
  token: string,
): Promise<{ name: string; email: string } | null> {
  const found = await findVerification(ctx.db.prisma, ctx, token, { accountId: null });
  return found === null ? null : { name: found.name, email: found.email };
}

/**
 * The address that an account gets when a link is used, for its owner to see before that: the link may come from someone
 * else who used the account. Null if the link is unknown, has expired, was used or ended, or belongs to another account.
 */
export async function addressOfChange(
  ctx: AppContext,
  accountId: number,
  token: string,
): Promise<string | null> {
  const found = await findVerification(ctx.db.prisma, ctx, token, { accountId });
  return found?.email ?? null;
}

/**
 * Uses the link that was mailed to a new address: the account gets the address, everything that gave access to it ends,
 * waiting mail goes to the new address, and a mail tells the old one.
 * @param keepSession the token of the session in which the link was used, which is kept; null for none. If it was ended in
 * the meantime, nothing is changed
 * @returns false if the link is unknown, has expired, was used or ended, or belongs to another account, if another account
 * has got the address meanwhile, or if the session was ended
 */
export async function confirmEmailChange(
  ctx: AppContext,
  accountId: number,
  { token, keepSession }: { token: string; keepSession: string | null },
): Promise<boolean> {
  // Another account can get the address at the same moment.
  const changed = await failIfEmailTaken(() => changeEmail(ctx, accountId, { token, keepSession }));
  return changed.ok && changed.value;
}

async function changeEmail(
  ctx: AppContext,
  accountId: number,
  { token, keepSession }: { token: string; keepSession: string | null },
): Promise<boolean> {
  return runTransaction(ctx.db, async (tx) => {
    if ((await findAndLockAddress(tx, ctx, token, { accountId })) === null) return false;
    await lockAccount(tx, accountId);
    const asking = keepSession === null ? null : { accountId, token: keepSession };
    if (asking !== null && !(await checkStillOpen(tx, asking, 'email')).ok) return false;
    const proof = await findVerification(tx, ctx, token, { accountId });
    if (proof === null || !(await redeemVerification(tx, proof.id))) return false;
    if (await tx.account.findUnique({ where: { email: proof.email } })) return false;
    const before = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    await moveToAddress(tx, before, proof.email, keepSession);
    await markAddressProved(tx, ctx, accountId);
    await mailOldAddress(tx, ctx, before, 'owner');
    return true;
  });
}

/**
 * Mails a link that proves an address, unless there were too many (`countVerification`). The mail goes to a stranger: its
 * delivery has no name, so that nothing in it is what someone else typed.
 * @param wanted.name the name of the account that the link creates
 * @param wanted.origin where the request comes from
 */
export async function mailVerification(
  tx: Tx,
  ctx: AppContext,
  wanted: {
    accountId: number | null;
    name: string;
    email: string;
    what: 'sign-up' | 'email';
    next: string | null;
    origin: Origin;
  },
): Promise<void> {
  const now = ctx.now();
  const { accountId, name, email, what, next } = wanted;
  await tx.addressProof.deleteMany({ where: { expiresAt: { lte: now } } });
  if (!(await countVerification(tx, ctx, { accountId, email, origin: wanted.origin }))) return;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000);
  const data = { id: tokenHash(token), accountId, name, email, createdAt: now, expiresAt };
  await tx.addressProof.create({ data });
  const detail = { what, token, hours: VERIFICATION_HOURS, ...(next !== null && { next }) };
  await enqueueDelivery(tx, { kind: 'confirmation', address: email, name: '', detail }, ctx);
}

/**
 * Mails to an address that an account asked for that another account has it, unless there were too many such mails
 * (`countVerification`). The page says nothing of it, so that no one learns who has an account.
 * @param wanted.accountId who asked
 * @param wanted.taken the account that has the address
 */
export async function mailAddressTaken(
  tx: Tx,
  ctx: AppContext,
  { taken, ...wanted }: { accountId: number; email: string; taken: number; origin: Origin },
): Promise<void> {
  if (!(await countVerification(tx, ctx, wanted))) return;
  const detail = { what: 'taken', account: taken };
  await enqueueDelivery(tx, { kind: 'confirmation', address: wanted.email, name: '', detail }, ctx);
}

async function findVerification(tx: Tx, ctx: AppContext, token: string, of: Prisma.AddressProofWhereInput) {
  if (!looksLikeToken(token)) return null;
  return await tx.addressProof.findFirst({
    where: { id: tokenHash(token), expiresAt: { gt: ctx.now() }, ...of },
  });
}

/**
 * Finds a verification. Until the transaction ends, no other one to the same address is used: each of them ends the others, and
 * in whatever order they locked them, they would wait for each other. Callers must have locked nothing yet.
 */
async function findAndLockAddress(tx: Tx, ctx: AppContext, token: string, of: Prisma.AddressProofWhereInput) {
  const found = await findVerification(tx, ctx, token, of);
  if (found === null) return null;
  const key = addressHash(found.email);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, ${LOCK_SEED}::bigint))`;
  return findVerification(tx, ctx, token, of);
}

/** Deletes a verification. Of several requests at the same time, one succeeds. */
async function redeemVerification(tx: Tx, id: string): Promise<boolean> {
  return (await tx.addressProof.deleteMany({ where: { id } })).count === 1;
}
