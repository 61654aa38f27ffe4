import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf, personOf, wideBlockOf, wideNetworkOf } from './rate-limits.ts';

/*
 * Requests whose body has not come whole. Each keeps a connection for half a minute. A reverse proxy that passes requests on
 * before it has their bodies hides the networks that these connections are for, so they are counted by what it says.
 */

/** How many requests may be unfinished at the same time: of a person, a network, an IPv6 /48, and an IPv4 /24 or IPv6 /32. */
const MOST = { person: 20, network: 50, wideNetwork: 100, block: 200 };

/**
 * Closes the connection of the oldest unfinished request of a person or network that has too many. Most bodies come with their
 * headers or right after, so someone who never finishes theirs does not keep neighbors from sending forms. Must be called
 * after the sessions and the request limits were registered: what they refuse does not count.
 */
export function limitUnfinishedRequests(app: FastifyInstance): void {
  const limits = [
    { keyOf: personOf, enter: countUnfinished(MOST.person) },
    { keyOf: addressOf, enter: countUnfinished(MOST.network) },
    { keyOf: wideNetworkOf, enter: countUnfinished(MOST.wideNetwork) },
    { keyOf: wideBlockOf, enter: countUnfinished(MOST.block) },
  ];
  app.addHook('onRequest', async (request, { raw }) => {
    if (request.raw.complete !== false || !hasBody(request)) return;
    for (const { keyOf, enter } of limits) enter(keyOf(request), request.raw, raw);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Keeps the unfinished requests of each key, and closes the oldest one if there are more than `most`. */
function countUnfinished(
  most: number,
): (key: string, request: IncomingMessage, response: ServerResponse) => void {
  const unfinished = new Map<string, Set<IncomingMessage>>();
  return (key, request, response) => {
    const requests = unfinished.get(key) ?? new Set();
    for (const one of requests) if (one.complete !== false) requests.delete(one);
    for (const oldest of requests) {
      if (requests.size < most) break;
      requests.delete(oldest);
      oldest.socket.destroy();
    }
    unfinished.set(key, requests.add(request));
    response.once('close', () => {
      requests.delete(request);
      if (requests.size === 0 && unfinished.get(key) === requests) unfinished.delete(key);
    });
  };
}
