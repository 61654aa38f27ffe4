import type { SeatIdentifier } from '../../../ruleset.ts';
import type { StateClass } from '../../data.ts';
import { countOf, topOf } from '../../state.ts';

/** How often a player carries a state in the end, in percent: with one round left to play, with two or three, with more. */
type Odds = readonly [near: number, middle: number, far: number];

/**
 * By class of the state, and by the tokens there: the player's own, a colon, and those of each rival, most first. Found in
 * games of computer candidates of all grades. Red states fall too easily to be worth much before the end.
 */
const ODDS: Readonly<Record<StateClass, Readonly<Record<string, Odds>>>> = {
  red: { '0:': [6, 7, 7], '0:1': [25, 20, 15], '1:': [30, 20, 15] },
  blue: {
    '0:': [8, 18, 22],
    ...{ '0:1': [2, 4, 7], '0:11': [3, 4, 6], '0:2': [8, 8, 8] },
    ...{ '1:': [93, 85, 65], '1:1': [48, 45, 38] },
    '2:': [80, 70, 65],
  },
  white: {
    ...{ '0:': [8, 15, 20], '0:1': [4, 12, 15], '0:2': [2, 6, 10], '0:3': [2, 4, 8] },
    ...{ '0:11': [2, 9, 14], '0:21': [6, 8, 10], '0:111': [8, 11, 14] },
    ...{ '1:': [92, 62, 48], '1:1': [48, 41, 34], '1:2': [32, 34, 30], '1:11': [32, 29, 28] },
    ...{ '2:': [95, 75, 60], '2:1': [65, 50, 44], '3:': [95, 82, 68] },
  },
};

/**
 * How often a player carries a state in the end, in percent.
 * @param held the tokens there
 * @param left rounds left; with none, the leader carries it, and tied players have equal chances
 */
export function oddsOf(
  kind: StateClass,
  held: readonly SeatIdentifier[],
  seat: SeatIdentifier,
  players: readonly SeatIdentifier[],
  left: number,
): number {
  if (left <= 0) {
    const top = topOf(held, players);
    return top.includes(seat) ? Math.floor(100 / top.length) : 0;
  }
  const rivals = players.filter((id) => id !== seat).map((id) => countOf(held, id));
  const counts = rivals.filter((count) => count > 0).toSorted((a, b) => b - a);
  const odds = ODDS[kind][`${countOf(held, seat)}:${counts.join('')}`];
  return odds?.[left === 1 ? 0 : left <= 3 ? 1 : 2] ?? 0;
}
