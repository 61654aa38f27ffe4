import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createInTurn } from '../../in-turn.ts';
import { UnavailableError } from '../rendering/unavailable.ts';
import { personOf } from './rate-limits.ts';

/*
 * A guess at what a sheet would do plays a turn, in some games a hundred times, and stops everything else meanwhile. So
 * the guesses of all people are made one at a time, with time left between them.
 */

/** How many guesses wait: at most some seconds of work. */
const MAX_WAITING = 20;

/** How many guesses one person may have asked for at the same time, so that no one takes all the places. */
const MAX_PER_PERSON = 5;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes a guess for the sender of a request when it is its turn.
     * @throws UnavailableError if too many others wait, or too many of the same person
     */
    guessInTurn<T>(request: FastifyRequest, guess: () => T): Promise<T>;
  }
}

/** Adds `app.guessInTurn`. Every route that makes a guess must use it. */
export function registerGuessQueue(app: FastifyInstance): void {
  const busy = () => new UnavailableError('guessing');
  const inTurn = createInTurn({ waiting: MAX_WAITING, busy });
  const asked = new Map<string, number>();
  const change = (person: string, by: 1 | -1) => {
    const count = (asked.get(person) ?? 0) + by;
    if (count === 0) asked.delete(person);
    else asked.set(person, count);
  };
  app.decorate('guessInTurn', async <T>(request: FastifyRequest, guess: () => T) => {
    const person = personOf(request);
    if ((asked.get(person) ?? 0) >= MAX_PER_PERSON) throw busy();
    change(person, 1);
    try {
      return await inTurn(guess);
    } finally {
      change(person, -1);
    }
  });
}
