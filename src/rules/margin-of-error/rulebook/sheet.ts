import { dollars, numberWord } from '../../numbers.ts';
import type { RulebookSection } from '../../rulebook.ts';
import { items, parts, rule, section, table } from '../../rulebook-builder.ts';
import {
  AD_PRICE,
  CAPITAL_IDS,
  DAYS,
  MAX_ENDORSED,
  MAX_ENDORSED_VOTES,
  MAX_PER_ROW,
  MAX_ROWS,
  STOP_PRICE,
  WEEKS,
} from '../data.ts';
import { advertisingOrderExample } from './examples.ts';

const PER_ROW = `1 to ${MAX_PER_ROW}`;

/** Section 4: the turn and its sheet. */
export const sheetSection: RulebookSection = section('MOE-4', 'The turn and your sheet', {
  rules: [
    rule(
      'MOE-4.1',
      'Weeks, last minute, final vote',
      `A game has ${numberWord(WEEKS)} weeks, and each is a turn. After week ${WEEKS}, there is a last-minute turn if any player ` +
        'holds a token; the final vote comes at its end. If no one holds a token, the final vote comes at the end of week 9.',
    ),
    rule(
      'MOE-4.2',
      'Who owes a sheet',
      'In a week, every player. In the last-minute turn, every player who holds a token.',
    ),
    rule(
      'MOE-4.3',
      'The weekly sheet',
      `A sheet has up to ${numberWord(MAX_ROWS)} rows of actions, in order. All rows together use at most ${numberWord(DAYS)} days; ` +
        'you may use fewer. You fill in only what an action needs; the rest of the row does not matter.',
      table(
        'The actions',
        ['Action', 'State or region', 'Days', 'How many rows'],
        [
          [`campaign (${dollars(STOP_PRICE)} a day)`, 'a battleground state', PER_ROW, 'one for each state'],
          ['running mate (free)', 'a battleground state', 'none', 'one'],
          [`advertise (${dollars(AD_PRICE)} a day)`, 'a region', PER_ROW, 'one for each region'],
          ['fundraise', '–', PER_ROW, 'one'],
          ['media', '–', PER_ROW, 'one'],
        ],
      ),
      items(
        'You can advertise in a region only if the same sheet has a campaign row in one of its states. The running mate does ' +
          'not count. The ad runs even if that stop is skipped later.',
        'Cover: mark a campaign or advertising row if you want to spend political capital in case its roll is a gaffe.',
        'This week’s action: one unused piece of political capital, or nothing.',
        `Endorsements: if that is your action, one to ${numberWord(MAX_ENDORSED)} different states with at most ${MAX_ENDORSED_VOTES} ` +
          'electoral votes together. Otherwise leave the list blank.',
        'Cover gaffes with: the unused pieces that you would spend on gaffes, in this order. This week’s action cannot be among them.',
      ),
      'Your money is not checked. What you cannot pay for when its turn comes is skipped (MOE-6.5).',
    ),
    rule(
      'MOE-4.4',
      'What the order of rows means',
      'Alone: media is played first, then fundraising, then your stops and your running mate’s in the order of the rows, then ads in ' +
        'the order of the rows.',
      'With two players: exactly the order of the rows. A media day helps only rows below it, and you must raise money above ' +
        'the row that spends it.',
      advertisingOrderExample,
    ),
    rule(
      'MOE-4.5',
      'The last-minute sheet',
      `Up to ${numberWord(MAX_ROWS)} rows of a state and ${PER_ROW} tokens, one row for each state. Together they use at most the ` +
        'tokens you hold. You may keep some.',
    ),
  ],
});

/** Section 5: how a sheet is checked when it comes in. The table of messages is in messages.ts. */
export const checkRules = [
  rule(
    'MOE-5.1',
    'Two stages',
    'Your sheet is checked as soon as it comes in. If it has a problem, all of it is refused, and the last good version you sent ' +
      'still counts. First the form of the sheet is checked. If that is good, the rules are. All problems of a stage are ' +
      'listed. A sheet from a player who owes none is refused for that alone (no-sheet-due). When the turn is processed, every sheet ' +
      'is checked once more.',
  ),
  rule(
    'MOE-5.2',
    'Stage one: the form',
    'On the web form, nothing of this can go wrong. Programs get these codes.',
    table(
      'Problems of the form',
      ['Code', 'When'],
      [
        [
          'wrong-type',
          'something of the wrong kind: a word where a number belongs, a row that is no row, a blank in a list',
        ],
        ['too-many', `more than ${MAX_ROWS} rows`],
        ['unknown-field', 'a field that this sheet does not have'],
        ['no-sheet-due', 'you owe no sheet this turn'],
      ],
    ),
    'Upper or lower case does not matter in the codes of states. All other words must be exact. 2.0 counts as 2.',
  ),
  rule(
    'MOE-5.3',
    'Stage two: the weekly sheet',
    parts(
      'MOE-5.3',
      'Row by row: the action must be filled in and be one of the five. Running mate, fundraising and media have one row each ' +
        '(duplicate). A stop needs a battleground state, an ad needs a region, and neither may repeat an earlier row of the same ' +
        `kind. All but the running mate need ${PER_ROW} days. A row whose action cannot be read is not looked at any further.`,
      `All valid days together: at most ${DAYS} (too-many-days).`,
      'Each ad: a campaign row in a state of its region (no-stop-in-region).',
      `This week’s action: one of the ${numberWord(CAPITAL_IDS.length)} pieces, and unused (capital-spent).`,
      `Endorsements: at least one state (endorse-empty), at most ${numberWord(MAX_ENDORSED)} (too-many), battleground states ` +
        `that differ, with at most ${MAX_ENDORSED_VOTES} electoral votes together (endorse-over-40). If your action is another ` +
        'one, the list must be blank (endorse-not-chosen).',
      'Covers: pieces that exist, differ, and are unused, and none that is this week’s action (cover-is-action).',
    ),
  ),
  rule(
    'MOE-5.4',
    'Stage two: the last-minute sheet',
    `Each row needs a battleground state that no earlier row has, and ${PER_ROW} tokens. All tokens together are at most those you ` +
      'hold (too-many-tokens).',
  ),
];
