import type { Ruleset } from '../ruleset.ts';
import { check, tally } from './check.ts';
import { disclose } from './disclosure.ts';
import { foresee } from './foresee.ts';
import { phaseName, sheet } from './form.ts';
import { opponent } from './opponent.ts';
import type { Orders } from './orders.ts';
import { outcome } from './outcome.ts';
import { parseSetup } from './parse-setup.ts';
import { report } from './report.ts';
import { resolve } from './resolve.ts';
import { begin, options, SEATS, type Setup, setUp, wishes } from './setup.ts';
import { canonicalState, owingPlayers, type State } from './state.ts';

/** Jack Neal's *Margin of Error*, for one player against the automatic opponent or two against each other. */
export const marginOfError: Ruleset<Setup, State, Orders> = {
  id: 'margin-of-error',
  prefix: 'MOE',
  title: 'Margin of Error',
  blurb:
    'The last nine weeks before the election: twenty battleground states in an exact dead heat, seven days ' +
    'a week, and long stops and big ads that risk a gaffe. One player against the automatic opponent, or ' +
    'two against each other. By Jack Neal.',
  version: 1,
  seats: SEATS,
  // MOE-4.1: the ninth week is turn 9, and the last-minute turn comes after it.
  milestones: [{ turn: 9, name: 'the last-minute stops' }],
  options,
  wishes,
  setUp,
  parseSetup,
  begin,
  seatIds: (state) => state.players.map((player) => player.id),
  owing: (state) => ({ seats: owingPlayers(state).map((player) => player.id), phase: phaseName(state) }),
  sheet,
  foresee,
  check,
  tally,
  resolve,
  disclose,
  canonical: canonicalState,
  outcome,
  report,
  opponent,
};
