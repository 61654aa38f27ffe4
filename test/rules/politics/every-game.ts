import fc from 'fast-check';
import { seededDice } from '../../../src/rules/dice.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { runs } from '../../helpers/long.ts';
import { livelySheet, newGame, type Played, playGame, secretOf } from './games.ts';

// Games drawn at random, for tests of what is true in every game.

export const game = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  players: fc.integer({ min: 2, max: 8 }),
  stops: fc.constantFrom(1, 2),
  wildcards: fc.constantFrom('all', 'events'),
  turnLimit: fc.constantFrom(4, 9, 22),
});
export type Game = typeof game extends fc.Arbitrary<infer T> ? T : never;

/** A game in which every seat does a little of everything. */
export function lively({ seed, players, ...chosen }: Game): Played {
  const dice = seededDice(secretOf(`sheets ${seed}`), 0);
  const secret = secretOf(`politics ${seed}`);
  return playGame(secret, newGame(secret, players, chosen), (state, seat) => livelySheet(state, seat, dice));
}

/** Each state with the one after it. */
export function pairs(states: readonly State[]): [State, State][] {
  return states.slice(1).map((state, i) => [states[i] as State, state]);
}

/** Plays so many games, or more in a long run of the tests, and checks each. */
export function everyGame(check: (played: Played, chosen: Game) => void, many: number): void {
  fc.assert(
    fc.property(game, (chosen) => check(lively(chosen), chosen)),
    { numRuns: runs(many) },
  );
}
