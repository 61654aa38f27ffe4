import { combine, hashOf, pick } from '../../hash.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
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

/** A number that follows from what everyone has known from the start: the seat, and the order in which all sit. */
export function tastesOf({ players, rounds }: State, seat: SeatIdentifier): number {
  return hashOf(`${seat} ${rounds} ${players.map(({ id }) => id).join(' ')}`);
}

function style(changes: Partial<Weights>): Weights {
  return { ...WEIGHTS, ...changes };
}

/** The ways of weighing areas between which a hard candidate chooses every round. */
export const STYLES: readonly Weights[] = [
  WEIGHTS,
  style({ town: 30, ads: 0 }),
  style({ recruit: 0, town: 20, ads: 0, ballot: 1 }),
  style({ states: { red: 1, blue: 3, white: 3 }, town: 20, ads: 0, ballot: 1 }),
  style({ states: { red: 5, blue: 3, white: 2 }, town: 20, ads: 0, ballot: 1 }),
  style({ states: { red: 2, blue: 2, white: 4 }, recruit: 100, town: 80, ballot: 1 }),
];
