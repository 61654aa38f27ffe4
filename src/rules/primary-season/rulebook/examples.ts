import type { WorkedExample } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** Worked examples, each with the case that proves it. */

export const automaticExample: WorkedExample = example(
  'No sheet comes',
  {
    setup: {
      players: [
        { id: 'AB', dice: [1, 5], staff: 2, marks: { SC: 4, NV: 4 } },
        { id: 'CD', dice: [3] },
      ],
    },
    dice: [2, 2, 2],
    turns: [
      {
        sheets: {},
        expect: {
          state: {
            actions: [
              {
                id: 'AB',
                sheet: false,
                ones: { money: 0, votes: 1 },
                votes: 3,
                earned: 0,
                hired: 0,
                lost: 0,
                placed: [
                  { where: 'SC', marks: 2, row: null },
                  { where: 'NV', marks: 1, row: null },
                ],
                won: [{ state: 'SC', place: 1, delegates: 7 }],
              },
              { id: 'CD', collected: 3 },
            ],
          },
        },
      },
    ],
  },
  'AB sent no sheet. The dice stay as they are, and the 1 is a vote: with the 5, that makes three votes.',
  'Two circles are left in South Carolina and two in Nevada. South Carolina has the larger prize, so it gets two votes, which complete it. The third vote goes to Nevada.',
);

export const pileExample: WorkedExample = example(
  'The donor pile runs dry',
  {
    setup: {
      players: [
        { id: 'AB', dice: [4, 4, 4], staff: 5, funds: 30 },
        { id: 'CD', dice: [4, 4], staff: 2, funds: 16 },
      ],
    },
    dice: [2, 2, 2, 2, 2],
    turns: [
      {
        sheets: { AB: { shop: [{ item: 'manager' }] } },
        expect: {
          state: {
            pile: 0,
            players: [{ funds: 26 }, { funds: 24 }],
            actions: [
              { earned: 12, collected: 4 },
              { earned: 8, collected: 8 },
            ],
          },
        },
      },
    ],
  },
  'AB earns $12, but the pile holds only $4. The rest is lost. AB then buys the Manager, which puts $8 back.',
  'CD acts after AB and collects $8 in full.',
);

export const buyExample: WorkedExample = example(
  'As many 1s as the list can use',
  {
    setup: {
      players: [
        { id: 'AB', dice: [1, 1, 1, 4], staff: 9, items: ['finance-chair'] },
        { id: 'CD', dice: [2] },
      ],
    },
    dice: [2, 2, 2, 2, 2],
    turns: [
      {
        sheets: { AB: { ones: 'buy', shop: [{ item: 'spokesperson' }], votes: [{ where: 'IA' }] } },
        expect: {
          state: {
            players: [{ funds: 1, items: ['spokesperson', 'finance-chair'], marks: { IA: 1 } }, { id: 'CD' }],
            actions: [{ ones: { money: 2, votes: 1 }, votes: 1, earned: 9 }, { id: 'CD' }],
          },
        },
      },
    ],
  },
  'With a Finance Chair, the 4 earns $5 and each 1 taken as money $2. Two 1s bring the money to $9, enough for the Spokesperson. The third 1 is a vote.',
);

export const finishExample: WorkedExample = example(
  'Only the votes that finish something',
  {
    setup: {
      players: [
        { id: 'AB', dice: [1, 1, 2], staff: 5, marks: { SC: 5 } },
        { id: 'CD', dice: [2] },
      ],
    },
    dice: [2, 2, 2, 2],
    turns: [
      {
        sheets: { AB: { ones: 'finish' } },
        expect: {
          state: {
            places: { SC: ['AB'] },
            players: [{ funds: 3 }, { id: 'CD' }],
            actions: [{ ones: { money: 1, votes: 1 }, votes: 1 }, { id: 'CD' }],
          },
        },
      },
    ],
  },
  'One circle is left in South Carolina. One of the 1s completes it; a second vote would finish nothing, so the other 1 is money.',
);

export const secondExample: WorkedExample = example(
  'The first row that holds',
  {
    setup: {
      players: [
        { id: 'AB', dice: [5, 2, 1], staff: 5, funds: 6, items: ['organizer'] },
        { id: 'CD', dice: [2] },
      ],
    },
    dice: [4, 6, 5, 2, 2, 2, 2],
    turns: [
      {
        sheets: {
          AB: {
            reroll: [3],
            second: [
              { votesBelow: 2, faces: '234' },
              { votesBelow: 4, fundsBelow: 12, faces: '5' },
              { faces: '2, 4' },
            ],
          },
        },
        expect: {
          state: {
            rolls: [
              {
                id: 'AB',
                sheet: true,
                before: [5, 2, 1],
                reroll: [3],
                after: [5, 2, 4],
                second: [2, 3],
                final: [5, 6, 5],
              },
              { id: 'CD' },
            ],
            actions: [{ votes: 7 }, { id: 'CD' }],
          },
        },
      },
    ],
  },
  'After the first re-roll, AB has 5, 2, and 4: two votes and $6, with $6 in hand.',
  'The first row does not hold, because two votes are not fewer than 2. The second does not hold, because 6 + 6 = $12 is not less than $12. The third has no conditions: the 2 and the 4 are re-rolled.',
);

export const adExample: WorkedExample = example(
  'A Television Ad with a short ranking',
  {
    setup: {
      players: [
        { id: 'AB', dice: [4], marks: { IA: 17 } },
        { id: 'CD', dice: [2], marks: { SC: 6 } },
      ],
      places: { SC: ['CD'] },
    },
    dice: [2, 2],
    turns: [
      {
        sheets: { AB: { shop: [{ item: 'television' }], television: ['SC', 'IA'] } },
        expect: {
          state: {
            actions: [
              {
                bought: [{ item: 'television', price: 4, marks: { IA: 1, NV: 2, MO: 2 } }],
                won: [{ state: 'IA', place: 1, delegates: 6 }],
                skipped: [],
              },
              { id: 'CD' },
            ],
          },
        },
      },
    ],
  },
  'South Carolina is closed. Iowa has one circle left, so one of its two marks is lost, and AB wins Iowa.',
  'Two more states come in automatic order: Nevada has the fewest circles left. Missouri and Virginia come next with as many circles and the same prize, and Missouri is listed first.',
);

export const shopExample: WorkedExample = example(
  'Nothing to buy it for',
  {
    setup: {
      players: [
        { id: 'AB', dice: [6], funds: 12, marks: { FL: 36, VA: 15 } },
        { id: 'CD', dice: [2], marks: { NV: 6, VA: 15 } },
      ],
      places: { NV: ['CD'], FL: ['AB'], VA: ['CD', 'AB'] },
    },
    dice: [2, 2],
    turns: [
      {
        sheets: {
          AB: {
            shop: [
              { item: 'immigration' },
              { item: 'radio' },
              { item: 'debate', votesTo: 2 },
              { item: 'television', keep: 9 },
            ],
            votes: [{ where: 'NH', marks: 1 }],
            rest: 'none',
          },
        },
        expect: {
          state: {
            players: [{ funds: 12, items: [] }, { id: 'CD' }],
            actions: [
              {
                lost: 2,
                placed: [{ where: 'NH', marks: 1, row: 0 }],
                skipped: [
                  { field: 'shop[0]', why: 'no-use' },
                  { field: 'shop[1]', why: 'no-use' },
                  { field: 'shop[2]', why: 'votes' },
                  { field: 'shop[3]', why: 'funds' },
                ],
              },
              { id: 'CD' },
            ],
          },
        },
      },
    ],
  },
  'All states of Immigration are closed or complete for AB. The Radio Ad has no ranking, and nothing is placed automatically, so it finds no state. The Debate Win is not wanted with three votes, and the Television Ad would leave too little money.',
  'One vote goes to New Hampshire; the other two are lost.',
);
