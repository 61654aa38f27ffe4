import type { Ruleset } from '../ruleset.ts';
import { check } from './check.ts';
import { disclose } from './disclose.ts';
import { facts } from './facts.ts';
import { foresee } from './foresee.ts';
import { phaseName, sheet } from './form.ts';
import { guess } from './guess/index.ts';
import { opponent } from './opponent/index.ts';
import type { Orders } from './orders.ts';
import { outcome } from './outcome.ts';
import { parseSetup, setupShape } from './parse-setup.ts';
import { report } from './report/index.ts';
import { resolve } from './resolve.ts';
import { rulebook } from './rulebook/index.ts';
import { begin, options, SEATS, type Setup, setUp, wishes } from './setup.ts';
import { canonical, owingPlayers, type State } from './state.ts';
import { tally } from './tally.ts';

/** Jack Neal's *Margin of Error*, for one player against the automatic opponent or two against each other. */
export const marginOfError: Ruleset<Setup, State, Orders> = {
  id: 'margin-of-error',
  prefix: 'MOE',
  title: 'Margin of Error',
  blurb:
    'The last nine weeks before the election, with twenty battleground states in a dead heat. You plan seven days a ' +
    'week; long stops and big ads risk a gaffe. One player against the automatic opponent, or two against each other. ' +
    'By Jack Neal.',
  version: 1,
  reportVersion: 3,
  seats: SEATS,
  hasPress: false,
  // MOE-4.1: week 9 is turn 9, and the last-minute turn comes after it.
  milestones: [{ turn: 9, name: 'the last-minute stops' }],
  options,
  wishes,
  rulebook,
  setUp,
  setupShape,
  parseSetup,
  begin,
  seatIdentifiers: (state) => state.players.map((player) => player.id),
  seatsOwing: (state) => owingPlayers(state).map((player) => player.id),
  phaseName,
  sheet,
  foresee,
  check,
  tally,
  guess,
  facts,
  resolve,
  disclose,
  canonical,
  outcome,
  report,
  opponent,
};
