import { dollars } from '../../numbers.ts';
import { example, items, parts, rule, section } from '../../rulebook-builder.ts';
import { MAX_CASH, START_CASH } from '../data.ts';

/** Section 3: how a game begins. */
export const setupSection = section('MOE-3', 'How a game begins', {
  rules: [
    rule(
      'MOE-3.1',
      'What the GM chooses',
      items(
        'The strength of the automatic opponent in a game for one: gentle, even, or tough. It is even unless the GM chooses ' +
          'another one.',
        'Whether the parties have home states. They have none unless the GM says so.',
      ),
    ),
    rule(
      'MOE-3.2',
      'Players',
      'One or two. When you join, you may ask for the Democrats or the Republicans, or have no wish. Each player has an identifier ' +
        'of two or three capital letters. The computer can play the second seat if no person does (MOE-13).',
    ),
    rule(
      'MOE-3.3',
      'What is drawn',
      'When the game begins, these are settled in this order.',
      parts(
        'MOE-3.3',
        'Parties. Alone, you get the party you asked for, or a roll decides (1: Democrats, 2: Republicans). If two players asked for ' +
          'different parties, both get their wish. If only one asked, that one gets it. If both asked for the same party, or ' +
          'neither asked, a roll chooses one of them (1: the first seat, 2: the second seat). That player gets the party they ' +
          'asked for, or else the Democrats, and the other player gets the other party.',
        'The edge, with two players: a roll gives it to the first seat (1) or the second seat (2).',
        'Home states, if the game has them: for the Democrats, a region die and a state die name one. Then two more dice name ' +
          'one for the Republicans. If that is the same state, they get the next state in board order.',
      ),
      example(
        'A new game for two',
        {
          newGame: {
            seats: ['JN', { id: 'KP', wish: { party: 'R' } }],
            options: { homeStates: true },
            dice: [2, 5, 2, 5, 1],
          },
          setup: {
            players: [
              { id: 'JN', party: 'D', cash: 10 },
              { id: 'KP', party: 'R', cash: 10 },
            ],
            edge: 'KP',
            homes: { D: 'OH', R: 'IN' },
          },
        },
        'June Novak has no wish, and Ken Park asked for the Republicans, so no die is needed for the parties. A 2 gives Park ' +
          'the edge. A 5 and a 2 name Ohio in the Midwest as the Democrats’ home. A 5 and a 1 name Ohio again, so the ' +
          'Republicans get the next state of the board, Indiana.',
      ),
      `Each player begins with ${dollars(START_CASH)}, all five pieces of political capital, and no token. The polls stand at their ` +
        'start (MOE-2.1), and week 1 begins.',
    ),
    rule(
      'MOE-3.4',
      'Setups written by hand',
      'A test game can begin differently. Its setup names one or two players with their parties, and may give their cash ' +
        `(0 to ${MAX_CASH}), unused capital and tokens, the week (10 means last minute), the automatic opponent’s stops, who holds ` +
        'the edge, the starts and polls of states, and the home states. What is missing is as in a new game.',
    ),
    rule(
      'MOE-3.5',
      'What a setup cannot be',
      'A setup is refused, and the wrong part named, if something is unknown, repeated, or out of range, if two players have the ' +
        'same identifier or party, if the two home states are the same, if a sheet comes from no seat of the game, or if a turn ' +
        'comes after the end.',
    ),
  ],
});
