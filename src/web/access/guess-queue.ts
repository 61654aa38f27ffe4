import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInTurn } from '../../in-turn.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { personOf } from './rate-limits.ts';

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

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes a guess for the sender of a request when it is its turn.
     * @throws UnavailableError if too many others wait, or too many of the same person
     */
    guessInTurn<T>(request: FastifyRequest, guess: () => T): Promise<T>;
    /**
     * Computes a turn of a practice game for the sender of a request when it is its turn.
     * @throws UnavailableError if too many others wait, or too many of the same person
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
  const people = atMost(MAX_PER_PERSON, busy);
  const turns = atMost(MAX_TURNS, busy);
  app.decorate('guessInTurn', async <T>(request: FastifyRequest, guess: () => T) =>
    people(personOf(request), () => inTurn(guess)),
  );
  app.decorate('playInTurn', async <T>(request: FastifyRequest, play: () => Promise<T>) =>
    people(personOf(request), () => turns('all', () => inTurn(play))),
  );
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
