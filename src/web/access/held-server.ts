import type { FastifyInstance } from 'fastify';
import type { HeldReason } from '../../database/generated/client.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import type { WebContext } from '../web-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the route also takes what is sent while the server is held, such as signing in. */
    whileHeld?: true;
  }
}

const WHY: Record<HeldReason, string> = {
  operator: 'The operator is checking this server.',
  otherDatabase: 'The operator is checking this server.',
  restored: 'This server was restored from a backup and is being checked.',
  olderDatabase: 'This server was restored from a backup and is being checked.',
};

/** Why the server takes nothing now because it is held, for everyone; null if it is not held. */
export function heldNotice({ held }: Pick<WebContext, 'held'>): string | null {
  const state = held?.held() ?? null;
  if (state === null) return null;
  return `${WHY[state.reason]} You can read everything, but you cannot send anything yet, and no turn is processed until the check is done.`;
}

/**
 * Refuses everything that is sent while the server is held, and keeps what was typed. Signing in and out, and routes
 * with `config.whileHeld`, remain possible.
 */
export function registerHeldServer(app: FastifyInstance, deps: WebContext): void {
  app.addHook('preHandler', async (request) => {
    const { whileHeld, stores } = request.routeOptions.config;
    if (isSafe(request.method) || request.is404 || whileHeld || stores !== undefined) return;
    const message = heldNotice(deps);
    if (message !== null) throw new UnavailableError('held', { message });
  });
}
