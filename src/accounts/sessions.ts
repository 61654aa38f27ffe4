import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { databaseFailure } from '../database/failures.ts';
import type { Account, SignInMethod } from '../database/generated/client.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

const HOUR = 3_600_000;
/** Milliseconds after its last use at which a session expires. */
const SESSION_LIFETIME = 30 * 24 * HOUR;
/** The use of a session is stored at most this often (milliseconds), so that reading pages causes few writes. */
const SEEN_INTERVAL = HOUR;

/** Who signs in, and how. */
export interface NewSession {
  accountId: number;
  method: SignInMethod;
  /** The browser's User-Agent header, if it sent one. */
  userAgent?: string | undefined;
}

/** The longest User-Agent header that is stored. */
const MAX_USER_AGENT = 300;

/** Opens a session for a browser that has signed in. Returns the token for its cookie. */
export async function openSession(
  ctx: AppContext,
  { accountId, method, userAgent }: NewSession,
): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  const { session } = ctx.db.prisma;
  await session.deleteMany({ where: { expiresAt: { lte: now } } });
  await session.create({
    data: {
      id: tokenHash(token),
      accountId,
      method,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      createdAt: now,
      seenAt: now,
      expiresAt: expiryFrom(now),
    },
  });
  return token;
}

/** The account of a session, and whether it has a security code. */
export interface OpenSession {
  account: Account;
  hasCode: boolean;
}

/**
 * Returns the account of a session and extends the session to 30 days from now. Returns null if the session is
 * unknown, closed or has expired.
 */
export async function readSession(ctx: AppContext, token: string): Promise<OpenSession | null> {
  if (!looksLikeToken(token)) return null;
  const id = tokenHash(token);
  const now = ctx.now();
  const found = await ctx.db.prisma.session.findUnique({
    where: { id },
    include: { account: { include: { securityCode: { select: { accountId: true } } } } },
  });
  if (!found || found.expiresAt <= now) return null;
  if (now.getTime() - found.seenAt.getTime() >= SEEN_INTERVAL) {
    await extendSession(ctx, id);
  }
  const { securityCode, ...account } = found.account;
  return { account, hasCode: securityCode !== null };
}

/** Extends a session to 30 days from now. If the database cannot write at the moment, it is valid all the same. */
async function extendSession(ctx: AppContext, id: string): Promise<void> {
  const now = ctx.now();
  const data = { seenAt: now, expiresAt: expiryFrom(now) };
  try {
    // updateMany does not throw if another request has closed the session meanwhile.
    await ctx.db.prisma.session.updateMany({ where: { id }, data });
  } catch (error) {
    if (databaseFailure(error) === null) throw error;
    ctx.log.warn({ err: error }, 'the use of a session could not be stored');
  }
}

/** Closes a session. Does nothing if it is closed already. */
export async function closeSession(ctx: AppContext, token: string): Promise<void> {
  await ctx.db.prisma.session.deleteMany({ where: { id: tokenHash(token) } });
}

/**
 * Closes all sessions of an account.
 * @param exceptToken the token of a session to keep open, or null
 */
export async function closeSessions(tx: Tx, accountId: number, exceptToken: string | null): Promise<void> {
  const others = exceptToken === null ? {} : { id: { not: tokenHash(exceptToken) } };
  await tx.session.deleteMany({ where: { accountId, ...others } });
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + SESSION_LIFETIME);
}
