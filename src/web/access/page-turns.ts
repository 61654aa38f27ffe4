import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createFairTurnsByKey } from '../../fair-turns.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';
import { whenGone } from './when-gone.ts';

/*
 * Pages that cost much are made one at a time for each network, and for each block of networks. The limits of requests count
 * minutes: someone with many addresses could ask for a thousand such pages in one second, and everyone else would wait until the last one
 * was made. This way, others wait for one page at most. If many wait, people in running games have turns of their own, so that their
 * neighbors cannot take them all.
 */

/** How many pages may wait: of one network, and of all networks of a block, each with one at a time. */
const WAITING = { inNetwork: 100, inBlock: 256 };

/** With so many pages of a network or a block, those for people in running games are made apart. */
const MANY = 10;

/**
 * After how many milliseconds the next page is made all the same. One that takes longer waits for the database, and keeps no one
 * from the processor.
 */
const HOLD = 250;

const busy = () => new UnavailableError('busy');

/**
 * Makes routes with `config.costly: 'game'` wait for their turn when they are read. In a network people take turns, and in a block the
 * networks do. If too many pages wait, the newest one of those who have most gets a 503.
 */
export function registerPageTurns(app: FastifyInstance): void {
  const inNetwork = createFairTurnsByKey({ waiting: WAITING.inNetwork, busy });
  const inBlock = createFairTurnsByKey({ waiting: WAITING.inBlock, busy });
  const leaving = new WeakMap<FastifyRequest, () => void>();

  /** The network and the block of a request, as keys of the queues. */
  const keysOf = async (request: FastifyRequest) => {
    const keys = { network: wideNetworkOf(request), block: wideBlockOf(request) };
    const isMany = inNetwork.size(keys.network) >= MANY || inBlock.size(keys.block) >= MANY;
    if (!isMany || !(await app.isInRunningGame(request))) return keys;
    return { network: `players in ${keys.network}`, block: `players in ${keys.block}` };
  };

  /** Waits for the turn of a request. @returns a function to call when its page is made; safe to call twice */
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const { network, block } = await keysOf(request);
    const signal = whenGone(reply);
    return await new Promise<() => void>((begin, refuse) => {
      const hold = () => untilLeft(begin);
      const turn = { of: personOf(request), signal };
      const inTurn = () => inBlock.inTurn(block, { of: network, signal }, hold);
      inNetwork.inTurn(network, turn, inTurn).catch(refuse);
    });
  };

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

/**
 * Begins a page, and holds its turn until it is left.
 * @param begin is given the function that leaves
 */
function untilLeft(begin: (leave: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HOLD).unref();
    begin(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
