import type { FirstTurn, Primer } from '../../rulebook.ts';
import { example } from '../../rulebook-builder.ts';

/** The game on one page. */
export const primer: Primer = {
  goal:
    'You run for the nomination of your party in nine primaries. The player who completes a state first takes its first ' +
    'prize of delegates; most states have a second prize, and two have a third.',
  turn:
    'Your dice lie before you and are printed for all to see. On your sheet you write which dice to re-roll, what to buy, and ' +
    'where your votes go; some games have a sheet for the re-rolls and then one for the rest. 5s and 6s are votes, 2s, 3s, and 4s are money, and a 1 is either. Votes mark circles in the ' +
    'states, or on the staff track, where they earn you more dice. All re-rolls come first; then the players act one ' +
    'after the other, in the order that is printed.',
  winning:
    'When the first prize of the last state is taken, there is one more round. The player with the most delegates is the ' +
    'nominee; ties go to more first places, then to more marks.',
  advice: [
    'Hire staff early: with one die you fall behind. Two marks are the second die, five in all the third.',
    'Write more rows than you need. A rival who acts before you can close a state, and the next row then gets your votes.',
    'Look at the dice of the others and at the order of play: you can see who can finish a state before you.',
  ],
  example: example(
    'Two race for South Carolina',
    {
      setup: {
        players: [
          { id: 'AB', dice: [5], marks: { SC: 4 } },
          { id: 'CD', dice: [6], marks: { SC: 4 } },
        ],
      },
      dice: [2, 2],
      turns: [
        {
          sheets: {
            AB: { votes: [{ where: 'SC' }] },
            CD: { votes: [{ where: 'SC', whole: true }, { where: 'NV' }] },
          },
          expect: {
            state: {
              places: { SC: ['AB'] },
              players: [
                { delegates: 7, popular: 6 },
                { delegates: 0, popular: 7, marks: { SC: 4, NV: 3 } },
              ],
            },
          },
        },
      ],
    },
    'AB and CD both have two circles left in South Carolina. AB has a 5, which is two votes; CD has a 6, which is three. Both ' +
      'order their votes to South Carolina, and CD adds Nevada as a second row.',
    'AB acts first, completes the state and takes its 7 delegates. It has one prize, so it is closed. CD’s first row is ' +
      'skipped, and the three votes go to Nevada. CD’s four marks in South Carolina stay and count for the popular vote only.',
  ),
};

/** Hints for the first sheet. */
export const firstTurn: FirstTurn = {
  look: [
    'Your die: is it worth a re-roll? A 5 or 6 is votes, and the second die costs only two.',
    'The order of play: players act one after the other, and in most games the start passes round.',
  ],
  fields: [
    { field: 'reroll', text: 'Name the die if you want votes and it shows a 2, 3, or 4.' },
    { field: 'votes', text: 'Begin with a row for Staff; then name the state in which you want to go on.' },
    {
      field: 'rest',
      text: 'Leave this as it is: votes without a row then go where you have the fewest circles left.',
    },
  ],
  after: [
    'What your re-roll showed, and where your votes went.',
    'The dice of all players for the next round, and who acts first.',
  ],
};
