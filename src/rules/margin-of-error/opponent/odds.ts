import { type Battleground, SAFE_FROM, squaresFor, TRACK_END } from '../data.ts';
import { stopSquares, winnerOf } from '../polls.ts';
import type { Player, State } from '../state.ts';
import { VALUE_OF_OWN_WHITE, VALUES } from './standard.ts';

/** How likely each number of squares is: pairs of squares and a weight. The weights add up to a power of 6. */
export type Squares = readonly (readonly [squares: number, weight: number])[];

/** The squares of one die with an addition, as stops, ads and running mates roll it. */
export function oneDie(addition: number): Squares {
  return diceSums(1).map(([sum, weight]) => [squaresFor(sum + addition), weight]);
}

/** The squares of several dice added up, as last-minute stops roll them. */
export function dice(count: number): Squares {
  return diceSums(count).map(([sum, weight]) => [squaresFor(sum), weight]);
}

function diceSums(count: number): [sum: number, weight: number][] {
  let sums = new Map([[0, 1]]);
  for (let die = 1; die <= count; die += 1) {
    const next = new Map<number, number>();
    for (const [sum, weight] of sums) {
      for (let face = 1; face <= 6; face += 1) next.set(sum + face, (next.get(sum + face) ?? 0) + weight);
    }
    sums = next;
  }
  return [...sums];
}

/** All weights of a state's odds together: it can be divided by 6 for eight dice in a row. */
export const WHOLE = 6 ** 8;

/** How likely each own value of a state is, from −5 to 5, in parts of `WHOLE`. */
export type Odds = readonly number[];

/** The odds of a state whose own value is certain. */
export function certain(own: number): Odds {
  return Array.from({ length: 2 * TRACK_END + 1 }, (_, i) => (i === own + TRACK_END ? WHOLE : 0));
}

/** The odds after a push. With `guard`, safety protects the state from the candidate (MOE-6.1). */
export function pushed(odds: Odds, squares: Squares, guard: boolean): Odds {
  const total = squares.reduce((sum, [, weight]) => sum + weight, 0);
  const after = odds.map(() => 0);
  for (const [i, likely] of odds.entries()) {
    if (likely === 0) continue;
    const own = i - TRACK_END;
    for (const [by, weight] of squares) {
      const limit = guard && own <= -SAFE_FROM ? 1 - SAFE_FROM : TRACK_END;
      const to = Math.min(own + by, limit) + TRACK_END;
      after[to] = (after[to] as number) + Math.floor((likely * weight) / total);
    }
  }
  return after;
}

/** The value of a state with these odds (MOE-13.1), in parts of `WHOLE`. */
export function worthOf(state: State, { party }: Player, code: Battleground, odds: Odds): number {
  const startsHere = winnerOf(0, state.start[code]) === party;
  return odds.reduce((sum, likely, i) => {
    const value = i === TRACK_END && startsHere ? VALUE_OF_OWN_WHITE : (VALUES[i] as number);
    return sum + likely * value;
  }, 0);
}

/** The squares of a candidate's stop in a state: halved in the home state of the other party (MOE-6.3). */
export function inHome(state: State, { party }: Player, code: Battleground, squares: Squares): Squares {
  return squares.map(([by, weight]) => [stopSquares(by, code, party, state.homes), weight]);
}
