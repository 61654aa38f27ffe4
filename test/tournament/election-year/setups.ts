import { PROFILES, type Profile } from '../../../src/rules/election-year/data.ts';
import { membersOf, type State } from '../../../src/rules/election-year/state.ts';
import type { Party } from '../../../src/rules/parties.ts';
import type { PlayedGame } from '../contest.ts';
import { observe, type Rate } from '../rates.ts';

/** The names of the profiles, in the order of EY-3.2. */
export const PROFILE_NAMES = ['regular', 'moneyed', 'campaigner'] as const;

/** How the setups of some games fared. */
export interface SetupRates {
  /** For each profile: how often a candidate with it was nominated. */
  nominated: Rate[];
  /** How often the Democrats won. */
  democrats: Rate;
  /** How often the larger party won; nothing is observed if both are equal. */
  larger: Rate;
}

/** How often profiles were nominated and parties won. */
export function rateSetups(games: readonly PlayedGame[]): SetupRates {
  const rates: SetupRates = {
    nominated: PROFILES.map(() => ({ count: 0, of: 0 })),
    democrats: { count: 0, of: 0 },
    larger: { count: 0, of: 0 },
  };
  for (const { states, outcome } of games) {
    const [first, last] = [states[0] as State, states.at(-1) as State];
    for (const { id, ability, party } of first.players) {
      const profile = PROFILES.findIndex((known: Profile) => known.ability === ability);
      observe(rates.nominated[profile] as Rate, last.conventions?.[party].president === id);
    }
    observe(rates.democrats, outcome.party === 'D');
    const size = (party: Party) => membersOf(first.players, party).length;
    if (size('D') !== size('R')) observe(rates.larger, outcome.party === (size('D') > size('R') ? 'D' : 'R'));
  }
  return rates;
}
