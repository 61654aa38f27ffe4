import type { AppContext } from '../context.ts';
import type { Account, Prisma } from '../database/generated/client.ts';
import { enqueueDelivery, type Tx } from '../database/outbox.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { checkPerson } from './account-details.ts';
import { findOrCreateAccount } from './accounts.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/*
 * Addresses are proved by their readers: an account is made, or changes to an address, only when the link that
 * was mailed there is used. What is answered before tells nobody which addresses are known.
 */

/** How long such a link is good. */
export const PROOF_HOURS = 24;
/** Mails of this kind to one address in an hour. */
const MAX_AN_HOUR = 4;

/**
 * Somebody new asks for an account. An address that has one is not told apart: it is for the caller to mail a
 * sign-in link there. Problems: those of name and address.
 * @param next the page to go on to once the account is made
 * @returns the account that the address has already, or null where a link is on its way
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
    await mailProof(tx, ctx, { accountId: null, name, email, what: 'sign-up', next: wanted.next });
    return ok(null);
  });
}

/** Uses up a sign-up link: the account that it makes, or null if the link is unknown, too old or was used before. */
export async function confirmSignUp(ctx: AppContext, token: string): Promise<Account | null> {
  return ctx.db.prisma.$transaction(async (tx) => {
    const proof = await takeProof(tx, ctx, token, { accountId: null });
    return proof && findOrCreateAccount(tx, ctx, proof);
  });
}

/**
 * An account asks to change to another address; a link goes there. An address that is another account's gets
 * none, and the answer is the same. Problems: those of the address, `email-same`.
 */
export async function requestNewEmail(
  ctx: AppContext,
  account: Pick<Account, 'id' | 'name' | 'email'>,
  email: string,
): Promise<Result<void>> {
  const person = checkPerson({ name: account.name, email });
  if (!person.ok) return person;
  const { name, email: wanted } = person.value;
  if (wanted === account.email) {
    return fail('email', 'email-same', 'This is the address that your mail goes to already.');
  }
  await ctx.db.prisma.$transaction(async (tx) => {
    if (await tx.account.findUnique({ where: { email: wanted } })) return;
    await mailProof(tx, ctx, { accountId: account.id, name, email: wanted, what: 'email', next: null });
  });
  return ok(undefined);
}

/**
 * Uses up the link that was mailed to a new address: the account has it from now on, and the old address is
 * told. False if the link is unknown, too old, used, another account's, or the address was taken meanwhile.
 */
export async function confirmNewEmail(ctx: AppContext, accountId: number, token: string): Promise<boolean> {
  return ctx.db.prisma.$transaction(async (tx) => {
    const proof = await takeProof(tx, ctx, token, { accountId });
    if (!proof || (await tx.account.findUnique({ where: { email: proof.email } }))) return false;
    const before = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    await tx.account.update({ where: { id: accountId }, data: { email: proof.email } });
    // Links that went to the old address shall not open the account any more.
    await tx.signInLink.deleteMany({ where: { accountId, usedAt: null } });
    const draft = { kind: 'confirmation', address: before.email, name: before.name } as const;
    await enqueueDelivery(tx, { ...draft, detail: { what: 'changed', account: accountId } }, ctx);
    return true;
  });
}

async function mailProof(
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
  // Counted in the database, so that many askers at many addresses fill nobody's mailbox.
  if ((await tx.addressProof.count({ where: { email, createdAt: { gt: since } } })) >= MAX_AN_HOUR) return;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + PROOF_HOURS * 3_600_000);
  const data = { id: tokenHash(token), accountId, name, email, createdAt: now, expiresAt };
  await tx.addressProof.create({ data });
  const detail = { what, token, hours: PROOF_HOURS, ...(next !== null && { next }) };
  await enqueueDelivery(tx, { kind: 'confirmation', address: email, name, detail }, ctx);
}

/** Takes a proof out of the table: of several who use a link at once, one succeeds. */
async function takeProof(tx: Tx, ctx: AppContext, token: string, of: Prisma.AddressProofWhereInput) {
  if (!looksLikeToken(token)) return null;
  const where = { id: tokenHash(token), expiresAt: { gt: ctx.now() }, ...of };
  const proof = await tx.addressProof.findFirst({ where });
  const taken = proof ? await tx.addressProof.deleteMany({ where }) : { count: 0 };
  return taken.count === 1 ? proof : null;
}
