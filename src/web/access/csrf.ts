import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError, isSafe } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { otherAccount } from './other-account.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: the route does not use the session cookie, so it needs no form token. */
    csrf?: false;
  }
}

/** The message for a form without a good token. */
export const STALE_FORM =
  'This form was not accepted: its protection token is missing or has expired. Go back, reload the page and send it again.';

/**
 * Requires the form token for every request that changes something, whether or not anyone is signed in. If the
 * browser says where the request comes from, it must come from one of our own pages.
 */
export async function registerCsrf(app: FastifyInstance, deps: WebContext): Promise<void> {
  await app.register(csrf, {
    cookieKey: cookieName(deps, 'whistlestop-form'),
    cookieOpts: cookieOptions(deps),
  });
  const publicHost = new URL(deps.publicUrl).host;
  app.decorateRequest('fromOurPage', false);
  app.addHook('preValidation', (request, reply, done) => {
    if (isSafe(request.method) || request.routeOptions.config.csrf === false || request.is404) return done();
    if (isCrossSite(request, publicHost)) return done(new HttpError(403, 'csrf', STALE_FORM));
    app.csrfProtection(request, reply, () => {
      request.fromOurPage = true;
      done(otherAccountOf(request));
    });
  });
}

/** Why a form must not be sent by the account that is signed in. Forms that only sign someone in or out may have been opened by anyone. */
function otherAccountOf(request: FastifyRequest): HttpError | undefined {
  return request.routeOptions.config.stores === 'session' ? undefined : otherAccount(request);
}

function isCrossSite(request: FastifyRequest, publicHost: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const origin = request.headers.origin;
  if (origin === undefined || origin === 'null') return false;
  if (!URL.canParse(origin)) return true;
  const host = new URL(origin).host;
  return host !== publicHost && host !== request.headers.host;
}
