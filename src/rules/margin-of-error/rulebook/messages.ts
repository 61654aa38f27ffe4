import type { CodeRule, RulebookSection } from '../../rulebook.ts';
import { rule, section, table } from '../../rulebook-builder.ts';
import * as problem from '../problems.ts';
import { checkRules } from './sheet.ts';

/** One message of each kind, as the checks write it. */
const MESSAGES = [
  problem.missingType('actions[0].do'),
  problem.missingState('actions[0].state'),
  problem.missingRegion('actions[0].region'),
  problem.missingDays('actions[0].days'),
  problem.missingTokens('stops[0].tokens'),
  problem.unknownChoice('capital', 'rest', ['campaign', 'vp', 'advertise', 'fundraise', 'media']),
  problem.notBattleground('actions[0].state', 'TX'),
  problem.duplicateType('actions[1].do', 'media'),
  problem.duplicateInRows('actions[1].state', 'OH'),
  problem.duplicateInList('endorse[1]', 'OH'),
  problem.outOfRange('actions[0].days', 4),
  problem.tooManyDays(8),
  problem.noStopInRegion('actions[0].region', 'midwest'),
  problem.capitalSpent('capital', 'media-blitz', ['internet-funds', 'fact-check']),
  problem.endorseEmpty(),
  problem.tooManyEndorsed(4),
  problem.endorseOver40(47),
  problem.endorseNotChosen(),
  problem.coverIsAction('coverWith[0]', 'fact-check'),
  problem.tooManyTokens(3, 2),
];

/** Section 5: how a sheet is checked when it comes in. */
export const checksSection: RulebookSection = section('MOE-5', 'How your sheet is checked', {
  rules: [
    ...checkRules,
    rule(
      'MOE-5.5',
      'What the messages say',
      'Each problem comes with a message. These are examples.',
      table(
        'Messages of stage two',
        ['Code', 'Message'],
        MESSAGES.map(({ code, message }) => [code, message]),
      ),
    ),
    rule(
      'MOE-5.6',
      'Advice',
      'Some orders are legal, but probably not meant. The receipt points them out: fewer than seven days used; a plan that costs more ' +
        'than you can have this week; with two players, a stop or ad above the media row; a cover on a row of one day, which cannot ' +
        'be a gaffe; a cover without a piece to spend, or the reverse; and tokens that you keep. Advice never refuses a sheet.',
    ),
  ],
});

/** The rule behind each code of the checks and of advice. */
export const CODE_RULES: readonly CodeRule[] = [
  { code: 'too-many', field: 'endorse', rule: 'MOE-5.3.5' },
  { code: 'too-many', rule: 'MOE-4.3' },
  { code: 'wrong-type', rule: 'MOE-5.2' },
  { code: 'unknown-field', rule: 'MOE-5.2' },
  { code: 'no-sheet-due', rule: 'MOE-4.2' },
  ...['missing', 'not-battleground', 'duplicate', 'out-of-range'].map((code) => ({
    code,
    field: 'stops',
    rule: 'MOE-5.4',
  })),
  ...['not-battleground', 'duplicate'].map((code) => ({ code, field: 'endorse', rule: 'MOE-5.3.5' })),
  ...['unknown-choice', 'duplicate', 'capital-spent'].map((code) => ({
    code,
    field: 'coverWith',
    rule: 'MOE-5.3.6',
  })),
  { code: 'unknown-choice', field: 'capital', rule: 'MOE-5.3.4' },
  ...['missing', 'unknown-choice', 'not-battleground', 'duplicate', 'out-of-range'].map((code) => ({
    code,
    rule: 'MOE-5.3.1',
  })),
  { code: 'too-many-days', rule: 'MOE-5.3.2' },
  { code: 'no-stop-in-region', rule: 'MOE-5.3.3' },
  { code: 'capital-spent', rule: 'MOE-5.3.4' },
  ...['endorse-empty', 'endorse-over-40', 'endorse-not-chosen'].map((code) => ({ code, rule: 'MOE-5.3.5' })),
  { code: 'cover-is-action', rule: 'MOE-5.3.6' },
  { code: 'too-many-tokens', rule: 'MOE-5.4' },
  { code: 'days-unused', rule: 'MOE-4.3' },
  { code: 'over-budget', rule: 'MOE-6.5' },
  { code: 'before-media', rule: 'MOE-4.4' },
  { code: 'cover-one-day', rule: 'MOE-6.4' },
  { code: 'nothing-to-cover-with', rule: 'MOE-6.4' },
  { code: 'nothing-to-cover', rule: 'MOE-6.4' },
  { code: 'tokens-unused', rule: 'MOE-4.5' },
];
