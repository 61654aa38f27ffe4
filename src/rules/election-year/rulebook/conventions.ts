import { ALL_VOTES, byState } from '../../country.ts';
import { example, items, rule, table } from '../../rulebook-builder.ts';
import { TWO_PROMOTIONS_FROM } from '../data.ts';
import { fourWith, SIX } from './candidates.ts';

/** Rules EY-6.8 to EY-6.10: the conventions, experience, and the general election. */

const conventionExample = example(
  'Two ballots of the Democrats',
  {
    setup: SIX,
    turns: [
      { sheets: {} },
      { sheets: {} },
      {
        sheets: { EF: { runningMate: 'AB' } },
        expect: {
          state: {
            conventions: {
              D: {
                ballots: [
                  { votes: { AB: 179, EF: 181, IJ: 178 }, eliminated: 'IJ' },
                  { votes: { AB: 357, EF: 181 }, eliminated: null },
                ],
                president: 'AB',
                vicePresident: 'EF',
              },
            },
          },
        },
      },
    ],
  },
  'Three Democrats have campaigned nowhere but at home, so most states are tied at 0 and vote for their party leader.',
  table(
    'Votes by ballot',
    ['Candidate', 'First ballot>', 'Second ballot>'],
    [
      ['Ann Baker [AB]', '179', '357'],
      ['Eve Ford [EF]', '181', '181'],
      ['Ira James [IJ]', '178, eliminated', '–'],
    ],
  ),
  'No one has more than half of 538 votes on the first ballot. Ira James has the fewest and is out. His states are now tied ' +
    'between the other two, neither leads there, and Ann Baker comes first in the order of preference: she gets 179 + 178 = 357 ' +
    'votes and the nomination. Eve Ford had named Baker as her running mate, but Ford was not nominated. Baker named no one, ' +
    'so Ford, who finished second, runs with her.',
);

export function ballotsRule(majority: number) {
  return rule(
    'EY-6.8',
    'Turn 3: the conventions',
    'After turn 3, each party holds its convention, the Democrats first. Every member of the party is a candidate.',
    items(
      `On each ballot, every state gives all of its electoral votes to the remaining candidate who is most popular there. If ` +
        'several are tied, the party’s leader there gets them if among the tied; if not, the tied candidate who is earliest in ' +
        'the order of preference.',
      `A candidate with more than half of all ${ALL_VOTES} votes, at least ${majority}, is nominated for president.`,
      'If no one has that many, the candidate with the fewest votes is eliminated. If several have the fewest, it is the one ' +
        'with less popularity, added up over all states; if that is a tie too, the one later in players’ order. Then the next ' +
        'ballot is held.',
      'The party’s order is this: the candidates of the last ballot by votes (tied: more popularity over all states, then ' +
        'earlier in players’ order), then those who were eliminated, the last one first.',
      'The nominee’s running mate is nominated for vice president. If the nominee named no one, the second in the party’s ' +
        'order is. A party of one has no nominee for vice president.',
    ),
    conventionExample,
  );
}

const homesAndOhio = fourWith({
  AB: { MI: 300, OH: 50 },
  CD: { GA: 300 },
  EF: { MI: 120, OH: 50, WA: 300 },
  GH: { AZ: 300, GA: 60 },
});

export const experienceRule = rule(
  'EY-6.9',
  'Turn 3: experience',
  'After both conventions, a hard-fought campaign pays off. For each state where you lead your party, take the second-highest ' +
    'popularity among the party’s members there. If someone is tied with you, that is as much as yours. The sum over these ' +
    'states is your experience.',
  `With up to ${TWO_PROMOTIONS_FROM - 1} players, the most experienced player gains 1 campaign ability; with ${TWO_PROMOTIONS_FROM} ` +
    'or more, the two most experienced do. It counts from turn 4 on. If players are tied, the one with the lower ability comes ' +
    'first, then the one earlier in players’ order. Experience 0 is never rewarded, and a party of one earns none.',
  example(
    'Experience from two states',
    {
      setup: { ...homesAndOhio, leaders: { OH: { D: 'AB' } } },
      turns: [
        { sheets: {} },
        { sheets: {} },
        {
          sheets: {},
          expect: {
            state: {
              players: [
                { id: 'AB', ability: 4, experience: 170 },
                { id: 'CD', ability: 2, experience: 60 },
                { id: 'EF', ability: 2, experience: 0 },
                { id: 'GH', ability: 4, experience: 0 },
              ],
              promoted: ['AB'],
            },
          },
        },
      ],
    },
    'Ann Baker leads the Democrats in Michigan with 300; Eve Ford has 120 there. In Ohio both have 50, and Baker holds a ' +
      'marginal lead. Her experience is 120 + 50 = 170. Carl Diaz leads the Republicans in Georgia, where Gil Hall has 60. ' +
      'Baker is the most experienced of the four, and her ability goes from 3 to 4.',
  ),
);

/** The twelve states that the Democrats lead before the election: the largest ones, and Delaware. */
const DEMOCRATIC = ['CA', 'TX', 'FL', 'NY', 'IL', 'PA', 'OH', 'GA', 'NC', 'MI', 'NJ', 'DE'];

const NO_ORDERS = { sheets: {} };

const electionExample = example(
  'Delaware decides',
  {
    setup: {
      players: SIX.players.map((player) => ({ ...player, popularity: {} })),
      leaders: byState(({ code }) => ({
        D: 'AB',
        R: 'CD',
        overall: DEMOCRATIC.includes(code) ? 'AB' : 'CD',
      })),
    },
    turns: [
      ...[NO_ORDERS, NO_ORDERS, NO_ORDERS, NO_ORDERS],
      { sheets: {}, expect: { state: { partyVotes: { D: 271, R: 267 } } } },
      {
        sheets: { GH: { campaign: [{ state: 'DE', spend: 1 }] } },
        expect: {
          state: {
            leaders: { DE: { R: 'GH', overall: 'GH' } },
            election: { votes: { D: 268, R: 270 }, winner: 'R', decidedBy: 'electoral-votes' },
          },
        },
      },
    ],
    expect: {
      outcome: {
        winner: 'CD',
        party: 'R',
        standings: [
          { id: 'CD', place: 1 },
          { id: 'GH', place: 2 },
          { id: 'KL', place: 3 },
          { id: 'AB', place: 4 },
          { id: 'EF', place: 4 },
          { id: 'IJ', place: 4 },
        ],
      },
    },
  },
  'After turn 5, the Democrats lead the eleven largest states and Delaware, 271 to 267. No one has campaigned in Delaware. On ' +
    'turn 6, Gil Hall spends $1 there without a trip. He is now the most popular candidate in Delaware, and its 3 votes go to the ' +
    'Republicans: 268 to 270. His party wins, and Carl Diaz, its nominee, is president.',
);

export const electionRule = rule(
  'EY-6.10',
  'Turn 6: the general election',
  'Each party has the electoral votes of the states it leads. The party with more of them wins. If they are tied, these count ' +
    'one after the other until one of them decides:',
  items(
    'the party that leads more states;',
    'the party with the higher sum, over all states, of its most popular member’s popularity there;',
    'the party that leads the District of Columbia.',
  ),
  electionExample,
);
