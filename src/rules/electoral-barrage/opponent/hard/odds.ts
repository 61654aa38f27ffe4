import type { SeatIdentifier } from '../../../ruleset.ts';
import { type BoardState, isCrowded, type StateClass } from '../../data.ts';
import { countOf, topOf } from '../../state.ts';

/** How often a player carries a state in the end, in percent: with one round left to play, with two or three, with more. */
type Odds = readonly [near: number, middle: number, far: number];

/**
 * By the tokens in a state: the player's own, a colon, and those of each rival, most first. Found in games of computer
 * candidates: everybody fights for large states, and a small one often stays with the first who takes it. One-star states
 * fall too easily to be worth much before the end.
 */
type Table = Readonly<Record<string, Odds>>;

const RED: Table = { '0:': [7, 7, 7], '0:1': [22, 20, 15], '1:': [30, 20, 15] };

const BLUE_LARGE: Table = {
  ...{ '0:': [8, 18, 22], '0:1': [2, 10, 18], '0:11': [3, 11, 17], '0:2': [8, 15, 20] },
  ...{ '1:': [90, 62, 44], '1:1': [48, 39, 30], '2:': [80, 58, 42] },
};

const BLUE: Table = {
  ...{ '0:': [8, 18, 23], '0:1': [1, 3, 4], '0:11': [1, 3, 4], '0:2': [3, 4, 6] },
  ...{ '1:': [97, 92, 86], '1:1': [49, 47, 45], '2:': [97, 93, 88] },
};

const WHITE_LARGE: Table = {
  ...{ '0:': [8, 15, 20], '0:1': [5, 12, 19], '0:2': [4, 9, 14], '0:3': [1, 10, 16] },
  ...{ '0:11': [2, 8, 14], '0:21': [5, 11, 18], '0:111': [8, 8, 14] },
  ...{ '1:': [80, 55, 40], '1:1': [48, 38, 28], '1:2': [30, 30, 22], '1:11': [31, 30, 26] },
  ...{ '2:': [90, 66, 50], '2:1': [65, 52, 40], '3:': [97, 74, 56] },
};

const WHITE: Table = {
  ...{ '0:': [8, 12, 15], '0:1': [5, 11, 13], '0:2': [3, 6, 9], '0:3': [1, 4, 7] },
  ...{ '0:11': [1, 5, 6], '0:21': [2, 5, 8], '0:111': [3, 6, 10] },
  ...{ '1:': [82, 64, 58], '1:1': [48, 44, 42], '1:2': [38, 34, 30], '1:11': [33, 31, 29] },
  ...{ '2:': [92, 76, 66], '2:1': [58, 50, 44], '3:': [97, 84, 72] },
};

/** From this many votes on, a state of a class is one that everybody fights for. */
const LARGE: Readonly<Record<StateClass, number>> = { red: 0, blue: 16, white: 38 };

function tableOf({ class: kind, votes }: BoardState): Table {
  const isLarge = votes >= LARGE[kind];
  if (kind === 'white') return isLarge ? WHITE_LARGE : WHITE;
  return kind === 'red' ? RED : isLarge ? BLUE_LARGE : BLUE;
}

/**
 * How often a player carries a state in the end, in percent.
 * @param held the tokens there
 * @param left rounds left; with none, the leader carries it, and tied players have equal chances
 */
export function oddsOf(
  state: BoardState,
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
  const odds = tableOf(state)[`${countOf(held, seat)}:${counts.join('')}`];
  return odds?.[columnOf(players.length, left)] ?? 0;
}

/** The more players, the sooner a lead is lost. */
function columnOf(players: number, left: number): 0 | 1 | 2 {
  if (left === 1) return 0;
  if (players === 2) return left <= 3 ? 0 : 1;
  return left <= 3 && !isCrowded(players) ? 1 : 2;
}
