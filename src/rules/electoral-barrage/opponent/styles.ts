import { byState, type StateCode } from '../../country.ts';
import { combine, hashOf, pick } from '../../hash.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { State } from '../state.ts';
import { WEIGHTS, type Weights } from './scores.ts';

/** The rows of an easy candidate's plan. The rest of its staffers go to stand-by places. */
export const EASY_ROWS = 10;

/** The most that a hard candidate likes or dislikes a state, in percent. */
const LIKING = 6;

/** How an easy candidate weighs areas: it likes large states too much, and each one has tastes of its own. */
export function easyWeights(state: State, seat: SeatIdentifier): Weights {
  const hash = tastesOf(state, seat);
  const taste = (number: number, low: number, high: number) => pick(combine(hash, number), low, high);
  return {
    ...WEIGHTS,
    states: { red: taste(1, 1, 3), blue: taste(2, 2, 3), white: taste(3, 2, 4) },
    recruit: taste(4, 20, 40),
    town: taste(5, 20, 60),
    ads: taste(6, 40, 100),
  };
}

/** By how many percent a hard candidate likes each state more than its votes would say. Equals go different ways. */
export function hardTastes(state: State, seat: SeatIdentifier): Record<StateCode, number> {
  const hash = tastesOf(state, seat);
  return byState(({ code }) => pick(combine(hash, hashOf(code)), -LIKING, LIKING));
}

/** A number that follows from what everyone has known from the start: the seat, and the order in which all sit. */
function tastesOf({ players, rounds }: State, seat: SeatIdentifier): number {
  return hashOf(`${seat} ${rounds} ${players.map(({ id }) => id).join(' ')}`);
}
