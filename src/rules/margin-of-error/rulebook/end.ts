import { MAJORITY } from '../../country.ts';
import { items, parts, rule, section, table } from '../../rulebook-builder.ts';
import { MAX_CASH } from '../data.ts';
import { VALUE_OF_OWN_WHITE, VALUES } from '../opponent/standard.ts';

/** Sections 7 to 9 and 13: the end of the game, what is public, the printout, and the computer candidate. */

export const endSections = [
  section('MOE-7', 'Who wins', {
    rules: [
      rule(
        'MOE-7.1',
        'The count',
        'After the final vote, each state goes to the party that is winning it (MOE-2.6). A party’s votes are its base votes and those ' +
          'of its states.',
      ),
      rule(
        'MOE-7.2',
        'The winner',
        `The party with ${MAJORITY} or more has won, and the other has lost. At 269 to 269, no one has ${MAJORITY}: it is a deadlock, and no ` +
          'one wins.',
      ),
      rule(
        'MOE-7.3',
        'Standings',
        'The winner is 1st and the loser 2nd. In a deadlock, everyone is 1st. The automatic opponent has no place, so if it wins, you ' +
          'are 2nd and no player is the winner.',
      ),
    ],
  }),
  section('MOE-8', 'What everyone knows', {
    rules: [
      rule(
        'MOE-8.1',
        'The state of the game',
        'What carries over from turn to turn: the week, who holds the edge, the automatic opponent’s stops, the home states, the starts ' +
          'and the polls of all twenty states, each player’s party, cash, unused capital and tokens, and the log of the last turn.',
      ),
      rule(
        'MOE-8.2',
        'Secrets',
        'All of that is public, as on a table. Only the sheets are secret until their turn is processed, and the secret of the dice is ' +
          'kept until the game is over. Of a sheet, others learn only what the log shows. Covers that you did not need are never published.',
      ),
    ],
  }),
];

export const printoutSection = section('MOE-9', 'Your printout', {
  rules: [
    rule(
      'MOE-9.1',
      'Its parts',
      'Your printout has these parts, in this order. All but the first and the last are the same for both players.',
      parts(
        'MOE-9.1',
        'Headline: the week, whose printout it is, the electoral votes if the vote were held today, and the shortest way to ' +
          `${MAJORITY}. After the end: the winner, the votes, the secret of the dice, and what decided the election.`,
        'The week in dice: the log in sentences, with all dice. Skipped rows say why, gaffes say what was spent or lost, and the ' +
          'automatic opponent’s stops and ads say what was rolled.',
        'The map: all battleground states in eleven steps of color by poll, with code and electoral votes. A dot on a white state shows who ' +
          'holds it.',
        'The polls: one table for each region with the tracks, the start, this week’s change, the winner, who is safe, and the tokens.',
        'The electoral votes: a bar of base, safe and leaning votes with the mark at 270, and a chart week by week.',
        'The campaigns: each player’s cash, capital, tokens, and home state; with two players, who holds the edge and who would ' +
          'go first; alone, the automatic opponent’s stops in all nine weeks.',
        'The actions, the words, and the charts of MOE-2.9 to MOE-2.14.',
        'Your turn sheet, blank, with the week, your cash, and only the capital that you have not used.',
      ),
    ),
  ],
});

const VALUE_ROW = VALUES.map((value, i) => (i === 5 ? `${VALUE_OF_OWN_WHITE} or ${value}` : String(value)));

/** Section 13: how the computer plays a seat. */
export const computerSection = section('MOE-13', 'The computer candidate', {
  intro: [
    'The computer can play the second seat. It uses no dice and knows only what is public. This is how it plays, so that you can foresee it.',
  ],
  rules: [
    rule(
      'MOE-13.1',
      'What a state is worth to it',
      'It gives each state a value by its poll, seen from its own side. On even, it is 60 if the state started on its side, and 40 if not.',
      table(
        'Value of a poll, from the worst square to the best',
        ['Poll', ...VALUES.map((_, i) => `${i - 5 > 0 ? '+' : i < 5 ? '−' : ''}${Math.abs(i - 5)}>`)],
        [['Value', ...VALUE_ROW]],
      ),
      'What a state gains is its electoral votes times what one square more would add to its value. Each time it plans a state, it counts ' +
        'that square as made. A stop in a small state that would bring a token counts 300 more. Ties go by board order.',
    ),
    rule(
      'MOE-13.2',
      'Its weeks',
      parts(
        'MOE-13.2',
        'Capital: Internet Funds in week 1, Media Blitz in week 3, Endorsements in week 5 (the best states that fit), Defining Speech in ' +
          'week 7, Fact Check in week 8.',
        'If it has less than $7 and the week is 8 or earlier, it raises funds for three days, spends two days on media, and has two days ' +
          'for stops and ads. Otherwise it spends three days on media and has four.',
        `It counts on its cash, on $5 from Internet Funds, and on $8 from fundraising; a budget may be more than ${MAX_CASH} this way.`,
        'Ads of one day, at most two, on no more than half of these days and only if money for the stops is left: in the regions that gain most.',
        'Stops of one day: the best state of each of these regions, then the best states anywhere, until its days are used.',
        'Running mate: the state that gains most.',
        'Its rows are media, fundraising, stops, ads, and the running mate. It uses no covers, because single dice make no gaffe.',
      ),
    ),
    rule(
      'MOE-13.3',
      'Its last minute',
      'It places its tokens one by one on the state that gains most, at most three on each.',
    ),
  ],
});

export const originalSection = section('MOE-10', 'What the mail changes', {
  rules: [
    rule(
      'MOE-10.1',
      'Changes from the board game',
      'Margin of Error is a board game. To play it by mail, a few things had to change.',
      items(
        'At the table you decide after a gaffe whether to spend capital. Here you mark the rows to be covered and rank your covers, ' +
          'because you write your sheet before the dice are rolled.',
        'Two players do not alternate with open information. Each writes a list, and the lists are played by the original’s rule of days ' +
          'left.',
        'With two players, capital is used at the start of the week, since a fact check must come before what it stops. It stops the last ' +
          'stop of a list, because the list is its player’s own order of importance.',
        'Which region the automatic opponent’s ad hits follows from a fixed measure, so no one has to judge.',
        'The last-minute stops have a turn of their own, because you need to know how week 9 ended.',
        'A missing sheet is three days of fundraising. A lost letter should not lose a week.',
        'With two players, the final vote is read for the Democrats. It is one symmetric roll for each state.',
      ),
    ),
    rule(
      'MOE-10.2',
      'What stays',
      'Everything else is as in the original: the board, the charts, the money, gaffes, safe states, tokens, the automatic opponent, and the ' +
        'final vote.',
    ),
  ],
});
