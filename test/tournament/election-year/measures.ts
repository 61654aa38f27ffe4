import { STATE_CODES } from '../../../src/rules/country.ts';
import { LIMITS } from '../../../src/rules/election-year/data.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { PlayedGame } from '../contest.ts';
import type { Rate } from '../rates.ts';

/** What section 13 of the rules measures in games of standard opponents alone. */
export interface Measures {
  /** Turns in which all candidates choose the same three trips. */
  sameTrips: Rate;
  /** States in which somebody campaigned, on average over the games. */
  statesPerGame: number;
  /** States that changed their overall leader, on average over the turns. */
  changesPerTurn: number;
}

/** The measures of some games. */
export function measure(games: readonly PlayedGame[]): Measures {
  const sameTrips = { count: 0, of: 0 };
  let states = 0;
  let changes = 0;
  for (const game of games) {
    const played = game.states as State[];
    const campaigned = new Set<string>();
    for (const [i, after] of played.slice(1).entries()) {
      sameTrips.of += 1;
      if (isSameTrips(after)) sameTrips.count += 1;
      for (const rows of Object.values(after.campaigning)) for (const row of rows) campaigned.add(row.state);
      changes += changedLeaders(played[i] as State, after);
    }
    states += campaigned.size;
  }
  return { sameTrips, statesPerGame: states / games.length, changesPerTurn: changes / sameTrips.of };
}

function isSameTrips({ fundraising, players }: State): boolean {
  const trips = players.map(({ id }) => (fundraising[id] ?? []).map(({ state }) => state).sort());
  return trips.every((own) => own.length === LIMITS.trips && own.join() === trips[0]?.join());
}

function changedLeaders(before: State, after: State): number {
  return STATE_CODES.filter((code) => before.leaders[code].overall !== after.leaders[code].overall).length;
}
