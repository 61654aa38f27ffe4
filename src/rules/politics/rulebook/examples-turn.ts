import type { WorkedExample } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** Worked examples of a turn, each with the case that proves it. */

export const doorExample: WorkedExample = example(
  'Walks at the door',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'ME', rolls: [[1, 1]] },
        { id: 'CD', at: 'HI' },
      ],
    },
    dice: [1, 4, 3, 2, 1, 2, 1, 2],
    turns: [
      {
        sheets: { AB: { stops: [{ move: 'roll', to: 'NH' }] }, CD: { stops: [{ move: 'roll', to: 'WA' }] } },
        expect: {
          problems: { AB: [{ field: 'stops[0].to', code: 'out-of-reach' }] },
          state: {
            players: [
              { at: 'ME' },
              { at: 'WA', pending: [{ state: 'WA', asked: [{ label: 'CD1', kind: 'general', id: 'g01' }] }] },
            ],
          },
        },
      },
    ],
  },
  'AB is in Maine and has rolled 1 and 1. That reaches Massachusetts and Vermont, but not New Hampshire, so the sheet is refused. It counts as not sent: AB stays, and nothing is asked.',
  'CD leaves Hawaii by way of California with the first point, and reaches Washington with the third.',
);

export const debtExample: WorkedExample = example(
  'A debt is passed on',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'DC', cash: 0, debts: [{ to: 'CD', amount: 4 }], rests: 4 },
        { id: 'CD', at: 'ME', cash: 0, debts: [{ to: 'bank', amount: 3 }] },
      ],
    },
    dice: [1, 2, 1, 2],
    turns: [
      {
        sheets: {},
        expect: {
          state: {
            players: [
              { cash: 6, debts: [], rests: 5 },
              { cash: 1, debts: [], at: 'ME' },
            ],
            log: [
              { type: 'move', how: 'none' },
              { type: 'rest', by: 'AB', paid: true },
              { type: 'cash', who: 'AB', amount: 10, why: 'rest' },
              { type: 'cash', who: 'AB', amount: -4, why: 'debt' },
              { type: 'cash', who: 'CD', amount: 4, why: 'debt' },
              { type: 'cash', who: 'CD', amount: -3, why: 'debt' },
              { type: 'move', by: 'CD', how: 'none' },
            ],
          },
        },
      },
    ],
  },
  'AB owes CD $4, and CD owes the bank $3. AB rests in DC and receives $10. It pays CD $4 at once, and CD pays the bank $3. AB keeps $6, and CD keeps $1.',
);

export const fewestExample: WorkedExample = example(
  'Fewest chips',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'TX', chips: ['KS', 'VT', 'WY', 'CA'], rolls: [[1, 2]] },
        { id: 'CD', at: 'FL' },
      ],
      wildcards: ['W50'],
    },
    dice: [1, 2, 3, 3],
    turns: [
      {
        sheets: {},
        expect: {
          state: { players: [{ electoral: 60 }, {}], chips: { KS: null, VT: 'AB', WY: 'AB', CA: 'AB' } },
        },
      },
    ],
  },
  'AB draws a card that costs 5 electoral votes. Kansas has 6; Vermont and Wyoming have 6 together. The sums are equal, so AB gives back the one chip, Kansas, and keeps 60 votes.',
);

export const helpExample: WorkedExample = example(
  'Bad advice',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'TX', pending: [{ asked: ['g01'] }] },
        { id: 'CD', at: 'FL' },
      ],
    },
    dice: [1, 2, 1, 2],
    turns: [
      {
        sheets: {
          AB: {
            help: [{ question: 'AB1', from: 'CD', cash: 2 }],
            answers: [{ question: 'AB1', answer: 'A' }],
          },
          CD: { advice: [{ question: 'AB1', answer: 'D', cash: 2 }] },
        },
        expect: { state: { players: [{ cash: 8 }, { cash: 12 }] } },
      },
    ],
  },
  'AB’s answer is right, but AB has ordered help from CD for at most $2. CD sells the answer D for $2, and D is wrong. AB wins nothing and has $8; CD has $12.',
);

export const directionExample: WorkedExample = example(
  'Three share a direction',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'TX' },
        { id: 'CD', at: 'FL' },
        { id: 'EF', at: 'ME' },
      ],
      shows: [{ number: 1, card: 'W35', by: 'AB', stage: 'stage', text: 'x', actor: 'EF' }],
    },
    dice: [1, 2, 1, 2, 1, 2],
    turns: [
      {
        sheets: { CD: { guesses: [{ show: 1, text: 'cut a ribbon' }] } },
        expect: {
          state: {
            players: [{ cash: 15 }, { cash: 15 }, { cash: 15 }],
            log: [
              { guesser: 'CD' },
              { who: 'CD', amount: 5 },
              { who: 'EF', amount: 5 },
              { who: 'AB', amount: 5 },
              {},
              {},
              {},
            ],
          },
        },
      },
    ],
  },
  'AB directs EF to cut a ribbon. CD guesses it and receives $5. EF, the actor, receives $5, and so does AB. All three have $15.',
);

export const majorityExample: WorkedExample = example(
  'A majority',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        {
          id: 'AB',
          at: 'VA',
          popular: 3,
          chips: ['CA', 'TX', 'FL', 'NY', 'IL', 'PA', 'OH', 'GA', 'NC', 'MI', 'NJ', 'VA'],
        },
        { id: 'CD', at: 'ND', popular: 3, cash: 7 },
      ],
    },
    dice: [],
    turns: [
      {
        sheets: { AB: { press: 'Thank you.' } },
        expect: { state: { phase: 'over', round: 0, press: [{ from: 'AB', text: 'Thank you.' }] } },
      },
    ],
    expect: {
      outcome: {
        winner: 'AB',
        by: 'majority',
        standings: [
          { id: 'AB', place: 1 },
          { id: 'CD', place: 2, cash: 7 },
        ],
      },
    },
  },
  'AB has 12 chips with 281 electoral votes and 3 popular votes. CD has 3 popular votes, too. No one has more than AB, so AB is president.',
);

export const levyExample: WorkedExample = example(
  'The levy',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'ID', chips: ['ID', 'WY'], cards: ['G35', 'G01'] },
        { id: 'CD', at: 'FL', cash: 1 },
        { id: 'EF', at: 'ME' },
      ],
      gerrymander: ['G09'],
    },
    dice: [1, 2, 1, 2],
    turns: [
      {
        sheets: { AB: { gerrymander: ['G35'] } },
        expect: {
          state: {
            players: [
              { cash: 13, popular: 20, electoral: 0, cards: ['G01', 'G09'] },
              { at: 'DC', cash: 0, rolls: [null] },
              { cash: 8 },
            ],
            gerrymander: { deck: [], played: [{ card: 'G35', by: 'AB' }] },
          },
        },
      },
    ],
  },
  'AB gives up Idaho and Wyoming. CD has only $1 and pays it, and EF pays $2, so AB has $13. Then the card’s 20 popular votes come. CD has no cash left, and is sent to DC before the next dice.',
);

export const broke: WorkedExample = example(
  'No money at all',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'TX', cash: 0 },
        { id: 'CD', at: 'FL' },
      ],
    },
    dice: [1, 2],
    turns: [
      {
        sheets: {},
        expect: { state: { players: [{ at: 'DC', rests: 0, rolls: [null] }, { rolls: [[1, 2]] }] } },
      },
    ],
  },
  'AB has $0 when the dice of the next turn are rolled. AB is sent to DC and loses the coming stop. CD rolls 1 and 2.',
);

export const tiesExample: WorkedExample = example(
  'Three ties',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'OK', chips: ['OK'] },
        { id: 'CD', at: 'ME' },
      ],
      round: 3,
      turnLimit: 4,
    },
    dice: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    turns: [
      { sheets: {}, expect: {} },
      { sheets: {}, expect: {} },
      { sheets: {}, expect: {} },
      { sheets: {}, expect: {} },
      {
        sheets: {},
        expect: {
          state: {
            phase: 'over',
            speed: {
              set: 3,
              results: [
                { set: 1, winner: null },
                { set: 2, winner: null },
                { set: 3, winner: 'AB', right: [0, 0] },
              ],
              out: ['CD'],
            },
          },
        },
      },
    ],
    expect: { outcome: { winner: 'AB', by: 'speed' } },
  },
  'No one writes anything, so AB and CD tie with 0 right answers each, three times. The third tie goes to AB, who has the chip of Oklahoma. CD is out, and AB is president.',
);
