import { example } from '../../rulebook-builder.ts';

/** Worked examples of placing staffers and of attack ads, each with the case that proves it. */

export const BANKER = example(
  'The Banker in California',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['banker'], staffers: 2 },
        { id: 'CD', characters: ['nerd'], staffers: 2 },
      ],
    },
    dice: [1, 1, 1, 1],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'CA' }, { area: 'CA' }] },
          CD: { plan: [{ area: 'CA' }, { area: 'CA' }, { area: 'TX' }] },
        },
        expect: {
          state: {
            last: {
              starter: 'AB',
              placements: [
                { player: 'AB', area: 'CA', row: 0 },
                { player: 'AB', area: 'CA', row: 1 },
                { player: 'CD', area: 'CA', row: 0 },
                { player: 'CD', area: 'TX', row: 2 },
              ],
            },
            tokens: { CA: [], TX: [] },
            starter: 'CD',
          },
        },
      },
    ],
  },
  'AB, the Banker, places two staffers in California in his first go. CD finds one place left there; the second row for California is passed over, and Texas is next.',
);

export const STAND_BY = example(
  'The list runs out',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 3 },
      ],
      tokens: { AL: ['CD'] },
    },
    dice: [1, 1, 1, 1],
    turns: [
      {
        sheets: { AB: { plan: [{ area: 'CO' }] }, CD: { plan: [{ area: 'CO' }] } },
        expect: {
          state: {
            last: {
              placements: [
                { player: 'AB', area: 'CO', row: 0 },
                { player: 'CD', area: 'SC', row: null },
                { player: 'CD', area: 'KY', row: null },
                { player: 'CD', area: 'LA', row: null },
              ],
            },
          },
        },
      },
    ],
  },
  'CD has three staffers and one row, and Colorado is taken already. Of the red states with nine votes, Alabama is CD’s own, so the first staffer goes to South Carolina. The others go to Kentucky and Louisiana.',
);

export const ADS = example(
  'Three attack ads',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 1, ads: 2 },
        { id: 'CD', characters: ['blue-collar'], staffers: 3, ads: 1 },
        { id: 'EF', characters: ['movie-star'], staffers: 2 },
      ],
      tokens: { TX: ['AB'], WY: ['AB'] },
    },
    dice: [4, 5],
    turns: [
      {
        sheets: {
          AB: {
            plan: [{ area: 'OH' }],
            ads: [{ area: 'MINE' }, { seat: 'EF', area: 'CA' }, { seat: 'CD' }, { area: 'ANY' }],
          },
          CD: { plan: [{ area: 'TX' }, { area: 'CA' }, { area: 'ADS', when: 1 }], ads: [{ seat: 'EF' }] },
          EF: { plan: [{ area: 'WY' }, { area: 'GA' }] },
        },
        expect: {
          state: {
            players: [
              { id: 'AB', ads: 0 },
              { id: 'CD', ads: 1, staffers: 3 },
              { id: 'EF', ads: 0 },
            ],
            last: {
              ads: [
                { player: 'AB', victim: 'CD', area: 'TX' },
                { player: 'CD', victim: 'EF', area: 'GA' },
                { player: 'AB', victim: 'CD', area: 'CA' },
              ],
              resolutions: [
                { player: 'AB', area: 'OH', won: true },
                { player: 'CD', area: 'ADS', dice: [5], won: true },
                { player: 'EF', area: 'WY', dice: [], won: true, replaced: 'AB' },
              ],
            },
            tokens: { OH: ['AB'], TX: ['AB'], WY: ['EF'] },
          },
        },
      },
    ],
  },
  'AB’s first row means any state where AB has a token: CD’s staffer in Texas goes home. CD answers and removes EF’s staffer in Georgia. AB’s second row fits no one and is passed over; the third removes CD’s staffer in California.',
);
