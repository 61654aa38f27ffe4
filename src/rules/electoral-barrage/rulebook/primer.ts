import type { FirstTurn, Primer } from '../../rulebook.ts';
import { example, table } from '../../rulebook-builder.ts';

/** The case of the primer's worked turn. */
const PRIMER_CASE = {
  setup: {
    rounds: 9,
    players: [
      { id: 'AB', characters: ['war-hero'], staffers: 3 },
      { id: 'CD', characters: ['blue-collar'], staffers: 1 },
    ],
  },
  dice: [4, 1, 3, 4],
  turns: [
    {
      sheets: {
        AB: { plan: [{ area: 'OH' }, { area: 'CA' }, { area: 'TOWN', when: 1 }] },
        CD: { plan: [{ area: 'AK' }] },
      },
      expect: {
        state: {
          tokens: { OH: ['AB'], CA: [] },
          players: [{ town: 0 }, {}],
          last: {
            placements: [
              { player: 'AB', area: 'OH' },
              { player: 'CD', area: 'AK' },
              { player: 'AB', area: 'CA' },
              { player: 'AB', area: 'TOWN' },
            ],
            resolutions: [
              { area: 'TOWN', total: 4, won: true },
              { area: 'AK', won: false },
              { area: 'OH', dice: [3], after: 1, total: 4, won: true },
              { area: 'CA', dice: [4], after: 0, won: false },
            ],
          },
        },
      },
    },
  ],
};

const WORKED_ROUND = example(
  'A short round',
  PRIMER_CASE,
  'AB plans Ohio, California and a town hall meeting, which comes first. CD has one staffer, for Alaska. They place in turn: ' +
    'AB, CD, and AB twice more. Then they resolve in turn.',
  table(
    'The rolls in order',
    ['Who', 'Where', 'Die', 'Result'],
    [
      ['AB', 'Town hall meeting', '4', '4 or more: a town hall token'],
      ['CD', 'Alaska', '1', 'needs 2, misses'],
      ['AB', 'Ohio', '3', 'needs 4: the token adds 1, and AB takes a star'],
      ['AB', 'California', '4', 'needs 5, the bank is empty: misses'],
    ],
  ),
);

/** The game on one page. */
export const PRIMER: Primer = {
  goal:
    'You are a candidate for president. Your staffers try to put your tokens on the stars of the states. Small states have one star ' +
    'and fall easily, big ones have three and are hard to win.',
  turn:
    'A turn is a round. You write a plan: a ranked list of areas for your staffers, best first. All plans are carried out in table ' +
    'order, one staffer at a time, and each area has only a few places. Then each staffer rolls a die: 2 or more wins a red state, which ' +
    'has one star, 4 a blue one with two stars, 5 a white one with three. Other areas bring more staffers, town hall tokens that improve rolls, attack ads that send rivals’ ' +
    'staffers home, and absentee ballots that break ties at the end. Your character has one ability.',
  winning:
    'After the last round, absentee ballots and the coin decide tied states. The player with the most tokens in a state carries it, ' +
    'and the most electoral votes win.',
  advice: [
    'List more rows than you have staffers. Areas fill up, and staffers without a row go to small states that you did not choose.',
    'Recruit early. A new staffer works in every round that is left.',
    'Resolve town halls first: give them 1 under “When”. Their tokens then help the rolls of the same round.',
  ],
  example: WORKED_ROUND,
};

/** Hints for the first turn of a new player. */
export const FIRST_TURN: FirstTurn = {
  look: [
    'Your printout shows your two cards, or your character if you were dealt one.',
    'The voter’s guide on the printout says what each area needs and brings.',
  ],
  fields: [
    {
      field: 'plan',
      text:
        'A good first plan: recruitment, a town hall meeting with 1 under “When”, two blue states and a white one, then a few red ' +
        'states with many votes. Leave all other columns blank.',
    },
    { field: 'targets', text: 'Leave it blank. The rivals with the most votes come first anyway.' },
    { field: 'press', text: 'A line for everyone’s printout, if you like.' },
  ],
  after: [
    '“The placements” shows where your staffers went, and which row sent them there.',
    '“The barrage” has every roll in order, and “The states” who holds which star.',
  ],
};
