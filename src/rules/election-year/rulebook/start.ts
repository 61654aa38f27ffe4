import { ALL_VOTES, MAJORITY, STATES } from '../../country.ts';
import { dollars, numberWord } from '../../numbers.ts';
import type { ElectoralMap, Strength } from '../../report.ts';
import type { RulebookSection } from '../../rulebook.ts';
import { example, items, parts, rule, section, table } from '../../rulebook-builder.ts';
import { HOME_POPULARITY, HOME_STATES, LAST_TURN, PROFILES, type Profile, SEATS } from '../data.ts';
import { FOUR } from './candidates.ts';

const DONATIONS = STATES.reduce((sum, { donation }) => sum + donation, 0);

/** Section 1: the game in a paragraph. */
export const gameSection = section('EY-1', 'The game', {
  intro: [
    `A game has ${SEATS.min} to ${SEATS.max} candidates, half of them Democrats and half Republicans. They run for president over ` +
      `${numberWord(LAST_TURN)} turns. Each turn, every candidate makes three fundraising trips and campaigns ` +
      'in up to nine states. Money spent in a state that the candidate also visits counts several times over.',
    'Turn 3 ends with the two national conventions. The states take their electoral votes to one ballot after the other ' +
      'until someone has a majority. From turn 4 on, old rivals work for the same ticket. Turn 6 ends with the general election.',
    'All orders are secret until the turn is played, and then all of them count at once. Everyone wants California’s money, ' +
      'and three visitors split it three ways.',
  ],
});

/** The map of donation numbers in five strengths. */
function donationMap(): ElectoralMap {
  const steps = [
    { from: 200, strength: 5, text: '$200 or more' },
    { from: 100, strength: 4, text: '$100 to $199' },
    { from: 50, strength: 3, text: '$50 to $99' },
    { from: 20, strength: 2, text: '$20 to $49' },
    { from: 0, strength: 1, text: 'less than $20' },
  ] as const satisfies readonly { from: number; strength: Strength; text: string }[];
  const stepOf = (donation: number) => steps.find(({ from }) => donation >= from) ?? steps[4];
  return {
    kind: 'map',
    caption: 'The donation number of each state, in dollars',
    states: Object.fromEntries(
      STATES.map(({ code, donation }) => {
        const { strength, text } = stepOf(donation);
        return [code, { tone: null, strength, label: String(donation), words: `donation number ${text}` }];
      }),
    ),
    legend: steps.map(({ strength, text }) => ({ tone: null, strength, text })),
  };
}

/** Section 2: the country. */
export const countrySection = section('EY-2', 'The country', {
  rules: [
    rule(
      'EY-2.1',
      'The states',
      `There are 50 states and the District of Columbia. Each has a postal code, electoral votes, and a campaign donation ` +
        `number: the dollars that fundraising trips can raise there in a turn. All states together have ${ALL_VOTES} electoral ` +
        `votes, so ${MAJORITY} are a majority. The donation numbers add up to ${dollars(DONATIONS)}.`,
      'Electoral votes follow the census of 2020. The donation number is the population of that census in hundred thousands, ' +
        'rounded to the nearest whole number.',
      donationMap(),
      table(
        'The states: electoral votes (EV) and donation numbers',
        ['State', 'Code', 'EV>', 'Donation>'],
        STATES.map(({ code, name, electoralVotes, donation }) => [
          name,
          code,
          String(electoralVotes),
          dollars(donation),
        ]),
      ),
    ),
    rule(
      'EY-2.2',
      'What “state” means',
      `In these rules, “state” means any of these ${STATES.length}, so DC is a state too. Lists of states are sorted by postal ` +
        'code unless a rule says otherwise.',
    ),
  ],
});

const PROFILE_NAMES = ['regular', 'moneyed', 'campaigner'] as const;

function profileRow(name: string, { ability, cash, income }: Profile): string[] {
  return [name, String(ability), dollars(cash), dollars(income)];
}

const REGULAR = PROFILES[0] as Profile;
const handicapped = (amount: number) => Math.floor((amount * 3) / 2);

/** Section 3: how a game begins. */
export const setupSection: RulebookSection = section('EY-3', 'How a game begins', {
  rules: [
    rule(
      'EY-3.1',
      'Players',
      `A game has ${SEATS.min} to ${SEATS.max} players. Each has a name and an identifier of two or three capital letters, ` +
        'usually the initials. No two players of a game have the same identifier. Seats without a person are played by the ' +
        'computer (EY-13).',
    ),
    rule(
      'EY-3.2',
      'What is drawn',
      'When the game begins, dice decide the following, in this order. The first printout shows the result.',
      parts(
        'EY-3.2',
        'Players’ order: the players are shuffled. This order is used for the rest of the game.',
        'Parties: a roll decides whether the first player in order is a Democrat (1) or a Republican (2). After that, the ' +
          'parties alternate.',
        `Home states: the ${HOME_STATES.length} states with 6 to 16 electoral votes are shuffled and dealt in players’ order, ` +
          'one to each player.',
        'Profiles: each party gets as many profiles as it has members, counted off as regular, moneyed, campaigner, regular, ' +
          'and so on. They are shuffled and dealt to its members in players’ order, first in the party of the first player, ' +
          'then in the other one.',
        'Orders of preference: for each state, the players are shuffled. The result is the order of preference of that state, ' +
          'which breaks ties there.',
      ),
      table(
        'The profiles',
        ['Profile', 'Campaign ability>', 'Starting cash>', 'Income each turn>'],
        PROFILES.map((profile, i) => profileRow(PROFILE_NAMES[i] ?? '', profile)),
      ),
    ),
    rule(
      'EY-3.3',
      'Popularity at the start',
      `You begin with ${HOME_POPULARITY} popularity in your home state and 0 everywhere else.`,
    ),
    rule(
      'EY-3.4',
      'An odd number of players',
      'If one party is smaller, its members get more money: the starting cash and the income of each are multiplied by the ' +
        'size of the larger party, divided by the size of their own, and rounded down.',
      `With five players, three of one party face two of the other. A regular member of the party of two starts with ` +
        `${dollars(REGULAR.cash)} × 3 ÷ 2 = ${dollars(handicapped(REGULAR.cash))} and has an income of ` +
        `${dollars(REGULAR.income)} × 3 ÷ 2 = ${dollars(handicapped(REGULAR.income))}.`,
    ),
    rule(
      'EY-3.5',
      'Opening leads',
      'Every state has a leader in each party from the start, and one of the two leads the state.',
      items(
        'Party leads: where one member of the party is more popular than each of the others, that member leads. The other ' +
          'states are dealt, those with the most electoral votes first (equal votes: by postal code). Each goes to the member ' +
          'among those tied for the most popularity who has the fewest electoral votes of led states so far; states that were ' +
          'decided before count. If that is a tie too, the member who is earlier in the state’s order of preference gets it.',
        'Overall leads: where the two party leaders differ in popularity, the more popular one leads the state. The other ' +
          'states are dealt in the same order. Each goes to the leader of the party with fewer electoral votes so far; states ' +
          'that were decided before count. Equal votes: to the leader who is earlier in the state’s order of preference.',
      ),
      example(
        'Who leads California before anyone campaigns',
        {
          setup: FOUR,
          turns: [
            {
              sheets: {},
              expect: {
                state: {
                  leaders: {
                    MI: { D: 'AB' },
                    WA: { D: 'EF' },
                    GA: { R: 'CD' },
                    AZ: { R: 'GH' },
                    CA: { D: 'EF', R: 'GH', overall: 'EF' },
                    TX: { D: 'AB' },
                  },
                },
              },
            },
          ],
        },
        'Ann Baker [AB] leads the Democrats in Michigan, her home, with 15 electoral votes, and Eve Ford [EF] in Washington with ' +
          '12. California is dealt first. Both have 0 there. Ford has led fewer votes so far, so California is hers. Texas comes ' +
          'next and goes to Baker, who now has fewer.',
        'Among the Republicans, Carl Diaz [CD] has Georgia with 16 votes and Gil Hall [GH] Arizona with 11, so California goes ' +
          'to Hall. Before it is dealt overall, both parties lead the same number of votes: 15 + 12 = 27 and 16 + 11 = 27. Ford ' +
          'comes before Hall in its order of preference, so she leads the state.',
      ),
    ),
    rule(
      'EY-3.6',
      'What is fixed from then on',
      'Everything that chance decides in this game is decided now. Nothing is rolled in any later turn: from here on, only ' +
        'the players’ sheets decide.',
      'The setup is written down in full: the players in order with party, home state, ability, cash, income and popularity; ' +
        'each state’s order of preference; and the opening leads. A setup that someone writes by hand for a test game must ' +
        'be complete in the same way: each party has a member, identifiers differ, amounts are 0 or more, abilities are 1 ' +
        'or more, an order of preference names every player once, and a leader of a party is one of its members. Where it ' +
        'names no order of preference, players’ order counts, and where it names no leader, EY-3.5 does.',
    ),
  ],
});
