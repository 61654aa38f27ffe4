import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebDeps } from '../deps.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { cookieName, cookieOptions } from './session-cookies.ts';

/** What a person is told whose form is not accepted: nothing is lost by going back. */
export const STALE_FORM =
  'This form was not accepted: its protection token is missing or no longer good. Go back, reload the page and send it again.';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Every request that changes something must carry the form's token, whoever is signed in, sign-in included,
 * and must come from one of our own pages where the browser says where it comes from.
 */
export async function addCsrf(app: FastifyInstance, deps: WebDeps): Promise<void> {
  await app.register(csrf, {
    cookieKey: cookieName(deps, 'whistlestop-form'),
    cookieOpts: cookieOptions(deps),
  });
  const publicHost = new URL(deps.publicUrl).host;
  app.addHook('preValidation', (request, reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.config.csrf === false || request.is404)
      return done();
    if (comesFromElsewhere(request, publicHost)) return done(new HttpError(403, 'csrf', STALE_FORM));
    app.csrfProtection(request, reply, done);
  });
}

function comesFromElsewhere(request: FastifyRequest, publicHost: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const origin = request.headers.origin;
  if (origin === undefined || origin === 'null') return false;
  if (!URL.canParse(origin)) return true;
  const host = new URL(origin).host;
  return host !== publicHost && host !== request.headers.host;
}
