import { numberWord } from '../../numbers.ts';
import { figuresOf, items, rule, section, table } from '../../rulebook-builder.ts';
import { CONVENTION_TURN, LIMITS } from '../data.ts';
import { parseSetup } from '../parse-setup.ts';
import { electoralMapOf } from '../report/map.ts';
import { resolve } from '../resolve.ts';
import { begin } from '../setup.ts';
import { PRIMER_CASE } from './primer.ts';

/** Sections 7 to 13: the end of the game, what is public, the printout, and remarks. */

export const standingsSection = section('EY-7', 'Who wins', {
  rules: [
    rule(
      'EY-7.1',
      'Standings',
      table(
        'Final places',
        ['Place', 'Who', 'Title'],
        [
          ['1st', 'the winning party’s nominee for president, who wins the game', 'President'],
          ['2nd', 'its nominee for vice president', 'Vice President'],
          ['3rd', 'its other members, all tied', 'Winning party'],
          ['the next place', 'all members of the losing party, tied', 'Losing party'],
        ],
      ),
      'The losing party’s place is one more than the number of members of the winning party: the 4th in a game of six. Players ' +
        'of the same place are listed in players’ order.',
      'In the example of EY-6.10, Carl Diaz is 1st. He had named no running mate, so Gil Hall, second at the convention, is 2nd. ' +
        'Kim Lane is 3rd, and the three Democrats are 4th.',
    ),
  ],
});

export const secretsSection = section('EY-8', 'What everyone knows', {
  intro: [
    'Your cash, your income, and your sheet before it is processed are secret. Everything else is public: parties, home ' +
      'states, abilities, experience, popularity and leads in every state, trips and what they raised, campaign money and what it ' +
      'gained, contributions, press releases, ballots, and votes.',
    `Until the conventions, a candidate’s votes are the electoral votes of the states where the candidate is party leader. From turn ` +
      `${CONVENTION_TURN} on, they are those of the states where the candidate is the overall leader. A party’s votes are those ` +
      'of the states it leads.',
    'Turns 1 and 2 are the primaries and turn 3 the conventions. Turns 4 and 5 are the general campaign, and turn 6 is the ' +
      'general election.',
  ],
});

/** The map and the bar of the printout after the primer's turn. */
function figuresAfterPrimer() {
  const setup = parseSetup(PRIMER_CASE.setup);
  if (!setup.ok) throw new Error('The setup of the primer’s worked turn is wrong.');
  return figuresOf(electoralMapOf(resolve(begin(setup.value), PRIMER_CASE.turns[0]?.sheets ?? {})));
}

export const printoutSection = section('EY-9', 'Your printout', {
  intro: [
    'The first printout comes when the game begins, then one after every turn. The last one comes after turn 6. A printout has ' +
      'these parts, in this order, except that the press releases are on the first page.',
    'From the second printout on, the first page begins with the news of the turn. Your own race (leads you won and ' +
      'lost, leads at risk, states within your reach) follows your campaign, and what changed on the turn follows the other ' +
      'candidates. The last printout also says what decided the election, and tells the game in six maps.',
  ],
  rules: [
    rule('EY-9.1', 'Top line', 'Your account number, your name, and the date when the turn’s sheet is due.'),
    rule(
      'EY-9.2',
      'Your campaign',
      'Your campaign funds, income, home state and campaign ability; what the trips of the last turn raised; your contributions; ' +
        'and how your cash went from the last turn’s figure to this one.',
    ),
    rule(
      'EY-9.3',
      'The other candidates',
      'Identifier, name, party, home state, ability and votes of each. The first printout also lists all players with the ' +
        'addresses that they chose to publish, and each state’s order of preference.',
    ),
    rule(
      'EY-9.4',
      'What everyone did',
      'Everyone’s trips and what they raised; everyone’s campaign states, money, and popularity gained.',
    ),
    rule(
      'EY-9.5',
      'Nominees and winners',
      'After the conventions: the nominees, and once each party’s ballots with the eliminations and who gained ability. After the ' +
        'general election: the result by party and the winners.',
    ),
    rule(
      'EY-9.6',
      'Press releases',
      'Each is printed with its author’s identifier. None is anonymous. The GM decides about releases that are obscene or ' +
        'grossly tasteless; these need not be printed.',
    ),
    rule(
      'EY-9.7',
      'The states',
      'On a page of its own: each state’s name, code, electoral votes and donation number, every player’s popularity, and the leader ' +
        'of each party. A star stands before the leader whose party leads the state. A blank is 0. An arrow marks popularity ' +
        'that grew on the last turn, and a new leader.',
    ),
    rule(
      'EY-9.8',
      'The map',
      'Each state has the color of the party that leads it, in three strengths: solid if its leader is ahead by 100 or more, ' +
        'narrow if by less, and marginal if the two party leaders are tied. A bar shows the electoral votes of both parties and ' +
        'the 270 that are needed. These are the map and the bar after the worked turn of the primer.',
      ...figuresAfterPrimer(),
    ),
    rule(
      'EY-9.9',
      'The chart',
      'From the second printout on: electoral votes by turn, those of each player before turn 4 and those of each party after.',
    ),
    rule(
      'EY-9.10',
      'Last line',
      'On the first printout: on which turns the conventions and the election are held. On the printouts before turns 3 and 6: a ' +
        'reminder that they come this turn.',
    ),
    rule(
      'EY-9.11',
      'The turn sheet',
      'On a page of its own: the sheet of the coming turn, with everything at its top filled in; the ' +
        `running mate (turn ${CONVENTION_TURN} only); ${numberWord(LIMITS.trips)} trips; ${numberWord(LIMITS.campaign)} rows of ` +
        'campaign money; and the line for the press.',
    ),
  ],
});

export const remarksSections = [
  section('EY-10', 'The original game', {
    intro: [
      'Election Year is the presidential election game by mail that Charles Gaydos designed for Flying Buffalo. It was a mail ' +
        'game from the start, so nothing had to be changed for play by mail.',
    ],
  }),
  section('EY-11', 'Where the original is silent', {
    intro: [
      'The original rules leave some things open. This is how they are played here, and why.',
      items(
        'Electoral votes follow the census of 2020, and donation numbers the population, since the original’s table is lost. ' +
          'Rich states are tempting and worth splitting.',
        'Abilities, cash, incomes and the 300 popularity at home were tried out in hundreds of games between computer candidates ' +
          'until all three profiles were nominated about equally often.',
        'Leads are settled after campaigning and before contributions, so a lead that you win this turn pays this turn.',
        'An overall tie is broken between the two party leaders only. Otherwise a state’s overall leader could be someone who ' +
          'leads no party there.',
        'States where everyone has 0 have leaders too, so all 538 votes are cast at a convention.',
        'Your running mate comes from your own party, and you cannot name yourself.',
        'Ties for elimination, nomination and experience, and a tied election, are broken by popularity, which is the nearest ' +
          'thing to the stronger candidate. A coin would be less fun to lose to.',
      ),
    ],
  }),
  section('EY-13', 'Computer candidates', {
    intro: [
      'The computer plays seats that no person plays. It uses only what its seat may see, and no dice: in the same situation, it ' +
        'always sends the same sheet.',
    ],
  }),
];
