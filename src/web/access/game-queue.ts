import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { type GameNumber, gameNumber, parseGameNumber } from '../../games/game/game-number.ts';
import { isSafe } from '../rendering/http-errors.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { registerPlacesForHandlers } from './places-for-handlers.ts';

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

/** Lets the requests of each game through in the order in which they came, a few at a time. */
export interface GameQueue {
  /**
   * Returns when the request may be processed.
   * @returns a function to call when it is done; safe to call twice
   * @throws UnavailableError if too many others wait, or the wait is too long
   */
  enter(game: string): Promise<() => void>;
  /** How many requests are processed and how many wait. */
  size(): { running: number; waiting: number };
}

interface Waiting {
  game: string;
  begin(): void;
}

/** Creates an empty queue. */
export function createGameQueue(limits: QueueLimits = LIMITS): GameQueue {
  const running: string[] = [];
  const waiting: Waiting[] = [];

  const hasRoom = (game: string) =>
    running.length < limits.together && running.filter((other) => other === game).length < limits.perGame;

  function begin(game: string): () => void {
    running.push(game);
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
    for (const next of [...waiting]) {
      if (!hasRoom(next.game)) continue;
      waiting.splice(waiting.indexOf(next), 1);
      next.begin();
    }
  }

  function wait(game: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        game,
        begin() {
          clearTimeout(timer);
          resolve(begin(game));
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new UnavailableError('busy'));
      }, limits.patience);
      waiting.push(entry);
    });
  }

  return {
    async enter(game) {
      if (hasRoom(game)) return begin(game);
      const before = waiting.filter((other) => other.game === game).length;
      if (before >= limits.waiting) throw new UnavailableError('busy');
      return wait(game);
    },
    size: () => ({ running: running.length, waiting: waiting.length }),
  };
}

declare module 'fastify' {
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
  registerPlacesForHandlers(app, (route) => {
    if (!changesGame(route)) return null;
    const queueOfRoute = route.url.includes('/:game') ? practiceQueue : queue;
    return (request) => queueOfRoute.enter(gameOf(request));
  });
}

/**
 * Does work that changes a game when it is its turn in the game's queue.
 * @param game its number
 * @throws UnavailableError if too many others wait, or the wait is too long
 */
export async function inGameQueue<T>(
  app: Pick<FastifyInstance, 'gameQueue'>,
  game: string,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await app.gameQueue.enter(game);
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
