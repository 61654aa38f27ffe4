import { z } from 'zod';
import type { Ruleset } from '../ruleset.ts';
import { check } from './check.ts';
import { LAST_TURN, phaseName, SEATS } from './data.ts';
import { facts } from './facts.ts';
import { foresee } from './foresee.ts';
import { sheet } from './form.ts';
import { guess } from './guess/index.ts';
import { opponent } from './opponent/index.ts';
import type { Orders } from './orders.ts';
import { outcome } from './outcome.ts';
import { parseSetup, setupShape } from './parse-setup.ts';
import { report } from './report/index.ts';
import { resolve } from './resolve.ts';
import { rulebook } from './rulebook/index.ts';
import { begin, type Setup, setUp } from './setup.ts';
import { canonical, type State } from './state.ts';
import { tally } from './tally.ts';

/** Charles Gaydos' presidential election by mail: conventions on turn 3, the general election on turn 6. */
export const electionYear: Ruleset<Setup, State, Orders> = {
  id: 'election-year',
  prefix: 'EY',
  title: 'Election Year',
  blurb:
    'Four to twelve candidates run for president over six turns. Each turn they raise money on three trips and spend ' +
    'it in up to nine states. Turn 3 ends with the conventions, turn 6 with the general election.',
  version: 1,
  reportVersion: 4,
  seats: SEATS,
  hasPress: true,
  // EY-6.8 and EY-6.10.
  milestones: [
    { turn: 3, name: 'the conventions' },
    { turn: 6, name: 'the general election' },
  ],
  options: z.object({}),
  wishes: z.object({}),
  rulebook,
  setUp: (_options, seats, dice) => setUp(seats, dice),
  setupShape,
  parseSetup,
  begin,
  seatIdentifiers: (state) => state.players.map(({ id }) => id),
  seatsOwing: (state) => (state.turn >= LAST_TURN ? [] : state.players.map(({ id }) => id)),
  phaseName: (state) => (state.turn >= LAST_TURN ? 'the game is over' : phaseName(state.turn + 1)),
  sheet,
  foresee,
  check,
  tally,
  guess,
  facts,
  resolve,
  // Section 8: a sheet is secret only until it is processed.
  disclose: (_before, sheets) => ({ ...sheets }),
  canonical,
  outcome,
  report,
  opponent,
};
