import { z } from 'zod';
import type { Ruleset } from '../ruleset.ts';
import { LAST_TURN, phaseName, SEATS } from './data.ts';
import { outcome } from './election.ts';
import { foresee } from './foresee.ts';
import { sheet, tally } from './form.ts';
import { opponent } from './opponent.ts';
import { check, type Orders } from './orders.ts';
import { report } from './report.ts';
import { resolve } from './resolve.ts';
import { begin, parseSetup, type Setup, setUp } from './setup.ts';
import { canonical, type State } from './state.ts';

/** Charles Gaydos' presidential election by mail: conventions on turn 3, the general election on turn 6. */
export const electionYear: Ruleset<Setup, State, Orders> = {
  id: 'election-year',
  prefix: 'EY',
  title: 'Election Year',
  blurb:
    'Four to twelve candidates run for president over six turns: they raise money on three trips a turn, spend it in up to nine states, fight for the nomination on turn 3 and for the White House on turn 6.',
  version: 1,
  seats: SEATS,
  // EY-6.8 and EY-6.10.
  milestones: [
    { turn: 3, name: 'the conventions' },
    { turn: 6, name: 'the election' },
  ],
  options: z.object({}),
  wishes: z.object({}),
  setUp: (_options, seats, dice) => setUp(seats, dice),
  parseSetup,
  begin,
  seatIds: (state) => state.players.map(({ id }) => id),
  owing: (state) =>
    state.turn >= LAST_TURN
      ? { seats: [], phase: 'The game is over' }
      : { seats: state.players.map(({ id }) => id), phase: phaseName(state.turn + 1) },
  sheet,
  foresee,
  check,
  tally,
  resolve,
  // Section 8: a sheet is secret before processing only.
  disclose: (_before, sheets) => ({ ...sheets }),
  canonical,
  outcome,
  report,
  opponent,
};
