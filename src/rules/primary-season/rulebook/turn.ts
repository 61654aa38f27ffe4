import { items, parts, rule, section, table } from '../../rulebook-builder.ts';
import {
  adExample,
  automaticExample,
  buyExample,
  finishExample,
  pileExample,
  secondExample,
  shopExample,
} from './examples.ts';
import { limitExample, placesExample, votesExample } from './examples-votes.ts';

/** PS-6: what happens when the sheets are processed. */
export const turnSection = section('PS-6', 'What happens in a round', {
  rules: [
    rule(
      'PS-6.1',
      'No sheet',
      'A missing or refused sheet is an empty one: nothing is re-rolled, 1s are votes, nothing is bought, and all votes are ' +
        'placed automatically.',
    ),
    rule(
      'PS-6.2',
      'The order of a round',
      'All players make their re-rolls (PS-6.3) before anyone collects money. Then come the actions (PS-6.4 to 6.12) and the ' +
        'end of the round (PS-6.13 and 6.14). With two sheets a round, the first phase has the re-rolls only.',
    ),
    rule(
      'PS-6.3',
      'Re-rolls',
      'Each player in acting order:',
      parts(
        'PS-6.3',
        'The dice named in the sheet are re-rolled, in ascending order of their numbers.',
        'With an Organizer bought in an earlier round, the first row of the second re-roll whose conditions all hold is used. ' +
          'A row without conditions always holds. The conditions look at the votes of the dice and the Manager, and at the ' +
          'money of the funds and the dice; 1s count as neither. Every die that shows one of the row’s faces is re-rolled, ' +
          'in ascending order. No further row is looked at, even if this one found no die.',
      ),
      secondExample,
    ),
    rule(
      'PS-6.4',
      'Actions',
      'Each player in acting order carries out PS-6.5 to 6.11 completely before the next one begins. Nothing is rolled.',
    ),
    rule(
      'PS-6.5',
      'What the dice earn',
      'Dice earn what PS-2.2 says. With a Spokesperson, each vote die earns 1 vote more; with a Finance Chair, each money die ' +
        'earns $1 more; a Manager adds 2 votes. Only items that the player had when the round began count.',
    ),
    rule(
      'PS-6.6',
      'The 1s',
      items(
        'votes: all 1s are votes. money: all 1s are money.',
        'buy: every number of 1s is tried as money, with everything that follows. The one is taken with which the items bought ' +
          'cost most; of several, the smallest.',
        'finish: every number is tried. The one is taken with which the most things are finished, each completed state and ' +
          'each hired die counting as one; of several, the largest.',
      ),
      buyExample,
      finishExample,
    ),
    rule(
      'PS-6.7',
      'Collect',
      'The player takes the money earned from the pile, but no more than is in it. What is missing is lost. From here on, the ' +
        'round’s votes are a fixed number.',
      pileExample,
    ),
    rule(
      'PS-6.8',
      'Shop',
      'The rows of the shopping list are taken from the top. A row is skipped for the first reason that applies:',
      table(
        'Why a row of the shopping list is skipped',
        ['Reason', 'When'],
        [
          ['owned', 'the player has the item'],
          ['issue-limit', 'it is an issue, and the player has two'],
          ['closed', 'the state of “if open” is not available to the player'],
          ['votes', 'the round’s votes are outside the row’s limits'],
          ['funds', 'the funds are less than the price and what to keep'],
          ['no-use', 'an ad or issue finds no state'],
        ],
      ),
      'Otherwise the price goes to the pile, the item is the player’s, and its marks are made at once.',
      shopExample,
    ),
    rule(
      'PS-6.9',
      'Marks of ads and issues',
      'An ad goes to the available states of its ranking, in that order; then, if the rest is placed automatically, to the ' +
        'other available states in automatic order. The first 3, or 8 for the Debate Win, get its marks. An issue goes to ' +
        'those of its three states that are available. The states are settled before any is marked. A state gets no more ' +
        'marks than are left; marks without a circle are lost.',
      adExample,
    ),
    rule(
      'PS-6.10',
      'Votes',
      'The rows of votes are taken from the top while the player has votes that are not used. A row is skipped for the first ' +
        'reason that applies:',
      table(
        'Why a row of votes is skipped',
        ['Reason', 'When'],
        [
          ['full', 'the staff track is full, or the player has completed the state'],
          ['closed', 'the state is closed'],
          ['place', 'the state’s next place is worse than the row’s'],
          ['whole', 'all or nothing, and the votes are not enough for all of it'],
        ],
      ),
      'All of it is: for a state, the row’s marks or what is left, whichever is less; for Staff, the row’s marks or what is ' +
        'left of the track, or if blank what is missing to the next die. Otherwise as much of it is marked as there are votes.',
      votesExample,
    ),
    rule(
      'PS-6.11',
      'The rest',
      'If the rest is placed automatically, then while votes are unused and a state is available, the first state in ' +
        'automatic order gets what is left there, or all unused votes if they are fewer. Votes still unused are lost. Staff ' +
        'is never marked automatically.',
      automaticExample,
    ),
    rule(
      'PS-6.12',
      'Completing a state',
      'The moment a player marks the last circle of a state, the player takes its next place and that place’s delegates. ' +
        'Marks in a state closed by others remain and count for the popular vote only.',
      placesExample,
    ),
    rule(
      'PS-6.13',
      'The end of the round',
      'If a place is taken in every state and this was not so before, the next round is the last one, or this round if it is ' +
        'the round limit. After the last round, or at the round limit, the game is over.',
    ),
    rule(
      'PS-6.14',
      'Advance dice',
      'If the game is not over, the dice of the next round are rolled: for each player in players’ order, one roll for each ' +
        'die. The number of dice follows from the staff marks after this round.',
    ),
  ],
});

/** PS-7: delegates and standings. */
export const endSection = section('PS-7', 'The end of the game', {
  rules: [
    rule(
      'PS-7.1',
      'What counts',
      'A player’s delegates are the sum of the prizes of all places taken. First places are counted, and so is the popular ' +
        'vote: the marks in all nine states. Staff marks do not count, and neither do funds.',
    ),
    rule(
      'PS-7.2',
      'Standings',
      'More delegates are better; if tied, more first places; if still tied, more popular votes. Players who are still tied ' +
        'share the place, and the next place is that much further on. If first place is shared, there is no nominee.',
      limitExample,
    ),
  ],
});
