import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { databaseFailure } from '../database/failures.ts';
import { type Account, Prisma, type Session, type SignInMethod } from '../database/generated/client.ts';
import { statement } from '../database/sql.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { lockAccount } from './lock-account.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

const HOUR = 3_600_000;
/** Milliseconds after its last use at which a session expires. */
const IDLE_LIFETIME = 30 * 24 * HOUR;
/** Milliseconds after its beginning at which a session ends, however much it is used. */
export const MAX_LIFETIME = 90 * 24 * HOUR;
/** Milliseconds in which a passkey must confirm a session that requires one. */
const PENDING_LIFETIME = HOUR / 4;
/** The use of a session is stored at most this often (milliseconds), so that reading pages causes few writes. */
const SEEN_INTERVAL = HOUR;

/**
 * How many sessions of an account are kept, and as many again of those that a passkey must confirm. They are counted
 * apart, so that someone who knows a security code, but has no passkey, cannot push out the sessions of its owner.
 */
export const MAX_SESSIONS = 50;

/** Who signs in, and how. */
export interface NewSession {
  /** The account as it was when its security code or its link was checked, or earlier. */
  account: Pick<Account, 'id' | 'accessEpoch'>;
  method: SignInMethod;
  /** The browser's User-Agent header, if it sent one. */
  userAgent?: string | undefined;
}

/** The longest User-Agent header that is stored. */
const MAX_USER_AGENT = 300;

/**
 * Opens a session for a browser that has signed in. If the account has a passkey, the session is good for nothing until
 * a passkey confirms it (`confirmSession`). If the account then has too many sessions, those that were used least recently
 * end.
 * @returns the token for its cookie; null if access to the account was ended after the code or the link was checked, or if
 * the account is deleted
 */
export async function openSession(
  ctx: AppContext,
  { account, method, userAgent }: NewSession,
): Promise<string | null> {
  const { id: accountId } = account;
  const token = newToken();
  const now = ctx.now();
  await ctx.db.prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
  return runTransaction(ctx.db, async (tx) => {
    // Adding a passkey and ending access lock the row, too. Otherwise a session could begin at the same moment without
    // requiring the passkey, or outlast the security code with which it began.
    await lockAccount(tx, accountId);
    const where = { id: accountId };
    const current = await tx.account.findUnique({ where, select: { accessEpoch: true, deletedAt: true } });
    if (current?.accessEpoch !== account.accessEpoch || current.deletedAt !== null) return null;
    const passkeyPending = (await tx.passkey.count({ where: { accountId } })) > 0;
    await tx.session.create({
      data: {
        id: tokenHash(token),
        accountId,
        method,
        passkeyPending,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdAt: now,
        seenAt: now,
        expiresAt: passkeyPending ? new Date(now.getTime() + PENDING_LIFETIME) : expiryFrom(now, now),
      },
    });
    await endOldestSessions(tx, { accountId, passkeyPending, keepId: tokenHash(token) });
    return token;
  });
}

/**
 * Ends the sessions of an account that were used least recently, if it has more than it may. Callers must have locked the
 * account's row.
 * @param of.passkeyPending whether to count those that a passkey must confirm, or the others
 * @param of.keepId the id of the session that has just begun, which is kept
 */
export async function endOldestSessions(
  tx: Tx,
  { accountId, passkeyPending, keepId }: { accountId: number; passkeyPending: boolean; keepId: string },
): Promise<void> {
  const others = await tx.session.findMany({
    where: { accountId, passkeyPending, id: { not: keepId } },
    orderBy: [{ seenAt: 'desc' }, { createdAt: 'desc' }],
    skip: MAX_SESSIONS - 1,
    select: { id: true },
  });
  if (others.length > 0) await tx.session.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
}

/** The account of a session, and whether it has a security code. */
export interface OpenSession {
  account: Account;
  hasCode: boolean;
  /** Whether its e-mail address is marked, because mail to it comes back. */
  mailReturns: boolean;
}

type SessionRow = Account &
  Pick<Session, 'passkeyPending' | 'seenAt' | 'expiresAt'> & {
    sessionBegan: Date;
    hasCode: boolean;
    mailReturns: boolean;
  };

const ACCOUNT_COLUMNS = Object.keys(Prisma.AccountScalarFieldEnum).map((column) => `a."${column}"`);

/** Written by hand because nearly every request reads its session. */
const findSession = statement<SessionRow, [id: string]>(
  'find-session',
  `select ${ACCOUNT_COLUMNS.join(', ')},
    s."passkeyPending", s."createdAt" as "sessionBegan", s."seenAt", s."expiresAt",
    exists (select from "SecurityCode" c where c."accountId" = a."id") as "hasCode",
    exists (
      select from "AddressMark" m
      where m."accountId" = a."id" and m."email" = a."email" and m."markedAt" is not null
    ) as "mailReturns"
  from "Session" s join "Account" a on a."id" = s."accountId"
  where s."id" = $1::text`,
);

/**
 * Returns the account of a session and extends the session to 30 days from now, but not beyond 90 days from its
 * beginning. Returns null if the session is unknown, closed or has expired, or if a passkey has not confirmed it yet.
 */
export async function readSession(ctx: AppContext, token: string): Promise<OpenSession | null> {
  if (!looksLikeToken(token)) return null;
  const id = tokenHash(token);
  const now = ctx.now();
  const [found] = await findSession(ctx.db.prisma, id);
  if (found === undefined) return null;
  const {
    passkeyPending,
    sessionBegan: createdAt,
    seenAt,
    expiresAt,
    hasCode,
    mailReturns,
    ...account
  } = found;
  if (passkeyPending || isOver({ createdAt, expiresAt }, now)) return null;
  if (now.getTime() - seenAt.getTime() >= SEEN_INTERVAL) await extendSession(ctx, { id, createdAt });
  return { account, hasCode, mailReturns };
}

/**
 * Returns the account of a session that a passkey has not confirmed yet, and that is good for nothing else. Returns null
 * for every other session.
 */
export async function readPendingSession(ctx: AppContext, token: string): Promise<Account | null> {
  if (!looksLikeToken(token)) return null;
  const found = await ctx.db.prisma.session.findUnique({
    where: { id: tokenHash(token) },
    include: { account: true },
  });
  return found?.passkeyPending && !isOver(found, ctx.now()) ? found.account : null;
}

/** Whether a session is over. Versions before the absolute end stored later ends, so both are compared. */
function isOver({ createdAt, expiresAt }: Pick<Session, 'createdAt' | 'expiresAt'>, now: Date): boolean {
  return expiresAt <= now || createdAt.getTime() + MAX_LIFETIME <= now.getTime();
}

/** Extends a session. If the database cannot write at the moment, it is valid all the same. */
async function extendSession(
  ctx: AppContext,
  { id, createdAt }: Pick<Session, 'id' | 'createdAt'>,
): Promise<void> {
  const now = ctx.now();
  const data = { seenAt: now, expiresAt: expiryFrom(now, createdAt) };
  try {
    // updateMany does not throw if another request has closed the session meanwhile.
    await ctx.db.prisma.session.updateMany({ where: { id }, data });
  } catch (error) {
    if (databaseFailure(error) === null) throw error;
    ctx.log.warn({ err: error }, 'the use of a session could not be stored');
  }
}

/** The session in which a change of an account is asked for: whose it is, and its token. */
export interface AskingSession {
  accountId: number;
  token: string;
}

/**
 * Checks that a session of an account is still open, for a change that must not take effect once the session was ended.
 * Callers must have locked the account's row. Problem: `session-ended`.
 * @param session the session in which the change was asked for
 * @param field the form field that the problem belongs to
 */
export async function checkStillOpen(
  tx: Tx,
  { accountId, token }: AskingSession,
  field: string,
): Promise<Result<void>> {
  const where = { id: tokenHash(token), accountId, passkeyPending: false };
  if ((await tx.session.count({ where })) > 0) return ok(undefined);
  const message = 'You have been signed out, so nothing was changed. Sign in and try again.';
  return fail(field, 'session-ended', message);
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

/** When a session expires that is used now: after 30 days, but never later than 90 days after its beginning. */
export function expiryFrom(now: Date, createdAt: Date): Date {
  return new Date(Math.min(now.getTime() + IDLE_LIFETIME, createdAt.getTime() + MAX_LIFETIME));
}
