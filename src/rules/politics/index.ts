import type { Ruleset } from '../ruleset.ts';
import { check } from './check/index.ts';
import { SEATS } from './data/amounts.ts';
import { disclose } from './disclose.ts';
import { facts } from './facts.ts';
import { foresee } from './foresee.ts';
import { OPEN_TURN_FIELDS, sheet } from './form/index.ts';
import { guess } from './guess/index.ts';
import { opponent } from './opponent/index.ts';
import type { Orders } from './orders.ts';
import { outcome } from './outcome.ts';
import { seatsOwing } from './owing.ts';
import { parseSetup, setupShape } from './parse-setup.ts';
import { phaseName } from './phase-name.ts';
import { report } from './report/index.ts';
import { resolve } from './resolve.ts';
import { rulebook } from './rulebook/index.ts';
import { quotedTexts } from './said.ts';
import { begin, hasSecretOptions, options, type Setup, setUp, wishes } from './setup.ts';
import { sharedQuestions } from './shared-questions.ts';
import { canonical, type State } from './state.ts';
import { tally } from './tally.ts';

/** *Politics: The Game*, for two to eight candidates over up to 60 campaign turns. */
export const politics: Ruleset<Setup, State, Orders> = {
  id: 'politics',
  prefix: 'PTG',
  title: 'Politics',
  blurb:
    'Two to eight candidates travel the map by dice and answer questions for money, popular votes and electoral ' +
    'votes. Help and chips are for sale, mimes and drawings must be guessed, and everyone reads everyone’s questions.',
  version: 1,
  reportVersion: 1,
  seats: SEATS,
  hasPress: true,
  // PTG-6.16, PTG-6.18: no turn is known in advance to end with an event.
  milestones: [],
  options,
  hasSecretOptions,
  sharedQuestions,
  wishes,
  rulebook,
  setUp,
  setupShape,
  parseSetup,
  begin,
  seatIdentifiers: (state) => state.players.map(({ id }) => id),
  seatsOwing,
  phaseName,
  sheet,
  foresee,
  openTurnFields: OPEN_TURN_FIELDS,
  check,
  tally,
  guess,
  facts,
  resolve,
  canonical,
  disclose,
  quotedTexts,
  outcome,
  report,
  opponent,
};
