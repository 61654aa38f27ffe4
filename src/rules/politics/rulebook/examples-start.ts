import type { WorkedExample } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** Worked examples of setup, reach and written answers, each with the case that proves it. */

export const newGameExample: WorkedExample = example(
  'A tie at the start',
  {
    newGame: {
      seats: ['AB', 'CD', 'EF'],
      options: { bank: 'specimen' },
      dice: [...[3, 4, 6, 1, 2, 2, 1, 2, 5, 5], ...down(35), ...down(54)],
    },
    setup: {
      players: [
        { id: 'EF', cards: ['G01', 'G02', 'G03'] },
        { id: 'AB', cards: ['G04', 'G05', 'G06'] },
        { id: 'CD', cards: ['G07', 'G08', 'G09'] },
      ],
      picking: ['CD', 'AB', 'EF'],
    },
  },
  'AB rolls 3 and 4, CD rolls 6 and 1, and EF rolls 2 and 2. AB and CD tie and roll again: AB 1 and 2, CD 5 and 5.',
  'CD picks first, then AB, then EF. EF has the lowest roll, so EF is first in players’ order, and is dealt the first three cards.',
);

/** The rolls of a shuffle that leaves everything in its order. */
function down(count: number): number[] {
  return Array.from({ length: count - 1 }, (_, i) => count - i);
}

export const reachExample: WorkedExample = example(
  'Three steps',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'ME', rolls: [[1, 2]] },
        { id: 'CD', at: 'FL' },
      ],
    },
    dice: [1, 4, 3, 2, 1, 2, 1, 2],
    turns: [
      {
        sheets: { AB: { stops: [{ move: 'roll', to: 'NH' }] } },
        expect: { state: { players: [{ at: 'NH' }, { at: 'FL' }] } },
      },
    ],
  },
  'AB is in Maine and has rolled 1 and 2. The walk goes to New Hampshire, back to Maine, and to New Hampshire again: it may turn back and pass through its start.',
);

export const slipExample: WorkedExample = example(
  'A slip of the pen',
  {
    setup: {
      started: true,
      stops: 1,
      players: [
        { id: 'AB', at: 'ME' },
        { id: 'CD', at: 'FL' },
      ],
      shows: [{ number: 1, card: 'W01', by: 'AB', stage: 'stage', text: 'Stands up for hours.' }],
    },
    dice: [1, 2, 1, 2],
    turns: [
      {
        sheets: { CD: { guesses: [{ show: 1, text: 'filibustr' }] } },
        expect: { state: { players: [{ popular: 10 }, { popular: 10 }] } },
      },
    ],
  },
  'AB mimes “filibuster”. CD guesses “filibustr”: the word is long, and one letter is missing, so it counts. Both get 10 popular votes.',
);
