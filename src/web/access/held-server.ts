import type { FastifyInstance } from 'fastify';
import type { HeldReason } from '../../database/generated/client.ts';
import { HttpError } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the route also takes what is sent while the server is held, such as signing in. */
    whileHeld?: true;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const WHY: Record<HeldReason, string> = {
  operator: 'The operator is checking this server.',
  restored: 'This server was restored from a backup and is being checked.',
  olderDatabase: 'This server was restored from a backup and is being checked.',
};

/** Why the server takes nothing now because it is held, for everyone; null if it is not held. */
export function heldNotice({ held }: Pick<WebContext, 'held'>): string | null {
  const state = held?.held() ?? null;
  if (state === null) return null;
  return `${WHY[state.reason]} You can read everything, but you cannot send anything yet, and no turn is processed until the check is done.`;
}

/** Refuses everything that is sent while the server is held, except on routes with `config.whileHeld`. */
export function registerHeldServer(app: FastifyInstance, deps: WebContext): void {
  app.addHook('preHandler', async (request) => {
    if (SAFE.has(request.method) || request.routeOptions.config.whileHeld || request.is404) return;
    const notice = heldNotice(deps);
    if (notice === null) return;
    const next = 'What you sent was not saved. Keep it, and send it again later.';
    throw new HttpError(503, 'held', `${notice} ${next}`);
  });
}
