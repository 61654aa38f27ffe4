import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksLikeToken } from '../../accounts/tokens.ts';
import type { Visitor } from '../../games/practice/practice-player.ts';
import type { WebContext } from '../web-context.ts';
import { cookieName, cookieOptions } from './session-cookies.ts';

/* Guests play practice games without an account. Only a cookie with a random token tells them apart. */

/** Who plays practice games in this browser. */
export function practiceVisitor(deps: WebContext, request: FastifyRequest): Visitor {
  const token = request.cookies[cookieName(deps, 'whistlestop-guest')];
  return {
    accountId: request.account?.id ?? null,
    guestToken: token !== undefined && looksLikeToken(token) ? token : null,
    network: siteOf(request),
  };
}

/** The network of a guest. For IPv6 it is the /48 network, because one person may have all addresses of one. */
function siteOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 48);
}

/** Makes this browser remember a new guest. */
export function keepGuest(deps: WebContext, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(deps, 'whistlestop-guest'), token, cookieOptions(deps));
}
