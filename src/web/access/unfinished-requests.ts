import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ofThoseWithMost } from '../../crowded-out.ts';
import { accessOf, addressOf, personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';

/*
 * Requests whose body has not come whole. Each keeps a connection for half a minute. A reverse proxy that passes requests on
 * before it has their bodies hides the networks that these connections are for, so they are counted by what it says.
 */

type KeyOf = (request: FastifyRequest) => string;

interface Limit {
  /** How many requests may be unfinished at the same time, of those that have the same key. */
  most: number;
  keyOf: KeyOf;
  /** What is compared if there are more: each group with the most, and within it the next. */
  within: readonly KeyOf[];
}

/** The limits of a person, a network, an IPv6 /48, and an IPv4 /24 or IPv6 /32. */
const LIMITS: readonly Limit[] = [
  { most: 20, keyOf: personOf, within: [accessOf] },
  { most: 50, keyOf: addressOf, within: [personOf, accessOf] },
  { most: 100, keyOf: wideNetworkOf, within: [addressOf, personOf, accessOf] },
  { most: 200, keyOf: wideBlockOf, within: [wideNetworkOf, addressOf, personOf, accessOf] },
];

/**
 * Closes the connection of an unfinished request when a person or network has too many: the oldest one of the network that
 * has most, in it of the person, and of the session. So someone who never finishes theirs does not keep neighbors from sending forms, also
 * large or slow ones. If many people have as many, those who are in no running game come first. Must be called after the
 * sessions and the request limits were registered: what they refuse does not count.
 */
export function limitUnfinishedRequests(app: FastifyInstance): void {
  const counts = LIMITS.map((limit) => countUnfinished(app, limit));
  app.addHook('onRequest', async (request, reply) => {
    if (!isUnfinished(request) || !hasBody(request)) return;
    for (const enter of counts) await enter(request, reply);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUnfinished({ raw }: FastifyRequest): boolean {
  return raw.complete === false && !raw.destroyed;
}

/** Keeps the unfinished requests of each key, and closes one if there are more than the limit allows. */
function countUnfinished(
  app: FastifyInstance,
  { most, keyOf, within }: Limit,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const unfinished = new Map<string, Set<FastifyRequest>>();
  return async (request, { raw }) => {
    // Its connection may have been closed meanwhile.
    if (!isUnfinished(request)) return;
    const key = keyOf(request);
    const requests = unfinished.get(key) ?? new Set();
    unfinished.set(key, requests.add(request));
    raw.once('close', () => {
      requests.delete(request);
      if (requests.size === 0 && unfinished.get(key) === requests) unfinished.delete(key);
    });
    for (const one of requests) if (!isUnfinished(one)) requests.delete(one);
    while (requests.size > most) {
      const closed = await crowdedOut(app, requests, within);
      // Others may have ended while it was asked who is in a running game.
      if (requests.size <= most) return;
      requests.delete(closed);
      if (isUnfinished(closed)) closed.raw.socket.destroy();
    }
  };
}

/** The one whose connection is closed. There must be one. */
async function crowdedOut(
  app: FastifyInstance,
  requests: Iterable<FastifyRequest>,
  within: readonly KeyOf[],
): Promise<FastifyRequest> {
  let candidates = [...requests];
  for (const keyOf of within) candidates = ofThoseWithMost(candidates, keyOf);
  const [oldest] = candidates as [FastifyRequest];
  if (new Set(candidates.map(personOf)).size === 1) return oldest;
  for (const one of candidates) if (!(await app.isInRunningGame(one))) return one;
  return oldest;
}
