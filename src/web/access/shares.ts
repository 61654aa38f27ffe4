import type { FastifyRequest } from 'fastify';
import { atMost } from '../../in-turn.ts';
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
