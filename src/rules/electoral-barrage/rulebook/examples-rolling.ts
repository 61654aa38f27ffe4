import { example } from '../../rulebook-builder.ts';

/** Worked examples of attempts and what they change, each with the case that proves it. */

export const TOWN_HALLS = example(
  'Town hall tokens',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 4, town: 6 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
      ],
    },
    dice: [3, 1, 3, 2, 1],
    turns: [
      {
        sheets: {
          AB: {
            plan: [
              { area: 'CA', before: 1 },
              { area: 'TX', after: 4 },
              { area: 'NY', after: 2 },
              { area: 'WY', before: 2 },
            ],
          },
          CD: { plan: [{ area: 'AK' }] },
        },
        expect: {
          state: {
            tokens: { CA: ['AB'], TX: ['AB'], NY: [], WY: ['AB'] },
            players: [{ id: 'AB', town: 2 }, { id: 'CD' }],
            last: {
              resolutions: [
                { area: 'CA', before: 1, dice: [3], after: 0, total: 5, won: true },
                { area: 'AK', player: 'CD', dice: [1], won: false },
                { area: 'TX', before: 0, dice: [3], after: 2, total: 5, won: true },
                { area: 'NY', dice: [2], after: 0, total: 2, won: false },
                { area: 'WY', before: 1, dice: [1], after: 0, total: 3, won: true },
              ],
            },
          },
        },
      },
    ],
  },
  'In California, one token before the roll makes a 3 a 5. In Texas, a 3 is two short, and two tokens rescue it. In New York, a 2 is three short, the limit is two, and nothing is spent. In Wyoming, one token makes the roll certain, so the second stays in the bank.',
);

export const NERD = example(
  'The Nerd',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['nerd'], staffers: 3, town: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
      ],
    },
    dice: [1, 1, 3, 4],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'WY', hold: true, after: 0 }, { area: 'TX' }, { area: 'OH' }] },
          CD: { plan: [{ area: 'AK' }] },
        },
        expect: {
          state: {
            tokens: { WY: [], TX: ['AB'], OH: ['AB'] },
            players: [{ town: 0 }, {}],
            last: {
              resolutions: [
                { area: 'WY', dice: [1], ability: false, won: false },
                { area: 'AK' },
                { area: 'TX', dice: [3], ability: true, after: 1, total: 5, won: true },
                { area: 'OH', dice: [4], ability: false, won: true },
              ],
            },
          },
        },
      },
    ],
  },
  'In Wyoming the ability is held back. In Texas a 3 misses by two: the Nerd adds 1, and one token does the rest.',
);

export const ENTREPRENEUR = example(
  'The Entrepreneur',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['entrepreneur'], staffers: 3, town: 2 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
      ],
    },
    dice: [3, 1, 1, 3, 2],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'OH', after: 1 }, { area: 'CA', before: 1, after: 0 }, { area: 'TX' }] },
          CD: { plan: [{ area: 'AK' }] },
        },
        expect: {
          state: {
            tokens: { OH: ['AB'], CA: ['AB'], TX: [] },
            players: [{ town: 0 }, {}],
            last: {
              resolutions: [
                { area: 'OH', dice: [3], after: 1, ability: false, won: true },
                { area: 'AK' },
                { area: 'CA', before: 1, dice: [1, 3], total: 5, ability: true, won: true },
                { area: 'TX', dice: [2], total: 2, won: false },
              ],
            },
          },
        },
      },
    ],
  },
  'In Ohio a token rescues the roll, so the ability is kept. In California the 1 is rolled again; the token spent before counts for the new die, too. In Texas the ability is used up.',
);

export const DEFENSE = example(
  'Defending California',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 2 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
        { id: 'EF', characters: ['movie-star'], staffers: 1 },
      ],
      tokens: { CA: ['AB', 'AB', 'AB'] },
    },
    dice: [4, 6, 3],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'CA', replace: 'EF' }, { area: 'NV' }] },
          CD: { plan: [{ area: 'CA' }] },
          EF: { plan: [{ area: 'CA' }] },
        },
        expect: {
          state: {
            tokens: { CA: ['AB', 'AB', 'CD'] },
            last: {
              resolutions: [
                {
                  player: 'AB',
                  area: 'CA',
                  need: 5,
                  defence: true,
                  dice: [4],
                  total: 5,
                  won: true,
                  replaced: null,
                  removed: 'EF',
                },
                { player: 'CD', area: 'CA', defence: false, dice: [6], won: true, replaced: 'AB' },
                { player: 'AB', area: 'NV', dice: [3], won: true },
              ],
            },
          },
        },
      },
    ],
  },
  'AB holds all three stars of California and rolls a 4: with +1 for the defense it succeeds, and EF’s staffer goes home, as the row says. CD’s staffer is still there, rolls a 6, and takes a star from AB.',
);

export const REPLACE = example(
  'Whom a full state loses',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 3 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
        { id: 'EF', characters: ['movie-star'], staffers: 1 },
      ],
      tokens: { OH: ['CD', 'EF'], GA: ['CD', 'EF'], TX: ['CD', 'EF', 'EF'], MI: ['EF'] },
    },
    dice: [4, 1, 4, 1, 5],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'OH' }, { area: 'GA', replace: 'CD' }, { area: 'TX' }] },
          CD: { plan: [{ area: 'AK' }] },
          EF: { plan: [{ area: 'AZ' }] },
        },
        expect: {
          state: {
            last: {
              resolutions: [
                { player: 'AB', area: 'OH', won: true, replaced: 'EF' },
                { player: 'CD', area: 'AK' },
                { player: 'EF', area: 'AZ', won: true, dice: [4], replaced: null },
                { player: 'AB', area: 'GA', won: false },
                { player: 'AB', area: 'TX', won: true, replaced: 'EF' },
              ],
            },
            tokens: { OH: ['AB', 'CD'], GA: ['CD', 'EF'], TX: ['AB', 'CD', 'EF'] },
          },
        },
      },
    ],
  },
  'In Ohio, CD and EF have one token each. EF has more votes and comes first in the rivals’ order, so EF loses the token. In Georgia the row names CD, but the roll misses. In Texas, EF has the most tokens and loses one.',
);

export const SCIENTIST = example(
  'The Scientist follows up',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['scientist'], staffers: 4 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
      ],
      tokens: { NV: ['AB'], WY: ['CD'] },
    },
    dice: [6, 1, 6, 2, 1, 2],
    turns: [
      {
        sheets: {
          AB: {
            plan: [{ area: 'NV' }, { area: 'SC' }, { area: 'ID' }, { area: 'KS' }],
            followUp: ['WY', 'UT', 'OR'],
          },
          CD: { plan: [{ area: 'AK' }] },
        },
        expect: {
          state: {
            tokens: { NV: ['AB'], SC: ['AB'], ID: ['AB'], UT: [], KS: ['AB'], WY: ['CD'] },
            last: {
              resolutions: [
                { area: 'NV', defence: true, won: true },
                { area: 'AK', won: false },
                { area: 'SC', won: true },
                { area: 'ID', dice: [2], followUp: false, ability: false, won: true },
                { player: 'AB', area: 'UT', followUp: true, ability: true, dice: [1], total: 1, won: false },
                { area: 'KS', followUp: false, won: true },
              ],
            },
          },
        },
      },
    ],
  },
  'Nevada was the Scientist’s already, so nothing is won. South Carolina has no red neighbor. After Idaho, the first ranked neighbor, Wyoming, is occupied, so Utah is tried, and missed. The ability is used up when Kansas falls.',
);
