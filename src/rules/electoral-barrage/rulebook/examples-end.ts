import { example } from '../../rulebook-builder.ts';

/** Worked examples of the deal, of missing sheets and of the count, each with the case that proves it. */

export const DEAL = example(
  'Three seats are dealt their cards',
  {
    newGame: { seats: ['AB', 'CD', 'EF'], dice: [1, 2, 3, 7, 1, 2, 4, 3, 1] },
    setup: {
      rounds: 9,
      players: [
        { id: 'EF', characters: ['entrepreneur', 'scientist'], staffers: 4, town: 0, ads: 0, ballots: 0 },
        { id: 'CD', characters: ['war-hero', 'blue-collar'] },
        { id: 'AB', characters: ['nerd', 'banker'] },
      ],
      tokens: {},
    },
  },
  'The dice put the seats in the order EF, CD, AB and shuffle the characters. EF is dealt the Entrepreneur and the Scientist, CD the War Hero and the Blue-Collar Worker, AB the Nerd and the Banker.',
);

export const MISSING = example(
  'No sheet from AB',
  {
    setup: {
      rounds: 9,
      players: [
        { id: 'AB', characters: ['nerd', 'banker'], staffers: 2, ads: 2, town: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
      ],
    },
    dice: [1, 1, 1],
    turns: [
      {
        sheets: { AB: null, CD: { plan: [{ area: 'AL' }, { area: 'TOWN' }] } },
        expect: {
          state: {
            players: [
              { id: 'AB', dealt: ['nerd', 'banker'], character: 'nerd', ads: 2, town: 0 },
              { id: 'CD', town: 0 },
            ],
            tokens: { AL: ['AB'], CO: ['AB'] },
            last: {
              placements: [
                { player: 'AB', area: 'AL', row: null },
                { player: 'CD', area: 'TOWN', row: 1 },
                { player: 'AB', area: 'CO', row: null },
              ],
              ads: [],
              resolutions: [
                { player: 'AB', area: 'AL', dice: [1], ability: true, after: 0, won: true },
                { player: 'CD', won: false },
                { player: 'AB', area: 'CO', dice: [1], ability: false, after: 1, total: 2, won: true },
              ],
            },
          },
        },
      },
    ],
  },
  'AB’s two staffers go to stand-by places: Alabama, and Colorado. The Nerd’s +1 saves the first roll, and a town hall token the second. The attack-ads tokens stay in the bank.',
);

export const BALLOTS = example(
  'Ballots and answers',
  {
    setup: {
      rounds: 1,
      players: [
        { id: 'AB', characters: ['war-hero'], staffers: 1, ballots: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1, ballots: 2 },
      ],
      tokens: { OH: ['AB', 'CD'], CA: ['AB', 'CD'], VA: ['CD', 'AB'] },
    },
    dice: [1, 1, 2],
    turns: [
      {
        sheets: { AB: { plan: [{ area: 'AK' }] }, CD: { plan: [{ area: 'HI' }] } },
        expect: {
          state: {
            phase: 'ballots',
            owing: ['AB', 'CD'],
            starter: null,
            leader: { OH: null, CA: null, VA: null },
            recount: null,
          },
        },
      },
      {
        sheets: {
          AB: { ballots: [{ state: 'CA' }, { state: 'OH' }] },
          CD: { ballots: [{ state: 'OH', most: 1 }] },
        },
        expect: {
          state: {
            turn: 2,
            round: 1,
            phase: 'over',
            owing: [],
            players: [
              { id: 'AB', ballots: 0, votes: 31, states: 2 },
              { id: 'CD', ballots: 0, votes: 55, states: 1 },
            ],
            tokens: { CA: ['AB', 'CD'] },
            leader: { CA: 'CD', OH: 'AB', VA: 'AB' },
            recount: {
              ballots: [
                { player: 'AB', state: 'CA', free: false },
                { player: 'CD', state: 'OH', free: false },
                { player: 'AB', state: 'OH', free: true },
                { player: 'CD', state: 'CA', free: false },
                { player: 'AB', state: 'OH', free: true },
                { player: 'AB', state: 'VA', free: true },
              ],
              ties: [{ state: 'CA', players: ['AB', 'CD'], dice: [2], winner: 'CD' }],
              duel: null,
            },
          },
        },
      },
    ],
    expect: { outcome: { winner: 'CD' } },
  },
  'AB puts the only ballot of the bank on California and leads. CD answers in Ohio, and AB in Ohio with a free one. CD draws level in California; AB’s free ballots are for blue states, so AB goes ahead in Ohio and Virginia. California goes to the coin, which shows 2: CD.',
);

export const DUEL = example(
  'Three are tied in California',
  {
    setup: {
      rounds: 1,
      players: [
        { id: 'AB', characters: ['nerd'], staffers: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
        { id: 'EF', characters: ['movie-star'], staffers: 1 },
      ],
      tokens: { CA: ['AB', 'CD', 'EF'], NE: ['CD'] },
    },
    dice: [1, 1, 3, 5, 3, 4, 4, 2, 6, 1],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'WI', hold: true }] },
          CD: { plan: [{ area: 'MN' }] },
          EF: { plan: [{ area: 'WY' }] },
        },
        expect: {
          state: {
            phase: 'over',
            tokens: { CA: ['AB', 'CD', 'EF'], WY: ['EF'] },
            recount: {
              ballots: [],
              ties: [
                { state: 'CA', players: ['AB', 'CD', 'EF'], dice: [3, 5, 3, 4, 4, 2, 6, 1], winner: 'CD' },
              ],
              duel: null,
            },
            leader: { CA: 'CD', WY: 'EF' },
          },
        },
      },
    ],
    expect: {
      outcome: {
        winner: 'CD',
        standings: [
          { id: 'CD', place: 1, votes: 60, states: 2 },
          { id: 'EF', place: 2, votes: 3, states: 1 },
          { id: 'AB', place: 3, votes: 0, states: 0 },
        ],
      },
    },
  },
  'CD’s 5 is the highest. AB and EF show 3 each, then 4 each, then 2 and 6: EF is through. The coin shows 1, the earlier of CD and EF.',
);

export const EQUAL_VOTES = example(
  'Equal votes',
  {
    setup: {
      rounds: 1,
      players: [
        { id: 'AB', characters: ['nerd'], staffers: 1 },
        { id: 'CD', characters: ['blue-collar'], staffers: 1 },
        { id: 'EF', characters: ['movie-star'], staffers: 1 },
      ],
      tokens: { OK: ['AB'], OR: ['CD'], ID: ['EF'] },
    },
    dice: [1, 1],
    turns: [
      {
        sheets: {
          AB: { plan: [{ area: 'PA' }] },
          CD: { plan: [{ area: 'IL' }] },
          EF: { plan: [{ area: 'WY' }] },
        },
        expect: { state: { leader: { WY: 'EF' }, recount: { ballots: [], ties: [], duel: null } } },
      },
    ],
    expect: {
      outcome: {
        winner: 'EF',
        standings: [
          { id: 'EF', place: 1, votes: 7, states: 2 },
          { id: 'AB', place: 2, votes: 7, states: 1 },
          { id: 'CD', place: 2, votes: 7, states: 1 },
        ],
      },
    },
  },
  'All three have seven votes. EF has two states, the others one each, so EF wins, and the others share second place.',
);
