import { ALL_VOTES, MAJORITY } from '../../country.ts';
import { listedDice } from '../../dice.ts';
import { dollars, numberWord, signed } from '../../numbers.ts';
import { PARTIES, PARTY_NAMES } from '../../parties.ts';
import { figuresOf, items, rule, section, table } from '../../rulebook-builder.ts';
import {
  AD_PRICE,
  AD_WEEKS,
  BASE_STATES,
  BASE_VOTES,
  BLITZ_AD_PRICE,
  BOARD,
  CAPITAL_EFFECTS,
  CAPITAL_IDS,
  CAPITAL_NAMES,
  FUNDRAISING_BONUS,
  finalMargin,
  isSmall,
  MAX_CASH,
  MEDIA_BONUS,
  REGION_IDS,
  REGION_NAMES,
  REGION_STATES,
  SAFE_FROM,
  START_CASH,
  STOP_PRICE,
  STOPS,
  STRENGTHS,
  squaresFor,
} from '../data.ts';
import { sumVotes } from '../polls.ts';
import { pollInWords } from '../report/context.ts';
import { pollMapOf } from '../report/map.ts';
import { begin, setUp } from '../setup.ts';
import { fundraisingExample, limitExample } from './examples.ts';

/** Section 1: the game in a paragraph. */
export const gameSection = section('MOE-1', 'The game', {
  rules: [
    rule(
      'MOE-1.1',
      'What it is about',
      'You manage the Democratic (blue) or the Republican (red) campaign in the last nine weeks before the election. Twenty ' +
        'battleground states with 226 electoral votes lie on polling tracks, and the race begins in a dead heat of 269 to 269.',
      'Each week you have seven days for campaign stops, advertising, fundraising and media, a running mate who travels for ' +
        'free, and five pieces of political capital that help once each in the game. Long stops and big ads risk a gaffe, which ' +
        'moves the state to the other side.',
      'After week 9, the small states you visited give you last-minute stops. Then every state within the margin of error takes ' +
        'one last roll, and 270 votes win. Alone, you play against an automatic opponent at your own pace. Two players write their ' +
        'weeks in secret, and the two plans are played against each other.',
    ),
  ],
});

const dieRange = ([first, last]: readonly [number, number]) =>
  first === last ? String(first) : `${first}–${last}`;

/** The rule of the board with its table and the map of the opening polls. */
const boardRule = rule(
  'MOE-2.1',
  'The battleground states',
  'This is the board. The order of the table is the board order; after Montana, the “next state” is Pennsylvania again. “Die” ' +
    'gives the results of the state die that name the state within its region, and “start” is its poll when the game begins. The ' +
    'electoral votes are those of 2004 and 2008.',
  table(
    'The board',
    ['State', 'Code', 'Region', 'EV>', 'Die', 'Start'],
    BOARD.map(({ code, name, region, votes, die, start }) => [
      name,
      code,
      REGION_NAMES[region],
      String(votes),
      dieRange(die),
      { text: pollInWords(start), tone: start < 0 ? 'D' : 'R' },
    ]),
    'EV: electoral votes. Battleground states with 9 or fewer are small (MOE-2.8).',
  ),
  ...figuresOf(
    pollMapOf(
      begin(setUp({}, [{ identifier: 'JN', name: 'June Novak', wish: { party: 'D' } }], listedDice([]))),
    ),
  ),
);

const regionsRule = rule(
  'MOE-2.2',
  'Regions',
  'There are six regions. A region die names one of them. After the Plains, the “next region” is the Rust Belt again.',
  table(
    'The regions',
    ['Die', 'Region', 'States, top to bottom', 'EV>'],
    REGION_IDS.map((id, i) => [
      String(i + 1),
      REGION_NAMES[id],
      REGION_STATES[id].map(({ code }) => code).join(', '),
      String(sumVotes(REGION_STATES[id].map(({ code }) => code))),
    ]),
  ),
);

/** What a total is worth: each row of the chart as the totals from–to and the squares. */
function adjustmentRows(): string[][] {
  return [
    ['2 or less', String(squaresFor(2))],
    ['3–5', String(squaresFor(3))],
    ['6–10', String(squaresFor(6))],
    ['11–12', String(squaresFor(11))],
    ['13 or more', String(squaresFor(13))],
    ['doubles', `${signed(-2)} (a gaffe)`],
    ['triples', `${signed(-4)} (a gaffe)`],
  ];
}

const tracksRules = [
  rule(
    'MOE-2.3',
    'Sides',
    'The Democrats push polls to the left, the Republicans to the right. What is good for one side is bad for the other.',
  ),
  rule(
    'MOE-2.4',
    'The polling track',
    'Each state has a track of eleven squares: D+5, D+4, D+3, D+2, D+1, even, R+1, R+2, R+3, R+4, R+5. The outer two squares on ' +
      'each side are dark, the three next to them light, and even is white.',
  ),
  rule(
    'MOE-2.5',
    'Safe states',
    `A state on D+${SAFE_FROM} or D+5 is safe for the Democrats, on R+${SAFE_FROM} or R+5 for the Republicans. All other states are ` +
      'within the margin of error.',
  ),
  rule(
    'MOE-2.6',
    'Who is winning a state',
    'The party on whose half the poll is. On even, it is the party on whose half the state started, which is why each state always ' +
      'has a winner.',
  ),
  rule(
    'MOE-2.7',
    'Base votes',
    `The other 31 states are not fought over. The Democrats have ${BASE_VOTES.D} votes from them and the Republicans ` +
      `${BASE_VOTES.R}. With the 226 of the battleground, that makes ${ALL_VOTES}, and ${MAJORITY} win.`,
    items(
      ...PARTIES.map(
        (party) =>
          `On the map, the base states of the ${PARTY_NAMES[party]} are ${BASE_STATES[party].join(', ')}.`,
      ),
    ),
  ),
  rule(
    'MOE-2.8',
    'Small states',
    `Battleground states with 9 electoral votes or fewer are small: ${BOARD.filter(({ code }) =>
      isSmall(code),
    )
      .map(({ code }) => code)
      .join(
        ', ',
      )}. You can hold one token of each, so at most eight. MOE-6.5 says how you get one, and MOE-4.5 what it is ` +
      'good for.',
  ),
];

const chartRules = [
  rule(
    'MOE-2.9',
    'Campaign adjustment',
    'How far a stop or an ad moves a poll follows from the total of its dice and the bonus.',
    table('Squares for a total', ['Total', 'Squares>'], adjustmentRows()),
  ),
  rule(
    'MOE-2.10',
    'Fundraising',
    'You roll one die for all your fundraising days together and add a bonus.',
    table(
      'Dollars raised',
      ['Days', 'Raised'],
      FUNDRAISING_BONUS.map((bonus, days) => [
        String(days),
        days === 0 ? 'nothing' : bonus === 0 ? 'the die' : `the die + ${bonus}`,
      ]),
    ),
    fundraisingExample,
  ),
  rule(
    'MOE-2.11',
    'Media bonus',
    'Media days add to the total of your stops and ads. Without any, you lose a point.',
    table(
      'Bonus for media days',
      ['Days', 'Bonus'],
      MEDIA_BONUS.map((bonus, days) => [String(days), signed(bonus)]),
    ),
  ),
  rule(
    'MOE-2.12',
    'Money',
    `You begin with ${dollars(START_CASH)}. Whenever you gain money, everything above ${dollars(MAX_CASH)} is lost. A day of ` +
      `campaigning costs ${dollars(STOP_PRICE)}. A day of advertising costs ${dollars(AD_PRICE)}, or ${dollars(BLITZ_AD_PRICE)} in ` +
      'the week of Media Blitz. The running mate, fundraising, media, political capital and last-minute stops are free.',
    limitExample,
  ),
  rule(
    'MOE-2.13',
    'Political capital',
    'You have five pieces. You can use each once in the game: as the week’s action, at most one a week, or to cover a gaffe, as ' +
      'many a week as you like. What you have not used when the game ends is lost.',
    table(
      'What each piece does as the week’s action',
      ['Piece', 'As an action'],
      CAPITAL_IDS.map((id) => [CAPITAL_NAMES[id], CAPITAL_EFFECTS[id]]),
    ),
  ),
  rule(
    'MOE-2.14',
    'Final margin',
    'In the final vote, the total of two dice moves each state that is not safe.',
    table(
      'Squares for the total of two dice',
      ['Total', ...['2', '3–4', '5–6', '7', '8–9', '10–11', '12'].map((total) => `${total}>`)],
      [['Squares', ...[2, 3, 5, 7, 8, 10, 12].map((total) => signed(finalMargin(total)))]],
    ),
  ),
  rule(
    'MOE-2.15',
    'The automatic opponent’s weeks',
    `How many stops it makes depends on its strength and the week. In the weeks ${AD_WEEKS.join(', ')} it also advertises once.`,
    table(
      'Stops by week',
      ['Strength', ...STOPS.even.map((_, i) => `${i + 1}>`), 'Sum>'],
      STRENGTHS.map((strength) => [
        strength,
        ...STOPS[strength].map(String),
        String(STOPS[strength].reduce((sum, stops) => sum + stops, 0)),
      ]),
    ),
  ),
];

/** Section 2: the board and the charts. */
export const boardSection = section('MOE-2', 'The board and the charts', {
  intro: [`The board has ${numberWord(REGION_IDS.length)} regions with ${BOARD.length} battleground states.`],
  rules: [boardRule, regionsRule, ...tracksRules, ...chartRules],
});
