import { example, items, parts, rule } from '../../rulebook-builder.ts';
import { BATTLEGROUND_CODES, type Battleground, boardState } from '../data.ts';

/** Rules MOE-6.8 to MOE-6.11: two players, the last minute, the final vote, the log. */

const two = (novak: object = {}, park: object = {}) => ({
  players: [
    { id: 'JN', party: 'D', ...novak },
    { id: 'KP', party: 'R', ...park },
  ],
});

const orderExample = example(
  'Who plays which row when',
  {
    setup: two({ cash: 9 }, { cash: 12 }),
    dice: [3, 6, 4, 3, 5],
    turns: [
      {
        sheets: {
          JN: {
            actions: [
              { do: 'campaign', state: 'IA', days: 1 },
              { do: 'media', days: 3 },
              { do: 'vp', state: 'OH' },
            ],
          },
          KP: {
            actions: [
              { do: 'media', days: 2 },
              { do: 'campaign', state: 'OH', days: 2 },
              { do: 'campaign', state: 'MN', days: 1 },
            ],
          },
        },
        expect: {
          state: {
            edge: 'JN',
            polls: { IA: 1, OH: 3, MN: -1 },
            log: [
              { kind: 'order', first: 'KP' },
              { kind: 'media', seat: 'KP' },
              { kind: 'campaign', seat: 'JN', state: 'IA', total: 2, squares: 0 },
              { kind: 'media', seat: 'JN' },
              { kind: 'campaign', seat: 'KP', state: 'OH', total: 11, squares: 3, from: 1, to: 4 },
              { kind: 'campaign', seat: 'KP', state: 'MN', total: 4, squares: 1, from: -2, to: -1 },
              { kind: 'vp', seat: 'JN', state: 'OH', total: 4, squares: 1, from: 4, to: 3 },
            ],
          },
        },
      },
    ],
  },
  'Ken Park has $12 and June Novak $9, so Park goes first, and Novak gets the edge. Both have seven days. Park’s media row leaves him ' +
    'five. Novak has more, so she plays Iowa (3 − 1 = 2, no square). With six days she still has more than Park’s five, so she plays ' +
    'her media row, too, and has three.',
  'Now Park plays Ohio: 6 + 4 + 1 = 11, three squares, from R+1 to R+4. He has three days as well. Three is not fewer than three, so he ' +
    'goes on with Minnesota: 3 + 1 = 4, one square, from D+2 to D+1. His list is empty. Novak’s running mate goes to Ohio: 5 − 1 = 4, ' +
    'one square, from R+4 to R+3.',
);

const factCheckExample = example(
  'A checked stop',
  {
    setup: two(),
    dice: [6],
    turns: [
      {
        sheets: {
          JN: {
            actions: [
              { do: 'campaign', state: 'FL', days: 1 },
              { do: 'campaign', state: 'MT', days: 2 },
            ],
          },
          KP: { capital: 'fact-check' },
        },
        expect: {
          state: {
            polls: { FL: 1, MT: 3 },
            players: [{ cash: 9, tokens: [] }, {}],
            log: [
              { kind: 'order' },
              { kind: 'capital', seat: 'KP', capital: 'fact-check' },
              { kind: 'campaign', seat: 'JN', state: 'FL', total: 5, squares: 1 },
              { kind: 'skip', seat: 'JN', do: 'campaign', where: 'MT', why: 'fact-check' },
            ],
          },
        },
      },
    ],
  },
  'June Novak stops in Florida for a day and in Montana for two. Ken Park uses Fact Check. Her last campaign row, Montana, is ' +
    'skipped: no cost, no roll, no token. Florida is played: 6 − 1 = 5, one square, from R+2 to R+1.',
);

export const twoPlayersRule = rule(
  'MOE-6.8',
  'A week with two players',
  parts(
    'MOE-6.8',
    'The player with more cash at the beginning of the week goes first. If both have the same, the holder of the edge does. From ' +
      'then on, the edge belongs to the player who went second.',
    'If no sheet came from a player, or it was refused, that player raises funds for three days and does nothing else.',
    'Political capital is spent as in MOE-6.6.2, by the first player first. Fact Check marks the last campaign row of the other ' +
      'player’s list; if there is none, the running mate’s row; if there is none either, nothing.',
    'Both players have seven days left, and the first player is active. The active player’s next row is played (MOE-6.5), and its days ' +
      'are taken off, whether they were paid for or not. The running mate takes none. A marked row is skipped: no cost, no roll, no ' +
      'token, and its days are lost. The other player becomes active when the active one has no rows left, or has fewer days left ' +
      'than the other, who still has rows. This goes on until both lists are empty.',
    'There is no automatic opponent. The week is over.',
  ),
  orderExample,
  factCheckExample,
);

/** A board on which every state is safe for the party that started ahead there, but for some. */
function safeBut(polls: Partial<Record<Battleground, number>>) {
  const safe = BATTLEGROUND_CODES.map((code) => [code, boardState(code).start < 0 ? -4 : 4] as const);
  return { ...Object.fromEntries(safe), ...polls };
}

export const lastMinuteRule = rule(
  'MOE-6.9',
  'Last minute',
  'For each row, roll one die for each token. There is no bonus and no gaffe. MOE-2.9 says how many squares the total is worth. Safety ' +
    '(MOE-6.1) and home states (MOE-6.3) count. If no sheet came, or it was refused, your tokens are not used.',
  'Alone, the rows are played in order. With two players, they take turns as in MOE-6.8.4, with the tokens they hold instead of ' +
    'days. The player with more tokens begins; if both have the same, the holder of the edge does.',
  example(
    'Three tokens',
    {
      setup: {
        players: [{ id: 'JN', party: 'D', tokens: ['WV', 'IA', 'MT'] }],
        week: 10,
        polls: safeBut({ OH: 1 }),
      },
      dice: [5, 5, 2, 4, 3],
      turns: [
        {
          sheets: {
            JN: {
              stops: [
                { state: 'OH', tokens: 2 },
                { state: 'VA', tokens: 1 },
              ],
            },
          },
          expect: {
            state: {
              polls: { OH: -1, VA: 4 },
              log: [
                { state: 'OH', total: 10, squares: 2, from: 1, to: -1 },
                { state: 'VA', total: 2, squares: 0, from: 4, to: 4 },
                { kind: 'final', state: 'OH', dice: [4, 3], shift: 0, from: -1, to: -1 },
              ],
            },
          },
        },
      ],
      expect: { outcome: { votes: { D: 289, R: 249 }, winner: 'JN' } },
    },
    'June Novak holds three tokens. She places two on Ohio: 5 + 5 = 10, two squares, and no gaffe. Ohio goes from R+1 to D+1. A ' +
      '2 in Virginia is worth nothing. In the final vote, Ohio’s 4 + 3 = 7 changes nothing. Its 20 votes decide: ' +
      '269 + 20 = 289, and she wins.',
  ),
);

export const finalVoteRule = rule(
  'MOE-6.10',
  'The final vote',
  'Each state that is not safe for either side rolls two dice, in board order. MOE-2.14 says how far its poll moves. A plus is good ' +
    'for your side when you play alone, and for the Democrats when two play. The chart is symmetric, so that gives no one an advantage. ' +
    'Safe states are not rolled for. Safety does not hold a poll back here: it can move onto any square.',
  example(
    'Three states vote',
    {
      setup: {
        players: [{ id: 'JN', party: 'D' }],
        week: 10,
        polls: safeBut({ NH: -1, FL: -2, NV: 0 }),
      },
      dice: [1, 3, 6, 5, 2, 4],
      turns: [
        {
          sheets: {},
          expect: {
            state: {
              polls: { NH: 1, FL: -4, NV: 1 },
              log: [
                { state: 'NH', dice: [1, 3], shift: -2, from: -1, to: 1 },
                { state: 'FL', dice: [6, 5], shift: 2, from: -2, to: -4 },
                { state: 'NV', dice: [2, 4], shift: -1, from: 0, to: 1 },
              ],
            },
          },
        },
      ],
      expect: { outcome: { votes: { D: 287, R: 251 }, party: 'D', winner: 'JN' } },
    },
    'For the Democrat, New Hampshire rolls 1 + 3 = 4, two squares back: from D+1 to R+1, and 4 votes are lost. Florida rolls ' +
      '6 + 5 = 11, two squares forward: from D+2 to D+4, and its 27 votes are won. Nevada rolls 2 + 4 = 6, one square back: from even to ' +
      'R+1, and its 5 votes are lost. The result is 269 − 4 + 27 − 5 = 287.',
  ),
);

export const logRule = rule(
  'MOE-6.11',
  'The log',
  'Everything that happens in a turn is written down in order, with its dice: who goes first, missing sheets, political capital, ' +
    'media, fundraising, stops, ads, skipped rows, the automatic opponent, last-minute stops, and the final vote. Your printout tells ' +
    'it in sentences.',
  items(
    'The squares of a stop or an ad are those it is worth, after halving. The poll may move less, at the end of the track or because ' +
      'of safety.',
    'The days of a stop or an ad are those that were paid for, and cash is what is left after it.',
  ),
);
