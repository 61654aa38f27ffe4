import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInTurn } from '../../in-turn.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { atMost, createShares } from './shares.ts';

/*
 * A guess at what a sheet would do plays a turn, in some games a hundred times, and stops everything else meanwhile. So
 * the guesses of all people are made one at a time, with time left between them. The turns of practice games take their
 * turn among the guesses, because with rivals who look ahead, they cost even more.
 */

/** How many guesses and practice turns wait. */
const MAX_WAITING = 20;

/**
 * How many practice turns are at work or wait. The most costly ones take some seconds, so with these few, even the last one is
 * computed before its request runs out of time, and most places are left for guesses.
 */
const MAX_TURNS = 8;

/** How many guesses and practice turns one person may have asked for at the same time, so that no one takes all the places. */
const MAX_PER_PERSON = 5;

/** The same for all people on one network: anyone can have many accounts. */
const MAX_PER_NETWORK = 10;

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
  const inTurn = createInTurn({ waiting: MAX_WAITING, busy });
  const shares = createShares({ perPerson: MAX_PER_PERSON, perNetwork: MAX_PER_NETWORK, busy });
  const turns = atMost(MAX_TURNS, busy);
  app.decorate('guessInTurn', async <T>(request: FastifyRequest, guess: () => T) =>
    shares(request, () => inTurn(guess)),
  );
  app.decorate('playInTurn', async <T>(request: FastifyRequest, play: () => Promise<T>) =>
    shares(request, () => turns('all', () => inTurn(play))),
  );
}
