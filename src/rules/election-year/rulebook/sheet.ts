import { dollars, numberWord } from '../../numbers.ts';
import type { CodeRule, RulebookSection } from '../../rulebook.ts';
import { example, items, rule, section, table } from '../../rulebook-builder.ts';
import { CONVENTION_TURN, LAST_TURN, LIMITS } from '../data.ts';
import { FOUR } from './candidates.ts';

/** Section 4: the turn sheet. */
export const sheetSection = section('EY-4', 'Your turn sheet', {
  rules: [
    rule(
      'EY-4.1',
      'One sheet a turn',
      `Every player owes one sheet in each of the turns 1 to ${LAST_TURN}. The top of a paper sheet says who sends it: game ` +
        'number, turn, identifier, account number, name, and sheet token. That is not a part of the orders.',
    ),
    rule(
      'EY-4.2',
      'What you can order',
      table(
        'The fields of the sheet',
        ['Field', 'What you enter', 'Limits'],
        [
          [
            'Running mate',
            'another member of your party, who runs for vice president if you are nominated for president',
            `on turn ${CONVENTION_TURN} only; optional`,
          ],
          [
            'Fundraising trips',
            'states that you visit: you raise money there, and your campaign money counts several times',
            `up to ${numberWord(LIMITS.trips)} different states`,
          ],
          [
            'Campaign money',
            'rows of a state and the dollars you spend there',
            `up to ${numberWord(LIMITS.campaign)} different states; whole dollars, 1 or more in each; in all at most the campaign ` +
              'funds on your latest printout',
          ],
          [
            'Press release',
            'one line of text that is printed for everyone, with your identifier',
            `at most ${LIMITS.press} characters; optional`,
          ],
        ],
      ),
      'You may leave any of them blank. Characters are counted one by one, whatever their script. A line break counts as a ' +
        'space. Upper or lower case does not matter in states and identifiers.',
    ),
    rule(
      'EY-4.3',
      'No spending ahead',
      'You can spend only the cash that you had when the turn began. Money you raise this turn can be spent from the next ' +
        'turn on.',
    ),
    rule(
      'EY-4.4',
      'Three trips',
      `You should name ${numberWord(LIMITS.trips)} trips, since each one raises money. You may make fewer; the receipt then ` +
        'points it out.',
    ),
  ],
});

/** What is checked, in this order: code, field, and when a sheet has the problem. */
const CHECKS: readonly { code: string; field: string; when: string; rule: string }[] = [
  {
    code: 'wrong-turn',
    field: 'Running mate',
    when: `given on another turn than ${CONVENTION_TURN}`,
    rule: 'EY-4.2',
  },
  { code: 'unknown-player', field: 'Running mate', when: 'no player has this identifier', rule: 'EY-4.2' },
  { code: 'self', field: 'Running mate', when: 'you named yourself', rule: 'EY-4.2' },
  { code: 'other-party', field: 'Running mate', when: 'a member of the other party', rule: 'EY-4.2' },
  { code: 'too-many', field: 'Trips', when: `more than ${numberWord(LIMITS.trips)}`, rule: 'EY-4.2' },
  { code: 'unknown-state', field: 'Trips', when: 'not a postal code of EY-2.1', rule: 'EY-2.1' },
  { code: 'duplicate-state', field: 'Trips', when: 'named before in the list', rule: 'EY-4.2' },
  {
    code: 'too-many',
    field: 'Campaign money',
    when: `more than ${numberWord(LIMITS.campaign)} rows`,
    rule: 'EY-4.2',
  },
  { code: 'unknown-state', field: 'Campaign money', when: 'not a postal code of EY-2.1', rule: 'EY-2.1' },
  { code: 'duplicate-state', field: 'Campaign money', when: 'named in an earlier row', rule: 'EY-4.2' },
  { code: 'not-positive', field: 'Campaign money', when: 'less than $1', rule: 'EY-4.2' },
  {
    code: 'overspent',
    field: 'Campaign money',
    when: 'the amounts add up to more than your cash',
    rule: 'EY-4.3',
  },
  {
    code: 'too-long',
    field: 'Press release',
    when: `more than ${LIMITS.press} characters`,
    rule: 'EY-4.2',
  },
];

/** The rule behind each code of `check` and of advice. */
export const CODE_RULES: readonly CodeRule[] = [
  ...CHECKS.filter(({ code }, i) => CHECKS.findIndex((check) => check.code === code) === i).map(
    ({ code, rule: number }) => ({ code, rule: number }),
  ),
  { code: 'wrong-type', rule: 'EY-5' },
  { code: 'not-owed', rule: 'EY-4.1' },
  { code: 'few-trips', rule: 'EY-4.4' },
  { code: 'no-campaign', rule: 'EY-6.2' },
  { code: 'no-running-mate', rule: 'EY-6.8' },
];

/** Section 5: how a sheet is checked when it comes in. */
export const checksSection: RulebookSection = section('EY-5', 'How your sheet is checked', {
  intro: [
    'Your sheet is checked as soon as it comes in. If it has a problem, all of it is refused, every problem is listed, and the ' +
      'last good version you sent still counts. The problems are listed in the order of this table. The code is what programs ' +
      'get.',
    table(
      'Why a sheet is refused',
      ['Field', 'Problem', 'Code'],
      CHECKS.map(({ code, field, when }) => [field, when, code]),
    ),
    items(
      'Something of the wrong kind, such as words where an amount belongs, is the problem wrong-type. Nothing else is then ' +
        'said about that field.',
      'A running mate on the wrong turn is not checked any further.',
      'A row with a bad state and a bad amount has both problems, the state first.',
      'Line breaks in a press release become spaces, and control characters are dropped, before its length is counted. A ' +
        'release of white space only is none.',
      'Too much spending counts all amounts of $1 or more, even those in rows with another problem.',
      'A sheet from someone who owes none is refused with the code not-owed.',
    ),
    example(
      'A sheet with four problems',
      {
        setup: FOUR,
        turns: [
          {
            sheets: {
              AB: {
                runningMate: 'EF',
                fundraising: ['CA', 'ca', 'TX'],
                campaign: [
                  { state: 'CA', spend: 350 },
                  { state: 'XX', spend: 60 },
                ],
              },
            },
            expect: {
              problems: {
                AB: [
                  { field: 'runningMate', code: 'wrong-turn' },
                  { field: 'fundraising[1]', code: 'duplicate-state' },
                  { field: 'campaign[1].state', code: 'unknown-state' },
                  { field: 'campaign', code: 'overspent' },
                ],
              },
            },
          },
        ],
      },
      `On turn 1, Ann Baker has ${dollars(400)}. She names a running mate, writes California down twice, and spends $350 in ` +
        'California and $60 in “XX”. The receipt lists four problems: it is not turn 3, CA is named twice, XX is not a state, ' +
        'and 350 + 60 = $410 is more than she has. Until she sends a sheet without problems, she has none.',
    ),
  ],
});
