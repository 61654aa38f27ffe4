import type { Ruleset } from '../ruleset.ts';
import { check } from './check/index.ts';
import { SEATS } from './data.ts';
import { disclose } from './disclose.ts';
import { facts } from './facts.ts';
import { foresee } from './foresee.ts';
import { phaseName, sheet } from './form.ts';
import { guess } from './guess/index.ts';
import { opponent } from './opponent/index.ts';
import { fieldsElsewhere, type Orders } from './orders.ts';
import { outcome } from './outcome.ts';
import { parseSetup, setupShape } from './parse-setup.ts';
import { report } from './report/index.ts';
import { resolve } from './resolve.ts';
import { rulebook } from './rulebook/index.ts';
import { begin, options, type Setup, setUp, wishes } from './setup.ts';
import { canonical, type State } from './state.ts';
import { tally } from './tally.ts';

/** A presidential-primary roll-and-write for two to six players. */
export const primarySeason: Ruleset<Setup, State, Orders> = {
  id: 'primary-season',
  prefix: 'PS',
  title: 'Primary Season',
  blurb:
    'Two to six candidates race through nine primaries. Your next dice are printed for all to see. Choose what to ' +
    're-roll, whom to hire, what to buy, and where your votes go.',
  version: 1,
  reportVersion: 1,
  seats: SEATS,
  hasPress: false,
  // PS-6.13: no turn is known in advance to end with an event.
  milestones: [],
  options,
  wishes,
  rulebook,
  setUp,
  setupShape,
  parseSetup,
  begin,
  seatIdentifiers: (state) => state.players.map(({ id }) => id),
  // PS-4.1: every player owes a sheet in every phase.
  seatsOwing: (state) => (state.phase === 'over' ? [] : state.players.map(({ id }) => id)),
  phaseName,
  sheet,
  foresee,
  fieldsElsewhere,
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
