import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account } from '../database/generated/client.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

const HOUR = 3_600_000;
/** Milliseconds after its last use at which a session ends. */
export const SESSION_LASTS = 30 * 24 * HOUR;
/** A session's use is written down at most this often (milliseconds), so that reading pages writes little. */
const NOTED_EVERY = HOUR;

/** Opens a session for a browser that has signed in; gives back the token for its cookie. */
export async function openSession(ctx: AppContext, accountId: number): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  const { session } = ctx.db.prisma;
  await session.deleteMany({ where: { expiresAt: { lte: now } } });
  await session.create({
    data: { id: tokenHash(token), accountId, createdAt: now, seenAt: now, expiresAt: later(now) },
  });
  return token;
}

/** Who a cookie's token stands for, and whether the account has a security code. */
export interface OpenSession {
  account: Account;
  hasCode: boolean;
}

/** The session of a cookie's token, with 30 days from now on; null if it is unknown, closed or has ended. */
export async function readSession(ctx: AppContext, token: string): Promise<OpenSession | null> {
  if (!looksLikeToken(token)) return null;
  const id = tokenHash(token);
  const now = ctx.now();
  const found = await ctx.db.prisma.session.findUnique({
    where: { id },
    include: { account: { include: { securityCode: { select: { accountId: true } } } } },
  });
  if (!found || found.expiresAt <= now) return null;
  if (now.getTime() - found.seenAt.getTime() >= NOTED_EVERY) {
    // Many, because another request may have closed it meanwhile.
    await ctx.db.prisma.session.updateMany({ where: { id }, data: { seenAt: now, expiresAt: later(now) } });
  }
  const { securityCode, ...account } = found.account;
  return { account, hasCode: securityCode !== null };
}

/** Closes a session; one that is closed already stays so. */
export async function closeSession(ctx: AppContext, token: string): Promise<void> {
  await ctx.db.prisma.session.deleteMany({ where: { id: tokenHash(token) } });
}

/** Closes all sessions of an account, but for the one of the token `keep`. */
export async function closeSessions(tx: Tx, accountId: number, keep: string | null): Promise<void> {
  await tx.session.deleteMany({ where: { accountId, ...(keep && { id: { not: tokenHash(keep) } }) } });
}

function later(now: Date): Date {
  return new Date(now.getTime() + SESSION_LASTS);
}
