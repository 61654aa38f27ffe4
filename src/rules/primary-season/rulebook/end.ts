import { items, rule, section, table } from '../../rulebook-builder.ts';

/** PS-8: what is true of every state, and what is secret. */
export const stateSection = section('PS-8', 'What is known', {
  rules: [
    rule(
      'PS-8.1',
      'Always true',
      items(
        'The pile and all funds add up to $50.',
        'A player has a place in a state exactly if the player has marked all its circles.',
        'A player has one die, and one more for each total of PS-2.3 that the staff track has reached.',
        'The delegates of all players add up to the prizes of all places taken.',
      ),
    ),
    rule(
      'PS-8.2',
      'Secrets',
      'A player’s sheet, its problems, and the rows that were skipped are for that player only. Everything else is public, ' +
        'advance dice included. When the game is over, it is published so that it can be verified.',
    ),
  ],
});

const PRINTED: [title: string, text: string][] = [
  [
    'Head',
    'The game, the player, the coming round, the due date, and the acting order; and whether the round is the last.',
  ],
  ['Your dice', 'Your dice with their numbers, and what they earn as they lie.'],
  ['Your score sheet', 'The staff track, every state with circles and prizes, and the items.'],
  ['The candidates', 'All players with dice, staff, funds, items, and delegates, and the donor pile.'],
  ['The states', 'Who took which prize, and the circles that each player has left.'],
  [
    'What happened',
    'Player by player: re-rolls, money, purchases, votes, and states won; the skipped rows to you only.',
  ],
  ['The map', 'Each state in the color of the player who took first place, with its next prize.'],
  ['Charts', 'The delegates by round, and the share of circles marked in each open state.'],
  ['The dice', 'All dice of the round in the order rolled.'],
  ['The turn sheet', 'The sheet of the coming phase, on a page of its own.'],
  [
    'First and last printout',
    'The first has the rules in short, the options, and the players’ order; the last has the standings.',
  ],
];

/** PS-9: the printout. */
export const printoutSection = section('PS-9', 'The printout', {
  rules: PRINTED.map(([title, text], i) => rule(`PS-9.${i + 1}`, title, text)),
});

/** PS-10: what the mail changes. */
export const mailSection = section('PS-10', 'Adapted for mail', {
  intro: [
    table(
      'What the mail changes',
      ['Change', 'Why'],
      [
        [
          'Dice are rolled in advance and printed',
          'You choose what to re-roll looking at real dice, with one sheet a round.',
        ],
        [
          'All sheets are written at once',
          'Waiting for each player in turn would take six mailings a round.',
        ],
        [
          'Lists with conditions',
          'You do not know what the re-roll brings, what is in the pile, or whether a rival closes a state.',
        ],
        [
          'All re-roll before anyone acts',
          'One sheet and two sheets a round have the same rolls in the same order.',
        ],
        ['The start passes round', 'A fixed order favors the first players.'],
        ['One more round for all', 'All players have the same number of rounds.'],
        [
          'Votes without a row are placed automatically',
          'A missing sheet still gets something for its dice.',
        ],
        ['A round limit', 'A game of absent players would never end.'],
        ['Ties are broken', 'The original is silent.'],
      ],
    ),
  ],
});

/** PS-13: the computer candidate. */
export const computerSection = section('PS-13', 'The computer candidate', {
  intro: [
    'It fills empty seats, uses only what everyone sees, and no dice of the game. These rules are those of the standard ' +
      'grade. The easy grade hires three dice at most, buys no Organizer, and buys the Spokesperson first. The hard grade ' +
      'tries the standard sheet and some like it out, with dice of its own, and sends the best.',
  ],
  rules: [
    rule(
      'PS-13.1',
      'Words',
      'It is late when the last round is known, or when at most two states have no first place taken. The score of an ' +
        'available state is 60 times the prize of the place it can expect, divided by what is left plus 2, rounded down. The ' +
        'place it can expect comes after all others to whom the state is available and who have fewer left.',
    ),
    rule(
      'PS-13.2',
      'Shopping list',
      'Organizer, Spokesperson, Manager, two issues, Debate Win, Television Ad, Radio Ad; no lasting items when it is late. ' +
        'Issues are those that mark at least 4 circles, the most useful first.',
    ),
    rule('PS-13.3', 'Re-rolls', 'It re-rolls the faces that are worth less than a roll is on average.'),
    rule(
      'PS-13.4',
      'Ads and 1s',
      '1s are votes, the rest is automatic, and ads go to the states with the highest scores.',
    ),
    rule(
      'PS-13.5',
      'Votes',
      'At first it hires up to four dice, then completes South Carolina and Nevada, then hires the fifth die. When it is late, ' +
        'or with five dice, it completes the states with the largest prizes that it can complete. Then come all states by score.',
    ),
    rule('PS-13.6', 'Two sheets a round', 'It gives each part in its phase, from the state of that phase.'),
  ],
});
