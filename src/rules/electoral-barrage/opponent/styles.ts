import { isStateCode } from '../../country.ts';
import { combine, hashOf, pick } from '../../hash.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { boardState } from '../data.ts';
import type { State } from '../state.ts';
import { WEIGHTS, type Weights } from './scores.ts';

/** The rows of an easy candidate's plan. The rest of its staffers go to stand-by places. */
export const EASY_ROWS = 10;

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

/**
 * How a hard candidate weighs areas; found in games against the standard grade. Between two, it makes leads safe. Among
 * more, it leaves the white states to the others if those crowd into them; how many are a crowd depends on the seat.
 */
export function hardWeights(state: State, seat: SeatIdentifier): Weights {
  const hash = tastesOf(state, seat);
  if (state.players.length === 2) {
    return { ...WEIGHTS, states: { red: 3, blue: 3, white: 3 }, guard: pick(hash, 40, 50), ballot: 1 };
  }
  const others = (state.last?.placements ?? []).filter(({ player }) => player !== seat);
  const inWhite = others.filter(({ area }) => isStateCode(area) && boardState(area).class === 'white').length;
  const isCrowded = inWhite >= pick(hash, 10, 11);
  return isCrowded ? { ...WEIGHTS, states: { red: 3, blue: 5, white: 1 } } : { ...WEIGHTS, town: 30, ads: 0 };
}

/** A number that follows from what everyone has known from the start: the seat, and the order in which all sit. */
function tastesOf({ players, rounds }: State, seat: SeatIdentifier): number {
  return hashOf(`${seat} ${rounds} ${players.map(({ id }) => id).join(' ')}`);
}
