import { byState } from '../../country.ts';
import { example } from '../../rulebook-builder.ts';
import { FOUR, fourWith } from './candidates.ts';

/** The shorter worked examples of section 6. */

const toWyoming = { fundraising: ['WY'] };

export const smallStateExample = example(
  'Four visitors to Wyoming',
  {
    setup: FOUR,
    turns: [
      {
        sheets: { AB: toWyoming, CD: toWyoming, EF: toWyoming, GH: toWyoming },
        expect: {
          state: { fundraising: { AB: [{ state: 'WY', raised: 1 }], GH: [{ state: 'WY', raised: 1 }] } },
        },
      },
    ],
  },
  'Wyoming’s donation number is $6. Four candidates go there, so each raises $1, and $2 go to no one.',
);

export const twoStatesExample = example(
  'With and without a trip',
  {
    setup: FOUR,
    turns: [
      {
        sheets: {
          GH: {
            fundraising: ['NV'],
            campaign: [
              { state: 'NV', spend: 30 },
              { state: 'UT', spend: 30 },
            ],
          },
        },
        expect: {
          state: {
            campaigning: {
              GH: [
                { state: 'NV', spent: 30, gained: 120 },
                { state: 'UT', spent: 30, gained: 30 },
              ],
            },
            popularity: { NV: { GH: 120 }, UT: { GH: 30 } },
          },
        },
      },
    ],
  },
  'Gil Hall has campaign ability 4. He visits Nevada, but not Utah, and spends $30 in each. In Nevada he gains ' +
    '30 × 4 = 120 popularity, in Utah 30.',
);

const ohio = (spend: number) => ({ campaign: [{ state: 'OH', spend }] });

export const marginalLeadsExample = example(
  'Two marginal leads in Ohio',
  {
    setup: {
      ...fourWith({ AB: { OH: 100 }, CD: { OH: 100 }, EF: { OH: 60 } }),
      leaders: { OH: { D: 'AB', R: 'CD', overall: 'CD' } },
    },
    turns: [
      {
        sheets: { EF: ohio(40) },
        expect: {
          state: {
            popularity: { OH: { AB: 100, CD: 100, EF: 100, GH: 0 } },
            leaders: { OH: { D: 'AB', R: 'CD', overall: 'CD' } },
          },
        },
      },
      {
        sheets: { AB: ohio(1) },
        expect: {
          state: { popularity: { OH: { AB: 101 } }, leaders: { OH: { D: 'AB', R: 'CD', overall: 'AB' } } },
        },
      },
    ],
  },
  'Ann Baker leads the Democrats in Ohio with 100. Carl Diaz, a Republican, has 100, too, and leads the state. Eve Ford, a ' +
    'Democrat with 60, spends $40 without a trip: 60 + 40 = 100. Now the two Democrats are tied, and Baker keeps the party’s ' +
    'lead. Baker and Diaz are tied, and Diaz keeps the state.',
  'On the next turn, Baker spends $1 there. With 101 she is ahead of everyone and leads the state.',
);

export const contributionsExample = example(
  'What three states pay',
  {
    setup: {
      ...FOUR,
      leaders: byState(({ code }) => ({
        D: ['CA', 'NY', 'PA'].includes(code) ? 'AB' : 'EF',
        R: 'CD',
        overall: 'CD',
      })),
    },
    turns: [
      {
        sheets: {},
        expect: {
          state: {
            players: [
              { id: 'AB', contributions: 82, cash: 572 },
              { id: 'CD' },
              { id: 'EF' },
              { id: 'GH', contributions: 7 },
            ],
          },
        },
      },
    ],
  },
  'Ann Baker leads the Democrats in California, New York, Pennsylvania, and Michigan, her home. The donation numbers are ' +
    '395 + 202 + 130 + 101 = $828. A tenth of that, rounded down, is $82. She spends nothing and makes no trips, so with her ' +
    'income of $90 she has 400 + 82 + 90 = $572.',
);
