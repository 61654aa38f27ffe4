import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createFairTurnsByKey } from '../../fair-turns.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';
import { whenGone } from './when-gone.ts';

/*
 * Pages that cost much are made one at a time for each network, and for each block of networks. The limits of requests count
 * minutes: someone with many addresses could ask for a thousand such pages in one second, and everyone else would wait until the last one
 * was made. This way, others wait for one page at most.
 */

/** How many pages may wait: of one network, and of all networks of a block, each with one at a time. */
const WAITING = { inNetwork: 100, inBlock: 1000 };

/** After how many milliseconds the next page is made all the same, so that one that waits for the database holds up no one. */
const HOLD = 1000;

const busy = () => new UnavailableError('busy');

/**
 * Makes routes with `config.costly: 'game'` wait for their turn when they are read. In a network people take turns, and in a block the
 * networks do. If too many pages wait, the newest one of those who have most gets a 503.
 */
export function registerPageTurns(app: FastifyInstance): void {
  const inNetwork = createFairTurnsByKey({ waiting: WAITING.inNetwork, busy });
  const inBlock = createFairTurnsByKey({ waiting: WAITING.inBlock, busy });
  const leaving = new WeakMap<FastifyRequest, () => void>();

  /** Waits for the turn of a request. @returns a function to call when its page is made; safe to call twice */
  const enter = (request: FastifyRequest, reply: FastifyReply) =>
    new Promise<() => void>((resolve, reject) => {
      const [network, block] = [wideNetworkOf(request), wideBlockOf(request)];
      const signal = whenGone(reply);
      const hold = () =>
        new Promise<void>((leave) => {
          const timer = setTimeout(leave, HOLD).unref();
          resolve(() => {
            clearTimeout(timer);
            leave();
          });
        });
      const turn = { of: personOf(request), signal };
      inNetwork(network, turn, () => inBlock(block, { of: network, signal }, hold)).catch(reject);
    });

  // A handler that returns its reply ends only when the answer is sent, and someone may read it slowly.
  app.addHook('onSend', async (request) => leaving.get(request)?.());
  app.addHook('onRoute', (route) => {
    if (!isCostlyPage(route)) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const leave = await enter(request, reply);
      leaving.set(request, leave);
      try {
        return await handler.call(this, request, reply);
      } finally {
        leave();
      }
    };
  });
}

function isCostlyPage({ method, config }: RouteOptions): boolean {
  return [method].flat().every(isSafe) && config?.costly === 'game';
}
