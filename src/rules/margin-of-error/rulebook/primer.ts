import { MAJORITY } from '../../country.ts';
import { dollars, numberWord } from '../../numbers.ts';
import type { Primer } from '../../rulebook.ts';
import { example, table } from '../../rulebook-builder.ts';
import { AD_PRICE, DAYS, START_CASH, STOP_PRICE, WEEKS } from '../data.ts';

/** The case of the primer's worked week: one player against the automatic opponent. */
const PRIMER_CASE = {
  setup: { players: [{ id: 'JN', party: 'D' }] },
  dice: [4, 5, 3, 4, 6, 3, 4, 2, 3, 3],
  turns: [
    {
      sheets: {
        JN: {
          actions: [
            { do: 'media', days: 1 },
            { do: 'fundraise', days: 2 },
            { do: 'campaign', state: 'PA', days: 2 },
            { do: 'campaign', state: 'OH', days: 1 },
            { do: 'vp', state: 'WI' },
            { do: 'advertise', region: 'midwest', days: 1 },
          ],
        },
      },
      expect: {
        state: {
          polls: { PA: -4, OH: -1, IN: 2, IA: 0, WI: -3, FL: 4, CO: 1 },
          players: [{ cash: 9 }],
          log: [
            { kind: 'media', bonus: 0 },
            { kind: 'fundraise', dice: [4], raised: 7, cash: 17 },
            { kind: 'campaign', state: 'PA', dice: [5, 3], total: 8, squares: 2, from: -2, to: -4, cash: 15 },
            { kind: 'campaign', state: 'OH', dice: [4], total: 4, squares: 1, from: 1, to: 0, cash: 14 },
            { kind: 'vp', state: 'WI', dice: [6], total: 5, squares: 1, from: -2, to: -3 },
            { kind: 'advertise', region: 'midwest', dice: [3], total: 3, squares: 1, cash: 9 },
            { kind: 'opponent-stop', state: 'FL', squares: 2, from: 2, to: 4 },
            { kind: 'opponent-stop', state: 'CO', squares: 2, from: -1, to: 1 },
          ],
        },
      },
    },
  ],
};

const WORKED_WEEK = example(
  'June Novak’s first week',
  PRIMER_CASE,
  'June Novak [JN] leads the Democrats against the automatic opponent. She has $10 and plans all seven days: one of media, ' +
    'two of fundraising, two in Pennsylvania, one in Ohio, and one of advertising in the Midwest. Her running mate goes to ' +
    'Wisconsin.',
  table(
    'Her week, as it is played',
    ['Row', 'Dice', 'Result'],
    [
      ['Media, 1 day', '–', 'no bonus and no penalty'],
      ['Fundraise, 2 days', '4', '4 + 3 = $7, now $17'],
      ['Pennsylvania, 2 days', '5 and 3', '5 + 3 = 8: 2 squares, from D+2 to D+4: safe; $15 left'],
      ['Ohio, 1 day', '4', '1 square, from R+1 to even; $14 left'],
      ['Running mate, Wisconsin', '6', '6 − 1 = 5: 1 square, from D+2 to D+3'],
      ['Ad in the Midwest, 1 day', '3', '1 square in each state: Ohio D+1, Indiana R+2, Iowa even; $9 left'],
    ],
  ),
  'Then the automatic opponent makes two stops of 2 squares. The dice choose Florida, which goes from R+2 to R+4, and Colorado, from D+1 ' +
    'to R+1. Novak has won Ohio’s 20 votes and lost Colorado’s 9. If the vote were held now, she would have ' +
    '269 + 20 − 9 = 280.',
);

export const PRIMER: Primer = {
  goal:
    'You manage the Democratic or the Republican campaign. All other states are decided, and the race is tied at 269 votes each. ' +
    'Pull enough of the battleground states to your side on their polling tracks.',
  turn:
    `A turn is a week of ${numberWord(DAYS)} days. You write a plan: campaign stops in states (${dollars(STOP_PRICE)} a day), ` +
    `advertising in whole regions (${dollars(AD_PRICE)} a day), fundraising, and media days, which improve your rolls. A running ` +
    'mate makes one free stop. Each day of a stop or ad is one die, and the higher the total, the farther the poll moves. If two ' +
    'dice of a roll show the same number, it is a gaffe, and the poll moves the wrong way. Five pieces of political capital ' +
    `help once each, and what is unused at the end is lost. You begin with ${dollars(START_CASH)}.`,
  winning:
    `After week ${WEEKS}, small states that you visited while you were not winning them give you last-minute stops. Then every state that is ` +
    `not safe takes one last roll. The party with ${MAJORITY} electoral votes wins; at 269 to 269, no one does. Alone you play against an automatic opponent; ` +
    'two players play against each other.',
  advice: [
    'Spend one day on media each week. Without it, every roll of your stops and ads loses a point.',
    'Make states safe. From the two outer squares, the other side can pull a state back only to the first square that is not safe, and ' +
      'the last roll passes the state by.',
    'Prefer short stops. A single die cannot be a gaffe. Two dice are one in a sixth of all rolls, three in almost half. Cover ' +
      'long ones with political capital.',
  ],
  example: WORKED_WEEK,
};
