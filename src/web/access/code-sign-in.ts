import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempt, Credentials } from './sign-in-limits.ts';

/** What people read whose code was changed, or whose account was signed out everywhere, while they signed in. */
const ENDED = 'You were not signed in. Sign in again.';

/**
 * Tries a security code and signs this browser in. If the account requires a passkey, `request.account` is still null.
 * If access to the account was ended meanwhile, for example because the code was changed, the sign-in is refused.
 * @throws a 429 if this network has failed too often
 */
export async function signInWithCode(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Credentials,
): Promise<Attempt> {
  const attempt = await request.server.tryCode(request, reply, given);
  if (attempt.account === null || (await reply.signIn(attempt.account, 'code'))) return attempt;
  return { account: null, tooMany: false, message: ENDED };
}
