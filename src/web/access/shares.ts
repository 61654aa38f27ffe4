import type { FastifyRequest } from 'fastify';
import { personOf, wideNetworkOf } from './rate-limits.ts';

/** Does work for the sender of a request, unless too much of the same person or network is under way. */
export type Shares = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/**
 * Shares of a queue, so that neither one person nor one network (IPv4 address, IPv6 /48) with many accounts takes all of its
 * places.
 * @param options.perPerson how much work of one person may be at work or wait
 * @param options.perNetwork the same for all people on one network
 * @param options.busy makes the error that is thrown if it would be more
 */
export function createShares(options: { perPerson: number; perNetwork: number; busy: () => Error }): Shares {
  const people = atMost(options.perPerson, options.busy);
  const networks = atMost(options.perNetwork, options.busy);
  return (request, work) => people(personOf(request), () => networks(wideNetworkOf(request), work));
}

/** Lets only so much work of each key be under way at the same time. @throws what `busy` makes, if it would be more */
function atMost(max: number, busy: () => Error) {
  const underWay = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (underWay.get(key) ?? 0) + by;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
  };
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((underWay.get(key) ?? 0) >= max) throw busy();
    change(key, 1);
    try {
      return await work();
    } finally {
      change(key, -1);
    }
  };
}
