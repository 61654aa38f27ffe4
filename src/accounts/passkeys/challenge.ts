import type { AppContext } from '../../context.ts';
import { tokenHash } from '../tokens.ts';

/*
 * The challenge that an authenticator signs is stored with the session that asked for it. That of a session that waits
 * for its passkey is for confirming, that of any other session is for adding a passkey.
 */

/** Milliseconds for which a challenge is valid. */
export const CHALLENGE_LIFETIME = 5 * 60_000;

/** A session, and whether it must still be waiting for its passkey. */
export interface ChallengedSession {
  token: string;
  passkeyPending: boolean;
}

/** Stores the challenge of a session; the one before it is no longer valid. */
export async function storeChallenge(
  ctx: AppContext,
  { token, passkeyPending }: ChallengedSession,
  challenge: string,
): Promise<void> {
  await ctx.db.prisma.session.updateMany({
    where: { id: tokenHash(token), passkeyPending },
    data: { challenge, challengeAt: ctx.now() },
  });
}

/**
 * Takes the challenge of a session, so that it is used once, whatever comes of it. Of several requests at the same time,
 * one gets it.
 * @returns null if there is none, or if it is too old
 */
export async function takeChallenge(
  ctx: AppContext,
  { token, passkeyPending }: ChallengedSession,
): Promise<string | null> {
  const { session } = ctx.db.prisma;
  const where = { id: tokenHash(token), passkeyPending };
  const found = await session.findFirst({ where, select: { challenge: true, challengeAt: true } });
  if (!found?.challenge || !found.challengeAt) return null;
  const taken = await session.updateMany({
    where: { ...where, challenge: found.challenge },
    data: { challenge: null, challengeAt: null },
  });
  const age = ctx.now().getTime() - found.challengeAt.getTime();
  return taken.count === 1 && age < CHALLENGE_LIFETIME ? found.challenge : null;
}
