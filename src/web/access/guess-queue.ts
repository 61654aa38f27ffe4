import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInTurn } from '../../in-turn.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { createShares } from './shares.ts';

/*
 * A guess at what a sheet would do plays a turn, in some games a hundred times, and stops everything else meanwhile. So
 * the guesses of all people are made one at a time, with time left between them. The turns of practice games, which cost
 * even more where rivals look ahead, have a queue of their own. The two queues take turns.
 *
 * One person may ask for so many at the same time, and so may all people on one network, because anyone can have many
 * accounts. Many people have two networks, at home and on the phone: a network may ask for a third of the places at most.
 * Addresses are easily had by the dozen in one block of networks, so a block may ask for half of the places.
 */

/** Guesses: how many wait, and how many one person, one network or one block of networks may ask for. */
const GUESSES = { waiting: 20, perPerson: 4, perNetwork: 5, perBlock: 10 };

/**
 * Turns of practice games. The most costly ones take some seconds, so with these few, even the last one is computed before
 * its request runs out of time.
 */
const TURNS = { waiting: 6, perPerson: 2, perNetwork: 2, perBlock: 3 };

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes a guess for the sender of a request when it is its turn.
     * @throws UnavailableError if too many others wait, or too many of the same person or network
     */
    guessInTurn<T>(request: FastifyRequest, guess: () => T): Promise<T>;
    /**
     * Computes a turn of a practice game for the sender of a request when it is its turn.
     * @throws UnavailableError if too many others wait, or too many of the same person or network
     */
    playInTurn<T>(request: FastifyRequest, play: () => Promise<T>): Promise<T>;
  }
}

/**
 * Adds `app.guessInTurn`, which every route that makes a guess must use, and `app.playInTurn`, for every route that plays a
 * turn of a practice game.
 */
export function registerGuessQueue(app: FastifyInstance): void {
  const busy = () => new UnavailableError('guessing');
  const guesses = createSharedQueue(GUESSES, busy);
  const turns = createSharedQueue(TURNS, busy);
  app.decorate('guessInTurn', async <T>(request: FastifyRequest, guess: () => T) => guesses(request, guess));
  app.decorate('playInTurn', async <T>(request: FastifyRequest, play: () => Promise<T>) =>
    turns(request, play),
  );
}

/** A queue with a share for each person and network. Its work waits for that of other queues, too. */
function createSharedQueue(limits: typeof GUESSES, busy: () => Error) {
  const inTurn = createInTurn({ waiting: limits.waiting, busy });
  const shares = createShares({ ...limits, busy });
  return <T>(request: FastifyRequest, work: () => T | Promise<T>) => {
    // The pages of the same network need not wait while this one does: its turn was for reading the game.
    request.leavePageTurn?.();
    return shares(request, () => inTurn<T>(work));
  };
}
