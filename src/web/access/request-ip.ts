import { isIP } from 'node:net';
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

/** An IPv4 address with a port, or an IPv6 address in brackets with or without one, as some reverse proxies write them. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/**
 * The IP address of a request, without a port that a reverse proxy has added: each connection would have limits of its own. If the
 * proxy names something else, such as “unknown”, it is the address of the proxy.
 */
export function ipOf(request: FastifyRequest): string {
  const { ip } = request;
  if (isIP(ip)) return ip;
  const [, ipv4, ipv6] = WITH_PORT.exec(ip) ?? [];
  const named = ipv4 ?? ipv6 ?? '';
  return isIP(named) ? named : (request.socket.remoteAddress ?? ip);
}
