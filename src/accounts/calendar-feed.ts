import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { ok, type Result } from '../rules/result.ts';
import { lockAccount } from './lock-account.ts';
import { type AskingSession, checkStillOpen } from './sessions.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/*
 * The private address of an account's calendar: anyone who has it can read the due dates of all games of the account, and nothing
 * else. It is shown once; a new one replaces it.
 */

/**
 * Makes a new address in place of an earlier one.
 * @param session the session in which the owner asks for it
 * @returns the secret in it, which is not stored. Problem: `session-ended`
 */
export async function renewCalendarFeed(ctx: AppContext, session: AskingSession): Promise<Result<string>> {
  const { accountId } = session;
  const token = newToken();
  const data = { tokenHash: tokenHash(token), createdAt: ctx.now() };
  return runTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    const open = await checkStillOpen(tx, session, '');
    if (!open.ok) return open;
    const create = { accountId, ...data };
    await tx.calendarFeed.upsert({ where: { accountId }, create, update: data });
    return ok(token);
  });
}

/** Ends the address, if there is one. */
export async function removeCalendarFeed(ctx: AppContext, accountId: number): Promise<void> {
  await ctx.db.prisma.calendarFeed.deleteMany({ where: { accountId } });
}

/** When the account's address was made; null if it has none. */
export async function calendarFeedSince(ctx: AppContext, accountId: number): Promise<Date | null> {
  const feed = await ctx.db.prisma.calendarFeed.findUnique({ where: { accountId } });
  return feed?.createdAt ?? null;
}

/** The account that an address belongs to; null if there is none. */
export async function accountOfCalendar(ctx: AppContext, token: string): Promise<Account | null> {
  if (!looksLikeToken(token)) return null;
  const where = { tokenHash: tokenHash(token) };
  const feed = await ctx.db.prisma.calendarFeed.findUnique({ where, include: { account: true } });
  return feed?.account ?? null;
}
