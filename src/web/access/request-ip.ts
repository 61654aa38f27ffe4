import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../rendering/http-errors.ts';

/**
 * Has the IP address of each request known to the limits, also if its connection closes meanwhile: a socket keeps an address
 * that was read once. A request whose connection is gone already is refused. Must be called before all other hooks.
 */
export function registerRequestIps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (presentIp(request) === undefined) throw badRequest('The connection was closed.');
  });
}

/** Undefined if the connection is gone, whatever the types of Fastify say. */
function presentIp({ ip }: FastifyRequest): string | undefined {
  return ip;
}
