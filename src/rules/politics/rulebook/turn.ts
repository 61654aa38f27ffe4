import { items, parts, rule, section, table } from '../../rulebook-builder.ts';
import {
  broke,
  directionExample,
  helpExample,
  levyExample,
  majorityExample,
  tiesExample,
} from './examples-turn.ts';
import { toolRules } from './tools.ts';

/** PTG-6: how a turn is played. */
export const turnSection = section('PTG-6', 'How a turn is played', {
  intro: [
    'A sheet that was refused counts as not sent. Press releases are printed in players’ order.',
    'A campaign turn has these parts in this order: answers, shows, election, cards, adjournment, stops, and dice.',
  ],
  rules: [
    ...toolRules,
    rule(
      'PTG-6.13',
      'Home states',
      'In the order of picking, each candidate gets the first state of its list that is still free, or else the free state with ' +
        'the most electoral votes. Then each gives back a card, which goes under the deck, and the first dice are rolled.',
    ),
    rule(
      'PTG-6.14',
      'Answers',
      'All questions of first stops are answered in order, then those of second stops:',
      parts(
        'PTG-6.14',
        'If there is an offer, the holder’s sheet accepts or rejects it. An accepted offer is void if the holder no longer has ' +
          'the chip, or if the bidder lacks $2 or any part of the offer. If it stands, the fee of $2 is paid and the ' +
          'government question counts. Otherwise the other question counts.',
        'The answer is the one on the sheet.',
        'Rows of help for this question are tried from the top. A row works if that candidate has advice for the question ' +
          'for sale, no part of its price is above what the row allows, and the price can be paid besides an accepted offer. ' +
          'The price is paid, and the adviser’s answer replaces the candidate’s own, right or wrong.',
        'The answer is right if it is the letter of the right choice.',
        'A right general answer pays $8, $12, or $16 by its level, a right state answer as many popular votes. A right ' +
          'government answer wins the chip. If another candidate has it by now, the answer pays by its level, in cash or popular votes as “otherwise” says. ' +
          'With an accepted offer, what was offered goes to the holder, and the chip comes. A wrong answer wins nothing, and ' +
          'an accepted offer is then not paid.',
        'A candidate who claims DC’s chip on the sheet gets it with a right government answer, if no one holds it.',
      ),
      helpExample,
    ),
    rule(
      'PTG-6.15',
      'Shows',
      'Shows are looked at by their numbers. A task whose performance is on the sheet goes on stage; without one it fails. A ' +
        'show on stage is judged: a charade, drawing, or direction succeeds if another candidate guesses it, and the first in ' +
        'order is the guesser. A stunt or recital fails if more than half of the others object; silence is applause. Then it ' +
        'is over.',
      table(
        'What shows bring',
        ['Show', 'Success', 'Failure'],
        [
          ['charade', 'guesser and performer 10 popular votes each', 'performer loses 5 popular votes'],
          ['drawing', 'guesser and performer $5 each', 'performer pays $1 to each other candidate'],
          ['stunt', 'performer 10 popular votes', 'performer loses 5 popular votes'],
          ['recital', 'performer $5', 'performer pays $1 to each other candidate'],
          [
            'direction',
            'guesser $5, or $10 if it is the actor; another actor $5; performer $5',
            'performer and actor pay $2 each to the bank',
          ],
        ],
      ),
      directionExample,
    ),
    rule(
      'PTG-6.16',
      'Election',
      'If a candidate has 270 electoral votes and no one has more popular votes, that candidate is president. If someone has, a ' +
        'runoff begins against the other candidate with the most popular votes; ties go to more electoral votes, then to the ' +
        'earlier in order. Nothing else happens in this turn.',
      majorityExample,
    ),
    rule(
      'PTG-6.17',
      'Gerrymander cards',
      'In order, each candidate plays the cards on its sheet that are in its hand and whose needs it holds. Needed chips, cash, ' +
        'and votes are given up; then come the chips of the reward, also from their holders, the cash, and the votes. As many ' +
        'cards are drawn as were played. An empty deck is made of the played cards. The election is looked at after each ' +
        'candidate.',
      levyExample,
    ),
    rule(
      'PTG-6.18',
      'End of the campaign',
      'After the last answers Speed Play begins. So it does in any campaign turn in which more than half of all candidates vote ' +
        'to adjourn.',
    ),
    rule(
      'PTG-6.19',
      'Stops',
      'All first stops are made in order, then all second ones:',
      parts(
        'PTG-6.19',
        'The candidate moves. There is no move with debts, on a lost stop, on a blank one, or if the order is impossible. A flight ' +
          'costs $2.',
        'A candidate who is now in DC rests and receives $10, up to four times in a row and always with debts. The stop is over.',
        'After a walk, or a stay in Alaska or Hawaii, a question is asked. For a government question the fee of $2 is paid if ' +
          'the chip is unclaimed. If another candidate holds it, an offer is made if the candidate has $2 and all that it ' +
          'offers; then a second question of the spare kind is asked, too. In all other cases the question is of the spare kind.',
        'After a flight nothing is asked.',
      ),
      'After the last campaign turn no dice are rolled, and the last answers are due.',
    ),
    rule(
      'PTG-6.20',
      'Dice',
      'In the order of the next turn, two dice are rolled for each coming stop. A candidate outside DC without any cash is sent ' +
        'to DC first and loses the first stop, and so does one with debts. Equal dice draw a Wildcard at once.',
      broke,
    ),
    rule(
      'PTG-6.21',
      'Wildcards',
      'A show becomes a task of the drawer. An event takes effect at once:',
      items(
        'The front-runner has the most electoral votes, then the most popular votes, then is earlier in order. The last in the ' +
          'race has the fewest of both.',
        'Money that is lost must be paid (PTG-6.3), and votes are lost by PTG-6.6 and PTG-6.7.',
        'A candidate who is sent to DC after the roll loses the first of the coming stops.',
        'An empty deck is made of the played Wildcards.',
      ),
    ),
    rule(
      'PTG-6.22',
      'Runoff',
      'The two candidates get the same ten open questions, five general and five about states, without choices. More right ' +
        'answers win. After a tie there are ten new questions, and the third tie goes to the candidate with 270 electoral ' +
        'votes. The loser’s chips, popular votes, and cash go to the winner, who is president.',
    ),
    rule(
      'PTG-6.23',
      'Speed Play',
      'The candidates stand on a ladder, fewest electoral votes first; ties go by fewer popular votes, less cash, and the later ' +
        'place in players’ order. The two lowest play the first round with five open general questions, and its winner meets ' +
        'the next of the ladder. The questions of all rounds go out at once, and each candidate answers those of the rounds ' +
        'that it might play. The winner of a round takes the loser’s chips and popular votes, and the loser is out. After a ' +
        'tie the two get five new questions. The third tie goes to more electoral votes, then more popular votes, then the ' +
        'higher place on the ladder. The winner of the last round is president.',
      tiesExample,
    ),
    rule(
      'PTG-6.24',
      'Without a sheet',
      'A candidate who sends no sheet answers nothing, trades nothing, plays no card, fails its tasks, and stays where it is: in DC it rests, ' +
        'and elsewhere nothing is asked. At the start it gets the largest free state and keeps its first two cards. In a ' +
        'runoff or Speed Play it has nothing right.',
    ),
  ],
});
