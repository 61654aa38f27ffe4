import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { ofThoseWithMost } from '../../crowded-out.ts';
import { createServed } from '../../fair-turns.ts';
import { type GameNumber, gameNumber, parseGameNumber } from '../../games/game/game-number.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { registerPlacesForHandlers } from './places-for-handlers.ts';
import { personOf, wideBlockOf, wideNetworkOf } from './request-keys.ts';

/*
 * Everything that changes a game waits for the lock of its row, each request with a database connection of its own. If
 * one game were locked for long, its senders would take all connections, and no page of any game could be shown. So only
 * a few requests of each game wait for the lock; the others wait here, where they need no connection.
 */

interface QueueLimits {
  /** How many requests of one game are processed at the same time. */
  perGame: number;
  /** How many requests of all games are: fewer than there are connections, so that pages always get one. */
  together: number;
  /** How many requests of one game wait. */
  waiting: number;
  /** How many milliseconds they wait. */
  patience: number;
  /** After how many milliseconds a request counts as done, whatever it does: no transaction may take so long. */
  hold: number;
}

const LIMITS: QueueLimits = { perGame: 3, together: 12, waiting: 100, patience: 10_000, hold: 60_000 };

/**
 * For practice games. Each has only one player, so its forms come one after another. A turn that is computed keeps its place without a connection;
 * `together` is more than `playInTurn` lets in, so that there is always room for other forms.
 */
const PRACTICE_LIMITS: QueueLimits = { ...LIMITS, perGame: 1 };

/** Who sends a request, from the block of networks down to the person. On each level, all of them take turns. */
type Sender = readonly string[];

/** Lets the requests of each game through, a few at a time. */
export interface GameQueue {
  /**
   * Returns when the request may be processed. The next one is that of those who have had no turn for the longest time; if too many
   * wait for a game, the newest one of the block with the most is refused, in it of the network, and in that of the person.
   * @param sender all without one are the same
   * @returns a function to call when it is done; safe to call twice
   * @throws UnavailableError if too many others wait, or the wait is too long
   */
  enter(game: string, sender?: Sender): Promise<() => void>;
  /** How many requests are processed and how many wait. */
  size(): { running: number; waiting: number };
}

interface Waiting {
  game: string;
  sender: Sender;
  begin(): void;
  refuse(): void;
}

/** Creates an empty queue. */
export function createGameQueue(limits: QueueLimits = LIMITS): GameQueue {
  const running: string[] = [];
  const waiting: Waiting[] = [];
  const served = createServed();

  const hasRoom = (game: string) =>
    running.length < limits.together && running.filter((other) => other === game).length < limits.perGame;

  function begin(game: string, sender: Sender): () => void {
    running.push(game);
    for (const key of sender) served.add(key);
    let done = false;
    const leave = () => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      running.splice(running.indexOf(game), 1);
      beginNext();
    };
    const timer = setTimeout(leave, limits.hold).unref();
    return leave;
  }

  function beginNext(): void {
    const open = waiting.filter(({ game }) => hasRoom(game));
    const placeOf = served.places();
    const [next] = open.toSorted((a, b) => compareSenders(a.sender, b.sender, placeOf));
    if (next === undefined) return;
    next.begin();
    beginNext();
  }

  function wait(game: string, sender: Sender): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        waiting.splice(waiting.indexOf(entry), 1);
      };
      const entry: Waiting = {
        ...{ game, sender },
        begin() {
          leave();
          resolve(begin(game, sender));
        },
        refuse() {
          leave();
          reject(new UnavailableError('busy'));
        },
      };
      const timer = setTimeout(entry.refuse, limits.patience);
      waiting.push(entry);
    });
  }

  function refuseOneTooMany(game: string): void {
    const ofGame = waiting.filter((other) => other.game === game);
    if (ofGame.length <= limits.waiting) return;
    let most = ofGame;
    const levels = Math.max(...ofGame.map(({ sender }) => sender.length));
    for (let level = 0; level < levels; level += 1)
      most = ofThoseWithMost(most, ({ sender }) => sender[level] ?? '');
    most.at(-1)?.refuse();
  }

  return {
    async enter(game, sender = []) {
      if (hasRoom(game)) return begin(game, sender);
      const placed = wait(game, sender);
      refuseOneTooMany(game);
      return placed;
    },
    size: () => ({ running: running.length, waiting: waiting.length }),
  };
}

/** The order of two senders: on the first level on which they differ, by who has had no turn for the longest time. */
function compareSenders(a: Sender, b: Sender, placeOf: (who: string) => number): number {
  const level = a.findIndex((key, i) => key !== b[i]);
  return level < 0 ? 0 : placeOf(a[level] ?? '') - placeOf(b[level] ?? '');
}

/** The levels of a sender. The names are apart, as the key of a person or network may be that of its network or block. */
function senderOf(request: FastifyRequest): Sender {
  const [block, network] = [`block ${wideBlockOf(request)}`, `network ${wideNetworkOf(request)}`];
  return [block, network, `${personOf(request)} in ${network}`];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the place in the queue of the game to others before the answer is made; null if the request has none. */
    leaveGameQueue: (() => void) | null;
  }
  interface FastifyContextConfig {
    /** true: the route changes a game only after longer work, and waits in the queue of the game by itself: `inGameQueue`. */
    waitsByItself?: true;
  }
  interface FastifyInstance {
    gameQueue: GameQueue;
    /** Practice games have a queue of their own, so that guests cannot take the places of those who send real sheets. */
    practiceQueue: GameQueue;
  }
}

/**
 * Makes every route that changes a game wait in the queue. Its place is free again when its handler has ended or answers,
 * whether or not the sender still waits: until then it may have a connection.
 */
export function registerGameQueue(app: FastifyInstance): void {
  const queue = createGameQueue();
  const practiceQueue = createGameQueue(PRACTICE_LIMITS);
  app.decorate('gameQueue', queue);
  app.decorate('practiceQueue', practiceQueue);
  app.decorateRequest('leaveGameQueue', null);
  registerPlacesForHandlers(app, (route) => {
    if (!changesGame(route)) return null;
    const queueOfRoute = route.url.includes('/:game') ? practiceQueue : queue;
    return async (request) => {
      const leave = await queueOfRoute.enter(gameOf(request), senderOf(request));
      request.leaveGameQueue = leave;
      return leave;
    };
  });
}

/**
 * Does work that changes a game when it is its turn in the game's queue.
 * @param game its number
 * @throws UnavailableError if too many others wait, or the wait is too long
 */
export async function inGameQueue<T>(
  request: FastifyRequest,
  game: string,
  work: () => Promise<T>,
): Promise<T> {
  request.leavePageTurn?.();
  const leave = await request.server.gameQueue.enter(game, senderOf(request));
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Joining by an invitation link changes a game, too, whose number the address does not have. */
const JOIN_BY_LINK = '/join/:token';

/** The same for programs, in the same queue. */
const JOIN_BY_LINK_OF_PROGRAMS = `/api${JOIN_BY_LINK}`;

const isLink = (url: string | undefined) => url === JOIN_BY_LINK || url === JOIN_BY_LINK_OF_PROGRAMS;

function changesGame({ method, url, config }: RouteOptions): boolean {
  const namesGame = url.includes('/:number') || url.includes('/:game') || isLink(url);
  const enters = config?.stores === undefined && !config?.waitsByItself;
  return ![method].flat().every(isSafe) && namesGame && enters;
}

/**
 * The game of an address in one spelling: its number, or the id of a practice game. The schema of the route may have
 * parsed it already.
 */
function gameOf(request: FastifyRequest): string {
  const { number, game } = request.params as { number: string | GameNumber; game?: string };
  if (game !== undefined) return game.toLowerCase();
  // All links have one queue: anyone can make up as many links as they like.
  if (isLink(request.routeOptions.url)) return JOIN_BY_LINK;
  const parsed = typeof number === 'string' ? parseGameNumber(number) : number;
  return parsed === null ? String(number) : gameNumber(parsed);
}
