import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayRunGames } from '../../accounts/gm-rights.ts';
import type { Who } from '../deps.ts';
import { forbidden, HttpError, mayNotRunGames, wantsJson } from '../rendering/http-errors.ts';

/** A route as the app knows it: for tests that walk every door. */
export interface RouteAccess {
  method: string;
  url: string;
  who: Who;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of registration; HEAD is left out. */
    routeAccess: RouteAccess[];
  }
}

/** Every route must say who may pass; what it says is enforced before its handler runs. */
export function enforceRouteAccess(app: FastifyInstance): void {
  const routeAccess: RouteAccess[] = [];
  app.decorate('routeAccess', routeAccess);
  app.addHook('onRoute', (route) => {
    const isAsset = route.url.startsWith('/assets/');
    const config = { who: isAsset ? ('anyone' as const) : undefined, ...route.config };
    if (config.who === undefined)
      throw new Error(`The route ${route.method} ${route.url} does not say who may pass.`);
    route.config = config;
    for (const method of [route.method].flat()) {
      if (method !== 'HEAD' && !isAsset) routeAccess.push({ method, url: route.url, who: config.who });
    }
  });
  app.addHook('preValidation', async (request, reply) => {
    const who = request.routeOptions.config.who ?? 'anyone';
    if (who !== 'anyone') return admit(who, request, reply);
  });
}

async function admit(
  who: Who,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const account = request.account;
  if (account === null) return sendToSignIn(request, reply);
  if (who === 'gm' && !mayRunGames(account)) {
    throw mayNotRunGames();
  }
  if (who === 'operator' && !account.operator)
    throw forbidden('This page is for the operator of this server.');
  return undefined;
}

/** A page sends people to the sign-in page and back again; programs and sent forms are told to sign in. */
function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request) || (request.method !== 'GET' && request.method !== 'HEAD')) {
    throw new HttpError(
      401,
      'sign-in',
      'You are not signed in (any more). Sign in, on another page of your browser if you have typed something here, and send it again.',
    );
  }
  return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
}
