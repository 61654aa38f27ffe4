import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createFairTurnsByKey } from '../../fair-turns.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { type Enter, registerPlacesForHandlers } from './places-for-handlers.ts';
import { accessOf, personInGame, personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';
import { whenGone } from './when-gone.ts';

/*
 * Pages that cost much are made one at a time for each network, and for each block of networks. The limits of requests count
 * minutes: someone with many addresses could ask for a thousand such pages in one second, and everyone else would wait until the last one
 * was made. This way, people of other networks wait for one page at most. If many wait, people in running games have turns of their own,
 * so that their neighbors cannot take them all.
 */

/** How many pages of one person may wait, how many people of a network, and how many networks of a block: each with one page at a time. */
const WAITING = { ofPerson: 100, inNetwork: 100, inBlock: 256 };

/** With so many people of a network, or networks of a block, the pages for people in running games are made apart. */
const MANY = 10;

/**
 * After how many milliseconds the next page is made all the same. One that takes longer usually waits for the database, and its neighbors
 * need not wait with it.
 */
const HOLD = 250;

const busy = () => new UnavailableError('busy');

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the turn of a page before the page is made, for work that waits in a queue of its own; null if the route takes no turn. */
    leavePageTurn: (() => void) | null;
  }
  interface FastifyInstance {
    /**
     * Waits for the turn of a page that answers a form, after the form has changed what it changes. Others have the place in the
     * queue of the game from then on, so nobody waits in one queue with a place in the other.
     * @throws UnavailableError if too many pages wait
     */
    takePageTurn(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/**
 * Makes routes with `config.costly: 'game'` or `config.costlyPage` wait for their turn if they store nothing: pages, and checks of sheets,
 * also those that answer a script. The sessions and tokens of a person take turns, as someone else may have one of them; in a network
 * people do, and in a block the networks. If too many pages wait, the newest one of those who have most gets a 503.
 */
export function registerPageTurns(app: FastifyInstance): void {
  app.decorateRequest('leavePageTurn', null);
  const ofPerson = createFairTurnsByKey({ waiting: WAITING.ofPerson, busy });
  const inNetwork = createFairTurnsByKey({ waiting: WAITING.inNetwork, busy });
  const inBlock = createFairTurnsByKey({ waiting: WAITING.inBlock, busy });

  /** Whose turns a request takes, and the keys of its queues. */
  const turnOf = async (request: FastifyRequest) => {
    const [network, block] = [wideNetworkOf(request), wideBlockOf(request)];
    const isMany = inNetwork.size(network) >= MANY || inBlock.size(block) >= MANY;
    if (!isMany || !(await app.isInRunningGame(request))) return { of: personOf(request), network, block };
    return { of: personInGame(request), network: `players in ${network}`, block: `players in ${block}` };
  };

  const enter: Enter = async (request, reply) => {
    const { of, network, block } = await turnOf(request);
    const signal = whenGone(reply);
    const leave = await new Promise<() => void>((begin, refuse) => {
      const ofNetwork = () => inBlock.inTurn(block, { of: network, signal }, () => untilLeft(begin));
      const inTurn = () => inNetwork.inTurn(network, { of, signal }, ofNetwork);
      // In other networks they have other turns: one may be crowded.
      ofPerson.inTurn(`${of} in ${network}`, { of: accessOf(request), signal }, inTurn).catch(refuse);
    });
    request.leavePageTurn = leave;
    return leave;
  };

  app.decorate('takePageTurn', async (request: FastifyRequest, reply: FastifyReply) => {
    request.leaveGameQueue?.();
    await enter(request, reply).catch((error) => {
      // What was sent may have been stored before.
      throw error instanceof UnavailableError
        ? new UnavailableError('busy', { maybeStored: request.stored })
        : error;
    });
  });
  app.addHook('onSend', async (request) => request.leavePageTurn?.());

  registerPlacesForHandlers(app, (route) => (isCostlyPage(route) ? enter : null));
}

/**
 * Whether a route waits for its turn. Forms that store something do not: those that change a game wait in its queue, and take a
 * turn by `takePageTurn` if they answer with a costly page.
 */
function isCostlyPage({ method, config }: RouteOptions): boolean {
  const storesNothing = [method].flat().every(isSafe) || config?.stores === 'nothing';
  return storesNothing && (config?.costly ?? config?.costlyPage) === 'game';
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
