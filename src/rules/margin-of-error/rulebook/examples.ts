import type { Party } from '../../parties.ts';
import { example } from '../../rulebook-builder.ts';

/** The worked examples of one-player weeks in which only the player's own rows matter. */

/** An automatic opponent that makes no stops. */
export const NO_STOPS = [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** June Novak alone, for the Democrats by default, in a week without stops of the automatic opponent. */
export function alone(player: { party?: Party; [key: string]: unknown } = {}, rest: object = {}) {
  return { players: [{ id: 'JN', party: 'D', ...player }], stops: NO_STOPS, ...rest };
}

const media = (days: number) => ({ do: 'media', days });
const stop = (state: string, days: number, cover = false) => ({ do: 'campaign', state, days, cover });
const ad = (region: string, days: number) => ({ do: 'advertise', region, days });
const mate = (state: string) => ({ do: 'vp', state });

export const fundraisingExample = example(
  'Three days of fundraising',
  {
    setup: alone(),
    dice: [2],
    turns: [
      {
        sheets: { JN: { actions: [{ do: 'fundraise', days: 3 }] } },
        expect: { state: { players: [{ cash: 18 }], log: [{ dice: [2], raised: 8, cash: 18 }] } },
      },
    ],
  },
  'June Novak has $10 and raises funds for three days. The die shows 2: 2 + 6 = $8. She now has 10 + 8 = $18.',
);

export const limitExample = example(
  'Money above $20',
  {
    setup: alone({ cash: 16 }),
    dice: [5],
    turns: [
      {
        sheets: { JN: { actions: [{ do: 'fundraise', days: 1 }], capital: 'internet-funds' } },
        expect: {
          state: {
            players: [{ cash: 20, unused: ['endorsements', 'media-blitz', 'fact-check', 'defining-speech'] }],
            log: [
              { capital: 'internet-funds', cash: 20 },
              { raised: 5, cash: 20 },
            ],
          },
        },
      },
    ],
  },
  'With $16, Internet Funds would make 16 + 5 = $21. The dollar above $20 is lost. A day of fundraising raises $5 more, and all of ' +
    'it is lost.',
);

export const advertisingOrderExample = example(
  'Media helps although it comes last',
  {
    setup: alone({ party: 'R' }),
    dice: [3, 4],
    turns: [
      {
        sheets: { JN: { actions: [ad('southeast', 1), stop('FL', 1), media(2)] } },
        expect: {
          state: {
            polls: { FL: 4, NC: 3, WV: 4 },
            players: [{ cash: 4 }],
            log: [
              { kind: 'media', bonus: 1 },
              { kind: 'campaign', total: 4, squares: 1, from: 2, to: 3 },
              { kind: 'advertise', total: 5, squares: 1 },
            ],
          },
        },
      },
    ],
  },
  'Alone and for the Republicans, June Novak writes down an ad in the Southeast, a day in Florida, and two media days. The media ' +
    'days are played first and give a bonus of 1. Florida: 3 + 1 = 4, one square, from R+2 to R+3. The ad: 4 + 1 = 5, one square ' +
    'in each of Florida (R+4), North Carolina (R+3), and West Virginia (R+4).',
);

export const safeExample = example(
  'Two safe states',
  {
    setup: alone({}, { polls: { MO: 4, IN: 5 } }),
    dice: [6, 6],
    turns: [
      {
        sheets: { JN: { actions: [media(1), stop('MO', 1), stop('IN', 1)] } },
        expect: {
          state: {
            polls: { MO: 3, IN: 3 },
            log: [{}, { squares: 2, from: 4, to: 3 }, { squares: 2, from: 5, to: 3 }],
          },
        },
      },
    ],
  },
  'Both rolls of the Democrat are worth 2 squares. Missouri on R+4 moves one square to R+3 and stops there. Indiana on R+5 moves ' +
    'two, to R+3.',
);

export const gaffeExample = example(
  'A gaffe on the air',
  {
    setup: alone({ cash: 11 }, { polls: { WA: -5, CO: -1, OR: -4, NM: 5 } }),
    dice: [2, 4, 4],
    turns: [
      {
        sheets: { JN: { actions: [media(1), stop('CO', 1), ad('pacific', 2)] } },
        expect: {
          state: {
            polls: { WA: -3, CO: 1, OR: -2, NM: 5 },
            players: [{ cash: 0 }],
            log: [{}, { total: 2, squares: 0 }, { total: null, squares: -2 }],
          },
        },
      },
    ],
  },
  'Two dice of an ad in the Pacific both show 4: doubles. All four states move two squares to the right. Washington goes from D+5 ' +
    'to D+3, although it was safe, Colorado from D+1 to R+1, and Oregon from D+4 to D+2. New Mexico is at the end of its track, ' +
    'on R+5, and stays. The ad has cost $10.',
);

export const homeExample = example(
  'A stop in the other party’s home state',
  {
    setup: alone({ cash: 20 }, { homes: { D: 'PA', R: 'MO' } }),
    dice: [5, 6, 4],
    turns: [
      {
        sheets: { JN: { actions: [media(2), stop('MO', 1), mate('MO'), ad('plains', 1)] } },
        expect: {
          state: {
            polls: { MO: 0, MN: -3 },
            log: [{}, { total: 6, squares: 1 }, { total: 5, squares: 0 }, { total: 5, squares: 1 }],
          },
        },
      },
    ],
  },
  'Missouri is the Republicans’ home. Novak’s stop there totals 5 + 1 = 6, which is worth two squares, and half of that is one: ' +
    'R+2 to R+1. Her running mate’s 6 − 1 = 5 is worth one square, and half of that, rounded down, is none. An ad is not halved: ' +
    '4 + 1 = 5 moves Missouri one more square, to even, like the other states of the Plains.',
);

export const coverExample = example(
  'Triples, covered once and twice',
  {
    setup: alone({ cash: 10 }),
    dice: [5, 5, 5, 3, 3, 3],
    turns: [
      {
        sheets: {
          JN: {
            actions: [media(1), stop('OH', 3, true)],
            coverWith: ['fact-check'],
          },
        },
        expect: {
          state: {
            polls: { OH: 3 },
            log: [{}, { dice: [5, 5, 5], spent: ['fact-check'], ignored: [5], total: null, squares: -2 }],
          },
        },
      },
      {
        sheets: {
          JN: {
            actions: [media(3), stop('NJ', 3, true)],
            coverWith: ['media-blitz', 'endorsements'],
          },
        },
        expect: {
          state: {
            polls: { NJ: -3 },
            players: [{ unused: ['internet-funds', 'defining-speech'] }],
            log: [
              {},
              {
                spent: ['media-blitz', 'endorsements'],
                ignored: [3, 3],
                total: 5,
                squares: 1,
                from: -2,
                to: -3,
              },
            ],
          },
        },
      },
    ],
  },
  'In Ohio, three dice show 5: triples. Fact Check sets one die aside, and the other two are still doubles. Instead of four ' +
    'squares, the gaffe costs two: R+1 to R+3.',
  'A week later, three dice in New Jersey show 3. This time two pieces are spent and two dice set aside. The third one counts, ' +
    'and with three media days the total is 3 + 2 = 5: one square, from D+2 to D+3.',
);

export const moneyExample = example(
  'Three dollars',
  {
    setup: alone({ cash: 3 }),
    dice: [4, 6, 2],
    turns: [
      {
        sheets: { JN: { actions: [media(1), stop('NM', 1), stop('WV', 3), stop('NV', 1), ad('plains', 1)] } },
        expect: {
          state: {
            polls: { NM: -2, WV: 1, NV: -1 },
            players: [{ cash: 0, tokens: ['WV'] }],
            log: [
              {},
              { state: 'NM', days: 1, total: 4, squares: 1, token: false, cash: 2 },
              { state: 'WV', days: 2, dice: [6, 2], total: 8, squares: 2, token: true, cash: 0 },
              { kind: 'skip', where: 'NV', why: 'no-money' },
              { kind: 'skip', where: 'plains', why: 'no-money' },
            ],
          },
        },
      },
    ],
  },
  'June Novak has $3. A day in New Mexico costs one of them; she is winning that small state already and gets no token. Of the ' +
    'three days in West Virginia, she can pay for two: 6 + 2 = 8, two squares, from R+3 to R+1. It is small, and she was not ' +
    'winning it when she came, so she gets its token. Now she has no money. Her stop in Nevada and the ad in the Plains are skipped.',
);

export const missingExample = example(
  'A week without a sheet',
  {
    setup: alone(),
    dice: [1],
    turns: [
      {
        sheets: {},
        expect: { state: { week: 2, players: [{ cash: 17 }], log: [{ kind: 'missing' }, { raised: 7 }] } },
      },
    ],
  },
  'No sheet came from June Novak, so she raises funds for three days. The die shows 1: 1 + 6 = $7, and she has 10 + 7 = $17.',
);
