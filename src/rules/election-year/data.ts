import { type CountryState, STATES } from '../country.ts';

/** The game is over after this turn, with the general election (EY-4.1, EY-6.10). */
export const LAST_TURN = 6;

/** The conventions are held at the end of this turn (EY-6.8). */
export const CONVENTION_TURN = 3;

/** Fewest and most players of a game (EY-3.1). */
export const SEATS = { min: 4, max: 12 } as const;

/** Popularity in the home state at the start (EY-3.3). */
export const HOME_POPULARITY = 300;

/** The limits of a sheet (EY-4.2). `press` counts Unicode code points. */
export const LIMITS = { trips: 3, campaign: 9, press: 75 } as const;

/** How a candidate starts: campaign ability, cash and income in dollars. */
export interface Profile {
  ability: number;
  cash: number;
  income: number;
}

/** The cycle regular, moneyed, campaigner (EY-3.2). */
export const PROFILES: readonly Profile[] = [
  { ability: 3, cash: 400, income: 90 },
  { ability: 2, cash: 500, income: 120 },
  { ability: 4, cash: 300, income: 60 },
];

/** The possible home states, sorted by code: those with 6 to 16 electoral votes (EY-3.2). */
export const HOME_STATES: readonly CountryState[] = STATES.filter(
  ({ electoralVotes }) => electoralVotes >= 6 && electoralVotes <= 16,
);

/** The order in which opening leads are dealt: most electoral votes first, then by code (EY-3.5). */
export const DEALING_ORDER: readonly CountryState[] = [...STATES].sort(
  (a, b) => b.electoralVotes - a.electoralVotes || (a.code < b.code ? -1 : 1),
);

/** With this many players or more, two gain ability instead of one (EY-6.9). */
export const TWO_PROMOTIONS_FROM = 7;

/** What the phase of a turn is called. */
export function phaseName(turn: number): string {
  if (turn < CONVENTION_TURN) return 'the primaries';
  if (turn === CONVENTION_TURN) return 'the conventions';
  return turn < LAST_TURN ? 'the general campaign' : 'the general election';
}
