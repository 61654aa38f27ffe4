import type { AppContext } from '../context.ts';
import type { Account, Prisma } from '../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../database/outbox.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { checkPerson } from './account-details.ts';
import { findOrCreateAccount } from './accounts.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/*
 * An account is created, or gets another e-mail address, only when the link that was mailed to the address is used.
 * Until then the answers do not reveal which addresses have accounts.
 */

/** How many hours a verification link is valid. */
export const VERIFICATION_HOURS = 24;
/** Verification mails to one address within an hour. */
const MAX_PER_HOUR = 4;

/**
 * Mails a sign-up link to someone who asks for an account. If the address has an account, nothing is mailed: the
 * caller must mail a sign-in link instead and answer the same as always. Problems: those of name and address.
 * @param wanted.next the page to open once the account is created
 * @returns the account that the address already has, or null if a link was mailed
 */
export async function requestSignUp(
  ctx: AppContext,
  wanted: { name: string; email: string; next: string | null },
): Promise<Result<Account | null>> {
  const person = checkPerson(wanted);
  if (!person.ok) return person;
  const { name, email } = person.value;
  return ctx.db.prisma.$transaction(async (tx) => {
    const known = await tx.account.findUnique({ where: { email } });
    if (known) return ok(known);
    await mailVerification(tx, ctx, { accountId: null, name, email, what: 'sign-up', next: wanted.next });
    return ok(null);
  });
}

/**
 * Uses a sign-up link.
 * @returns the new account, or null if the link is unknown, has expired or was used before
 */
export async function confirmSignUp(ctx: AppContext, token: string): Promise<Account | null> {
  return ctx.db.prisma.$transaction(async (tx) => {
    const proof = await redeemVerification(tx, ctx, token, { accountId: null });
    return proof && findOrCreateAccount(tx, ctx, proof);
  });
}

/**
 * Mails a link to the new address that an account wants. If another account has the address, nothing is mailed, and
 * the result is the same. Problems: those of the address, `email-same`.
 */
export async function requestEmailChange(
  ctx: AppContext,
  account: Pick<Account, 'id' | 'name' | 'email'>,
  email: string,
): Promise<Result<void>> {
  const person = checkPerson({ name: account.name, email });
  if (!person.ok) return person;
  const { name, email: wanted } = person.value;
  if (wanted === account.email) {
    return fail('email', 'email-same', 'This is already your e-mail address. Enter a different one.');
  }
  await ctx.db.prisma.$transaction(async (tx) => {
    if (await tx.account.findUnique({ where: { email: wanted } })) return;
    await mailVerification(tx, ctx, {
      accountId: account.id,
      name,
      email: wanted,
      what: 'email',
      next: null,
    });
  });
  return ok(undefined);
}

/**
 * Uses the link that was mailed to a new address: the account gets the address, and a mail tells the old one.
 * @returns false if the link is unknown, has expired, was used before or belongs to another account, or if another
 * account has got the address meanwhile
 */
export async function confirmEmailChange(
  ctx: AppContext,
  accountId: number,
  token: string,
): Promise<boolean> {
  return ctx.db.prisma.$transaction(async (tx) => {
    const proof = await redeemVerification(tx, ctx, token, { accountId });
    if (!proof || (await tx.account.findUnique({ where: { email: proof.email } }))) return false;
    const before = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    await tx.account.update({ where: { id: accountId }, data: { email: proof.email } });
    // Links that went to the old address must not open the account anymore.
    await tx.signInLink.deleteMany({ where: { accountId, usedAt: null } });
    const draft = { kind: 'confirmation', address: before.email, name: before.name } as const;
    await enqueueDelivery(tx, { ...draft, detail: { what: 'changed', account: accountId } }, ctx);
    return true;
  });
}

async function mailVerification(
  tx: Tx,
  ctx: AppContext,
  wanted: {
    accountId: number | null;
    name: string;
    email: string;
    what: 'sign-up' | 'email';
    next: string | null;
  },
): Promise<void> {
  const now = ctx.now();
  const { accountId, name, email, what, next } = wanted;
  await tx.addressProof.deleteMany({ where: { expiresAt: { lte: now } } });
  const since = new Date(now.getTime() - 3_600_000);
  // Counted in the database, so that requests from many networks cannot flood a mailbox either.
  if ((await tx.addressProof.count({ where: { email, createdAt: { gt: since } } })) >= MAX_PER_HOUR) return;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000);
  const data = { id: tokenHash(token), accountId, name, email, createdAt: now, expiresAt };
  await tx.addressProof.create({ data });
  const detail = { what, token, hours: VERIFICATION_HOURS, ...(next !== null && { next }) };
  await enqueueDelivery(tx, { kind: 'confirmation', address: email, name, detail }, ctx);
}

/** Deletes the verification of a token and returns it. Of several requests at the same time, one succeeds. */
async function redeemVerification(tx: Tx, ctx: AppContext, token: string, of: Prisma.AddressProofWhereInput) {
  if (!looksLikeToken(token)) return null;
  const where = { id: tokenHash(token), expiresAt: { gt: ctx.now() }, ...of };
  const proof = await tx.addressProof.findFirst({ where });
  const deleted = proof ? await tx.addressProof.deleteMany({ where }) : { count: 0 };
  return deleted.count === 1 ? proof : null;
}
