import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkGmRight } from '../../accounts/gm-rights.ts';
import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import { forbidden, HttpError, wantsJson } from '../rendering/http-errors.ts';

/*
 * src/web/access: who may send a request, and how often. Sign-in sessions, security codes, route access, form tokens,
 * rate limits and security headers. Rights within one game are checked by the read models and actions of src/games.
 */

/**
 * Who may use a route; `gm` is everyone who may create games, if only for friends (`checkGmRight`). Rights within one
 * game (its GM, its seats) are checked by the route itself.
 */
export type AccessLevel = 'anyone' | 'account' | 'gm' | 'operator';

/** A route, who may use it, and what else its options say. */
export interface RouteAccess {
  method: string;
  url: string;
  access: AccessLevel;
  config: FastifyContextConfig;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route in the order of registration, without HEAD routes and assets. For tests that visit each of them. */
    routeAccess: RouteAccess[];
  }
  interface FastifyContextConfig {
    /** Who may use the route. Every route must set it. */
    access?: AccessLevel;
  }
}

/**
 * Makes `config.access` mandatory for every route and enforces it before the handler runs. Form tokens must be checked
 * before, because a form is kept for its sender only if it came from one of our pages.
 * @throws when a route is registered without `config.access`
 */
export function enforceRouteAccess(app: FastifyInstance, ctx: Pick<AppContext, 'friendGames'>): void {
  const routeAccess: RouteAccess[] = [];
  app.decorate('routeAccess', routeAccess);
  app.addHook('onRoute', (route) => {
    const isAsset = route.url.startsWith('/assets/');
    const config = { access: isAsset ? ('anyone' as const) : undefined, ...route.config };
    if (config.access === undefined)
      throw new Error(`The route ${route.method} ${route.url} does not set config.access.`);
    route.config = config;
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD' && !isAsset)
        routeAccess.push({ method, url: route.url, access: config.access, config });
    }
  });
  app.addHook('preValidation', async (request, reply) => {
    const access = request.routeOptions.config.access ?? 'anyone';
    if (request.sessionFailure !== null && !request.is404) throw request.sessionFailure;
    if (access !== 'anyone') return checkAccess(ctx, access, request, reply);
  });
}

/** Returns undefined if the request may go on. @throws a 401 or 403 */
async function checkAccess(
  ctx: Pick<AppContext, 'friendGames'>,
  access: AccessLevel,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const account = request.account;
  if (account === null) return sendToSignIn(request, reply);
  if (access === 'gm') {
    const right = checkGmRight(ctx, account);
    if (!right.ok) throw forbidden(problemsInWords(right.problems));
  }
  if (access === 'operator' && !account.operator)
    throw forbidden('This page is for the operator of this server.');
  return undefined;
}

/** The longest address to which the sign-in page leads back. */
const MAX_NEXT = 500;

/** Redirects a page request to the sign-in page, which leads back. @throws a 401 for programs and sent forms */
function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request) || (request.method !== 'GET' && request.method !== 'HEAD')) {
    throw signInFirst();
  }
  const next = request.url.length <= MAX_NEXT ? `?next=${encodeURIComponent(request.url)}` : '';
  return reply.redirect(`/sign-in${next}`, 303);
}

/** The 401 for a form or a program without a session. */
export function signInFirst(): HttpError {
  return new HttpError(
    401,
    'sign-in',
    'You are not signed in. Sign in on another page of your browser so that you do not lose your input, then send this form again.',
  );
}
