import type { FastifyReply, FastifyRequest } from 'fastify';
import { gameOfLink } from '../../../games/seats/joining-view.ts';
import { cookieName, cookieOptions } from '../../access/cookies.ts';
import type { WebContext } from '../../web-context.ts';

/*
 * An invitation link that was just created. The database keeps only its hash, so the GM's own browser keeps it for half
 * an hour: the GM page can show it after the form has led there, and again if it is reloaded.
 */

/** For how long the browser keeps the link, in seconds. */
const LIFE = 30 * 60;

/** Keeps the token of a game's invitation link. A link that was kept before is forgotten. */
export function keepInvitation(deps: WebContext, reply: FastifyReply, number: string, token: string): void {
  const options = { ...cookieOptions(deps), sameSite: 'strict' as const, maxAge: LIFE };
  reply.setCookie(cookieName(deps, 'invitation'), `${number}.${token}`, options);
}

/** The invitation link of a game if this browser keeps it and it still works; null if not. */
export async function keptInvitation(
  deps: WebContext,
  request: FastifyRequest,
  number: string,
): Promise<string | null> {
  const [game, token] = (request.cookies[cookieName(deps, 'invitation')] ?? '').split('.');
  if (game !== number || token === undefined) return null;
  return (await gameOfLink(deps.ctx, token)) === number ? `${deps.publicUrl}/join/${token}` : null;
}
