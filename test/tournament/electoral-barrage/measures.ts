import { isStateCode } from '../../../src/rules/country.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import type { PlayedGame } from '../contest.ts';
import { observe, type Rate } from '../rates.ts';

/** How differently the candidates of some games plan. */
export interface Measures {
  /** Pairs of candidates who placed their staffers in the same areas in a round. */
  samePlaces: Rate;
  /** First rounds in which all candidates placed their first staffer in the same area. */
  sameStart: Rate;
  /** States in which somebody placed a staffer, on average over the games. */
  statesPerGame: number;
  /** States that changed their leader, on average over the rounds. */
  changesPerRound: number;
}

/** The measures of some games. */
export function measure(games: readonly PlayedGame[]): Measures {
  const samePlaces = { count: 0, of: 0 };
  const sameStart = { count: 0, of: 0 };
  let [states, changes, rounds] = [0, 0, 0];
  for (const game of games) {
    const played = game.states as State[];
    const visited = new Set<string>();
    for (const [i, after] of played.slice(1).entries()) {
      const before = played[i] as State;
      if (after.round === before.round) continue;
      rounds += 1;
      const places = placesOf(after);
      for (const area of places.flat()) if (isStateCode(area)) visited.add(area);
      comparePairs(places, samePlaces);
      if (after.round === 1) observe(sameStart, new Set(places.map(([first]) => first)).size === 1);
      changes += changedLeaders(before, after);
    }
    states += visited.size;
  }
  const perGame = Math.max(1, games.length);
  return {
    ...{ samePlaces, sameStart, statesPerGame: states / perGame },
    changesPerRound: changes / Math.max(1, rounds),
  };
}

/** Where each candidate placed staffers in the last round, in the order of placing. */
function placesOf({ players, last }: State): string[][] {
  return players.map(({ id }) =>
    (last?.placements ?? []).filter(({ player }) => player === id).map(({ area }) => area),
  );
}

function comparePairs(places: readonly string[][], rate: Rate): void {
  const sorted = places.map((own) => own.toSorted().join());
  for (const [i, own] of sorted.entries()) {
    for (const other of sorted.slice(i + 1)) observe(rate, own === other);
  }
}

function changedLeaders(before: State, after: State): number {
  return Object.entries(after.leader).filter(
    ([code, id]) => before.leader[code as keyof State['leader']] !== id,
  ).length;
}
