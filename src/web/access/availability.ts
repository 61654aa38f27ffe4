import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseFailure } from '../../database/failures.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import type { WebContext } from '../web-context.ts';

/** What keeps the server from storing anything while a check finds it `down`. */
const OBSTACLES = { database: 'unavailable', disk: 'full' } as const satisfies Record<
  string,
  DatabaseFailure
>;

/**
 * Refuses forms that the server could not keep, before anything of them is stored: while its database does not answer
 * or its disk is nearly full. Pages can be read as long as that works.
 */
export function registerAvailability(app: FastifyInstance, deps: Pick<WebContext, 'health'>): void {
  app.decorateRequest('handled', false);
  app.decorateRequest('stored', false);
  const refuse = async (request: FastifyRequest) => {
    const refusal = refusalOf(deps, request);
    if (refusal !== null) throw refusal;
  };
  // Programs sign in before their body is read, and are told before that.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.limitAfterSignIn) await refuse(request);
  });
  app.addHook('preValidation', refuse);
  app.addHook('preHandler', async (request) => {
    request.handled = true;
  });
}

/** Why a request cannot be taken now; null if it can. */
export function refusalOf(
  { health }: Pick<WebContext, 'health'>,
  request: FastifyRequest,
): UnavailableError | null {
  if (isSafe(request.method) || request.is404 || request.routeOptions.config.stores !== undefined)
    return null;
  for (const { check, level } of health?.conditions() ?? []) {
    if (level !== 'down') continue;
    if (check === 'database' || check === 'disk') return new UnavailableError(OBSTACLES[check]);
  }
  return null;
}
