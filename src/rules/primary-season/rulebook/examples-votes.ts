import type { WorkedExample } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** Worked examples of votes, places and the end, each with the case that proves it. */

export const votesExample: WorkedExample = example(
  'Conditions on votes',
  {
    setup: {
      players: [
        { id: 'AB', dice: [6], staff: 1, items: ['manager'] },
        { id: 'CD', dice: [2], marks: { NH: 21 } },
      ],
      places: { NH: ['CD'] },
    },
    dice: [2, 2, 2],
    turns: [
      {
        sheets: {
          AB: {
            votes: [
              { where: 'IA', whole: true },
              { where: 'NH', place: 1 },
              { where: 'OH', marks: 2 },
              { where: 'STAFF' },
              { where: 'staff', marks: 3, whole: true },
              {},
              { where: 'nh', place: 2 },
            ],
          },
        },
        expect: {
          state: {
            players: [{ staff: 2, dice: [2, 2], marks: { OH: 2, NH: 2 } }, { id: 'CD' }],
            actions: [
              {
                hired: 1,
                placed: [
                  { where: 'OH', marks: 2, row: 2 },
                  { where: 'STAFF', marks: 1, row: 3 },
                  { where: 'NH', marks: 2, row: 6 },
                ],
                skipped: [
                  { field: 'votes[0]', why: 'whole' },
                  { field: 'votes[1]', why: 'place' },
                  { field: 'votes[4]', why: 'whole' },
                ],
              },
              { id: 'CD' },
            ],
          },
        },
      },
    ],
  },
  'AB has five votes, three from the 6 and two from the Manager. Iowa cannot be completed. The first place of New Hampshire is gone. Ohio gets two. The staff track needs one more for the second die and gets it; three more for the third die are not there.',
  'The blank row is passed over. The last row is content with second place in New Hampshire and gets the last two votes.',
);

export const placesExample: WorkedExample = example(
  'Three finish Virginia in one round',
  {
    setup: {
      turn: 3,
      options: { order: 'table' },
      players: [
        { id: 'AB', dice: [5], marks: { VA: 13 } },
        { id: 'CD', dice: [5], marks: { VA: 14 } },
        { id: 'EF', dice: [6], marks: { VA: 12 } },
      ],
    },
    dice: [2, 2, 2],
    turns: [
      {
        sheets: {
          AB: { votes: [{ where: 'VA' }] },
          CD: { votes: [{ where: 'VA' }, { where: 'FL' }] },
          EF: { votes: [{ where: 'VA' }, { where: 'FL' }] },
        },
        expect: {
          state: {
            acting: ['AB', 'CD', 'EF'],
            places: { VA: ['AB', 'CD'] },
            players: [
              { delegates: 5 },
              { delegates: 2, marks: { FL: 1 } },
              { delegates: 0, marks: { VA: 12, FL: 3 } },
            ],
          },
        },
      },
    ],
  },
  'First and second prize go in acting order, to AB and CD. When EF acts, Virginia is closed, and the votes go to Florida.',
);

export const doorExample: WorkedExample = example(
  'Radio only while the state is open',
  {
    setup: {
      players: [
        { id: 'AB', dice: [5], funds: 2, marks: { SC: 3 } },
        { id: 'CD', dice: [5], funds: 2, marks: { SC: 3 } },
      ],
    },
    dice: [2, 2],
    turns: [
      {
        sheets: {
          AB: {
            shop: [{ item: 'radio', ifOpen: 'SC' }],
            radio: ['SC', 'IA', 'NH'],
            votes: [{ where: 'SC' }],
          },
          CD: {
            shop: [{ item: 'radio', ifOpen: 'sc' }],
            radio: ['SC', 'IA', 'NH'],
            votes: [{ where: 'SC' }, { where: 'NV' }],
          },
        },
        expect: {
          state: {
            places: { SC: ['AB'] },
            players: [
              { funds: 0, marks: { SC: 6, IA: 1, NH: 1 } },
              { funds: 2, items: [], marks: { SC: 3, NV: 2 } },
            ],
            actions: [
              { id: 'AB' },
              {
                skipped: [
                  { field: 'shop[0]', why: 'closed' },
                  { field: 'votes[0]', why: 'closed' },
                ],
              },
            ],
          },
        },
      },
    ],
  },
  'Both players need three marks in South Carolina, have two votes, and want the Radio Ad for the third mark. AB acts first and wins the state.',
  'CD’s Radio Ad is for South Carolina only, so it is not bought, and the votes go to Nevada.',
);

export const limitExample: WorkedExample = example(
  'The round limit, and a shared win',
  {
    setup: {
      options: { maxTurns: 10 },
      turn: 9,
      players: [
        { id: 'AB', dice: [2], marks: { IA: 3 } },
        { id: 'CD', dice: [5], marks: { FL: 1 } },
        { id: 'EF', dice: [2] },
      ],
    },
    dice: [],
    turns: [
      {
        sheets: {},
        expect: {
          state: {
            turn: 10,
            phase: 'over',
            lastTurn: null,
            players: [{ dice: [] }, { dice: [] }, { dice: [] }],
          },
        },
      },
    ],
    expect: {
      outcome: {
        winner: null,
        standings: [
          { id: 'AB', place: 1, popular: 3 },
          { id: 'CD', place: 1, popular: 3 },
          { id: 'EF', place: 3 },
        ],
      },
    },
  },
  'The game ends after round 10, its limit. AB and CD have three marks each and nothing else, so they share first place, and nobody is the nominee.',
);

export const newGameExample: WorkedExample = example(
  'A new game',
  {
    newGame: { seats: ['AB', 'CD', 'EF'], dice: [1, 2, 6, 3, 5] },
    setup: {
      players: [
        { id: 'EF', dice: [6] },
        { id: 'CD', dice: [3] },
        { id: 'AB', dice: [5] },
      ],
    },
  },
  'The first roll is a 1, which swaps the third seat with the first. The second is a 2, which swaps nothing. The players’ order is EF, CD, AB, and their first dice show 6, 3, and 5.',
);
