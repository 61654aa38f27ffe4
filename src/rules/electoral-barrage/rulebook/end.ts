import { items, rule, section } from '../../rulebook-builder.ts';
import { EQUAL_VOTES } from './examples-end.ts';

/** EB-7 and EB-8: the end, and what is secret. */
export const endSections = [
  section('EB-7', 'The end', {
    rules: [
      rule(
        'EB-7.1',
        'The winner',
        'The most electoral votes win. If players are tied, the one who carries more states wins; if they are still tied, a duel ' +
          '(EB-6.18) decides.',
      ),
      rule(
        'EB-7.2',
        'Standings',
        'All others are placed by votes, then by states. Equal players share a place.',
        EQUAL_VOTES,
      ),
    ],
  }),
  section('EB-8', 'Secrets', {
    intro: [
      'Only you see your two cards, the row of your plan that placed each staffer, and your sheet until it is processed. Plans ' +
        'are never shown. Everything else is public.',
    ],
  }),
];

/** EB-9: the printout. */
export const printoutSection = section('EB-9', 'The printout', {
  rules: [
    rule('EB-9.1', 'Top', 'Whose printout it is, the round, and when the sheet is due.'),
    rule(
      'EB-9.2',
      'Your campaign',
      'Your character or your two cards, your staffers, banks, votes and place.',
    ),
    rule('EB-9.3', 'The rounds', 'Who starts each round, and the order of play in the coming one.'),
    rule('EB-9.4', 'The candidates', 'Characters, staffers, banks, votes and states of everyone.'),
    rule(
      'EB-9.5',
      'The barrage',
      'The placements go by go, the attack ads, and every roll of the last round: successes in bold, misses in gray.',
    ),
    rule('EB-9.6', 'Press', 'The press lines, each with its author’s identifier.'),
    rule('EB-9.7', 'The map', 'Each state with its leader’s identifier; “=” stands for a tie.'),
    rule('EB-9.8', 'The states', 'White, blue and red states with stars and leader.'),
    rule('EB-9.9', 'Charts', 'The votes now and, from the third printout on, by round.'),
    rule('EB-9.10', 'Voter’s guide', 'What each roll needs.'),
    rule('EB-9.11', 'The recount', 'Before the recount: the contested states, and who holds ballots.'),
    rule(
      'EB-9.12',
      'The result',
      'At the end: standings, who carries each state and how, every coin and die, and why the winner won.',
    ),
    rule('EB-9.13', 'The sheet', 'Your turn sheet, to be filled in by hand.'),
  ],
});

/** EB-10: what the mail changes. */
export const mailSection = section('EB-10', 'Adapted for mail', {
  intro: [
    'At the table, players see every placement and roll before the next one. By mail, each player writes down a plan that is ' +
      'carried out in table order:',
    items(
      'a ranked list of areas takes the place of choosing one at a time (EB-6.5);',
      '“When” says beforehand in which order staffers are resolved (EB-6.7);',
      'tokens, abilities, replacements and attack ads follow standing instructions, and nothing is spent in vain (EB-6.10);',
      'stand-by places keep a missing sheet from stopping the game (EB-6.6);',
      'the character is chosen on the first sheet, without knowing what others choose (EB-6.2);',
      'the recount is a turn of its own, if a ballot can be used (EB-6.15).',
    ),
  ],
});

/** EB-13: the computer candidate. */
export const computerSection = section('EB-13', 'Computer candidates', {
  rules: [
    rule(
      'EB-13.1',
      'Character',
      'It prefers the Ivy Leaguer, the Nerd, the Entrepreneur, the Blue-Collar Worker, the War Hero, the Banker, the Scientist ' +
        'and the Movie Star, in this order.',
    ),
    rule(
      'EB-13.2',
      'Plan',
      'It fills 18 rows, each time with the area that promises most: electoral votes gained, more staffers while rounds are ' +
        'left, or tokens. An easy one writes fewer rows and weighs them badly; a hard one seldom tries attack ads.',
    ),
    rule(
      'EB-13.3',
      'Columns',
      'Town halls are resolved first, its own states next, then the other special areas, red states, blue states and white ' +
        'states. It spends up to 4 tokens on white states, 2 on blue ones and 1 on red ones.',
    ),
    rule(
      'EB-13.4',
      'Attack ads',
      'In turn it hits states where it has a token and the rival with the most votes. Its recount sheet is blank.',
    ),
  ],
});
