import type { AppContext } from '../context.ts';
import type { Session } from '../database/generated/client.ts';
import { MAX_LIFETIME, MAX_SESSIONS } from './sessions.ts';
import { tokenHash } from './tokens.ts';

/** A session, for the page of its account. */
export interface ListedSession
  extends Pick<Session, 'handle' | 'method' | 'userAgent' | 'passkeyPending' | 'createdAt' | 'seenAt'> {
  /** Whether it is the session of the browser that asks. */
  isOwn: boolean;
  /** Whether it began after the session of the browser that asks. */
  isNewer: boolean;
}

/**
 * The sessions of an account that are not over, as many as are kept: the reader's own first, then the one that was used
 * last.
 * @param ownToken the token of the reader's own session
 */
export async function listSessions(
  ctx: AppContext,
  accountId: number,
  ownToken: string | null,
): Promise<ListedSession[]> {
  const now = ctx.now();
  const begunAfter = new Date(now.getTime() - MAX_LIFETIME);
  const sessions = await ctx.db.prisma.session.findMany({
    where: { accountId, expiresAt: { gt: now }, createdAt: { gt: begunAfter } },
    orderBy: [{ seenAt: 'desc' }, { createdAt: 'desc' }, { handle: 'asc' }],
    take: 2 * MAX_SESSIONS,
  });
  const own = ownToken === null ? null : tokenHash(ownToken);
  const ownBegan = sessions.find(({ id }) => id === own)?.createdAt;
  const listed = sessions.map(({ id, handle, method, userAgent, passkeyPending, createdAt, seenAt }) => {
    const isNewer = ownBegan === undefined || createdAt > ownBegan;
    return { handle, method, userAgent, passkeyPending, createdAt, seenAt, isOwn: id === own, isNewer };
  });
  return [...listed.filter(({ isOwn }) => isOwn), ...listed.filter(({ isOwn }) => !isOwn)];
}
