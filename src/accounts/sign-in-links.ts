import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account, LinkPurpose } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { counted } from '../rules/numbers.ts';
import { lockAccount } from './lock-account.ts';
import { markAddressProved } from './proved-address.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/*
 * Only a link that someone asked for signs anyone in: for a few minutes, once. The link in an invitation is valid for
 * weeks, so it only leads to a page where a sign-in link can be requested.
 */

/** For how many days the link in an invitation works. */
export const INVITATION_DAYS = 14;

/**
 * Creates a sign-in link that works once.
 * @param minutes how long the link is valid
 * @returns the token of the link; the database stores only its hash
 */
export async function issueSignInLink(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  minutes: number,
): Promise<string> {
  return await issueLink(tx, ctx, { accountId, purpose: 'signIn', minutes });
}

/**
 * Creates the link of an invitation. People with a security code need none: the page of the game is enough for them.
 * @returns the detail of the invitation's delivery: the token of the link, or nothing
 */
export async function issueInvitationLink(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
): Promise<{ token?: string }> {
  if ((await tx.securityCode.count({ where: { accountId } })) > 0) return {};
  const minutes = INVITATION_DAYS * 24 * 60;
  return { token: await issueLink(tx, ctx, { accountId, purpose: 'invitation', minutes }) };
}

async function issueLink(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  { accountId, purpose, minutes }: { accountId: number; purpose: LinkPurpose; minutes: number },
): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  await tx.signInLink.create({
    data: { id: tokenHash(token), accountId, purpose, createdAt: now, expiresAt },
  });
  return token;
}

/**
 * Uses a sign-in link, which proves the address of its account and ends all its other links. Of several requests at the
 * same time, one succeeds.
 * @returns its account, or null if the link is unknown, has expired, was ended or used before
 */
export async function redeemSignInLink(ctx: AppContext, token: string): Promise<Account | null> {
  if (!looksLikeToken(token)) return null;
  const id = tokenHash(token);
  return runTransaction(ctx.db, async (tx) => {
    const link = await tx.signInLink.findUnique({ where: { id }, select: { accountId: true } });
    if (link === null) return null;
    const { accountId } = link;
    await lockAccount(tx, accountId);
    const now = ctx.now();
    const used = await tx.signInLink.updateMany({
      where: { id, purpose: 'signIn', usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (used.count !== 1) return null;
    await tx.signInLink.deleteMany({ where: { accountId, id: { not: id }, usedAt: null } });
    await markAddressProved(tx, ctx, accountId);
    return await tx.account.findUnique({ where: { id: accountId } });
  });
}

/** The number of the account that a sign-in link opens; null if the link is unknown, has expired, was ended or used before. */
export async function accountOfSignInLink(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<number | null> {
  if (!looksLikeToken(token)) return null;
  const open = { purpose: 'signIn' as const, usedAt: null, expiresAt: { gt: now() } };
  const link = await db.prisma.signInLink.findUnique({ where: { id: tokenHash(token), ...open } });
  return link?.accountId ?? null;
}

/** The account to which an invitation's link belongs; null if the link is unknown, has expired or was ended. */
export async function readInvitationLink(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<Account | null> {
  if (!looksLikeToken(token)) return null;
  const where = { id: tokenHash(token), purpose: 'invitation' as const, expiresAt: { gt: now() } };
  return (await db.prisma.signInLink.findUnique({ where, include: { account: true } }))?.account ?? null;
}

/**
 * Records that someone uses the link of an invitation, which proves the address of its account. The link stays as it is.
 * @returns false if the link is unknown, has expired or was ended: nothing is recorded
 */
export async function useInvitationLink(ctx: AppContext, token: string): Promise<boolean> {
  return runTransaction(ctx.db, async (tx) => {
    const link = await tx.signInLink.findUnique({
      where: { id: tokenHash(token) },
      select: { accountId: true },
    });
    if (link === null) return false;
    await lockAccount(tx, link.accountId);
    // Read again: the link may have been ended while this transaction waited for the lock.
    const where = { id: tokenHash(token), purpose: 'invitation' as const, expiresAt: { gt: ctx.now() } };
    if ((await tx.signInLink.count({ where })) === 0) return false;
    await markAddressProved(tx, ctx, link.accountId);
    return true;
  });
}

/** Ends a link. Does nothing if it has ended already. */
export async function endLink(tx: Tx, token: string): Promise<void> {
  await tx.signInLink.deleteMany({ where: { id: tokenHash(token) } });
}

/** Whether a link of any purpose exists and has not been used. It may have expired. */
export async function linkExists(tx: Tx, token: string): Promise<boolean> {
  return (await tx.signInLink.count({ where: { id: tokenHash(token), usedAt: null } })) > 0;
}

/** Whether a link has expired. A link that does not exist has not. */
export async function linkHasExpired(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  token: string,
): Promise<boolean> {
  const where = { id: tokenHash(token), expiresAt: { lte: now() } };
  return (await db.prisma.signInLink.count({ where })) > 0;
}

/** For how long a link is valid, in words: `10 minutes`, `2 hours`. */
export function validityInWords(minutes: number): string {
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}
