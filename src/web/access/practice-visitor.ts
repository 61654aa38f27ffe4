import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksLikeToken } from '../../accounts/tokens.ts';
import type { PlayerNetworks, Visitor } from '../../games/practice/practice-player.ts';
import type { WebContext } from '../web-context.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { wideBlockOf, wideNetworkOf } from './request-keys.ts';

/* Guests play practice games without an account. Only a cookie with a random token tells them apart. */

/** Who plays practice games in this browser. */
export function practiceVisitor(
  deps: WebContext,
  request: FastifyRequest,
): Visitor & { networks: PlayerNetworks } {
  const token = request.cookies[cookieName(deps, 'whistlestop-guest')];
  return {
    accountId: request.account?.id ?? null,
    guestToken: token !== undefined && looksLikeToken(token) ? token : null,
    networks: playerNetworksOf(request),
  };
}

/** Where a player of practice games is. */
export function playerNetworksOf(request: FastifyRequest): PlayerNetworks {
  return { network: wideNetworkOf(request), block: wideBlockOf(request) };
}

/** Makes this browser remember a new guest. */
export function keepGuest(deps: WebContext, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(deps, 'whistlestop-guest'), token, cookieOptions(deps));
}
