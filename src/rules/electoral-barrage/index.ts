import type { Ruleset } from '../ruleset.ts';
import { check } from './check/index.ts';
import { SEATS } from './data.ts';
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
import { begin, options, type Setup, setUp, wishes } from './setup.ts';
import { canonical, type State } from './state.ts';
import { tally } from './tally.ts';

/** Matthew Kambic's *Electoral Barrage*, for two to eight players over nine or five rounds. */
export const electoralBarrage: Ruleset<Setup, State, Orders> = {
  id: 'electoral-barrage',
  prefix: 'EB',
  title: 'Electoral Barrage',
  blurb:
    'Two to eight candidates send their staffers over the map for nine rounds, or five with five or more ' +
    'players. You write one ranked plan a round, and the dice decide who takes which state. By Matthew Kambic.',
  version: 1,
  reportVersion: 1,
  seats: SEATS,
  hasPress: true,
  // EB-4.1: the number of rounds differs from game to game.
  milestones: [],
  options,
  wishes,
  rulebook,
  setUp,
  setupShape,
  parseSetup,
  begin,
  seatIdentifiers: (state) => state.players.map(({ id }) => id),
  seatsOwing: (state) => [...state.owing],
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
