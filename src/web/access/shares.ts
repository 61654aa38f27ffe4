import type { FastifyRequest } from 'fastify';
import { atMost } from '../../in-turn.ts';
import { accessOf, personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';

/** Does work for the sender of a request, unless too much of the same person or network is under way. */
export type Shares = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** How much work may be at work or wait at the same time. What everyone has together is limited elsewhere. */
export interface ShareLimits {
  /** Of one person; of an account, for each session and token, and twice as much for all of its browsers, and for all of its programs. */
  perPerson: number;
  /** Of all people on one network: an IPv4 address, or an IPv6 /48. */
  perNetwork: number;
  /**
   * Of all people in one block of networks: an IPv4 /24, or an IPv6 /32. At most half of the places of a queue; twice
   * `perNetwork` by default.
   */
  perBlock?: number;
}

/**
 * Shares of a queue, so that neither one person nor one network with many accounts takes all of its places, nor someone who
 * has a whole block of networks.
 * @param options.busy makes the error that is thrown if it would be more
 */
export function createShares(options: ShareLimits & { busy: () => Error }): Shares {
  const { perPerson, perNetwork, perBlock = 2 * perNetwork, busy } = options;
  const access = atMost(perPerson, busy);
  const people = atMost(2 * perPerson, busy);
  const networks = atMost(perNetwork, busy);
  const blocks = atMost(perBlock, busy);
  return (request, work) =>
    access(accessOf(request), () =>
      people(personOf(request), () =>
        networks(wideNetworkOf(request), () => blocks(wideBlockOf(request), work)),
      ),
    );
}
