import { MAJORITY, stateOf } from '../../country.ts';
import { dollars } from '../../numbers.ts';
import { rule, section } from '../../rulebook-builder.ts';
import { ballotsRule, electionRule, experienceRule } from './conventions.ts';
import {
  contributionsExample,
  marginalLeadsExample,
  smallStateExample,
  twoStatesExample,
} from './examples.ts';

const CALIFORNIA = stateOf('CA').donation;

/** Section 6: how a turn is played. */
export const turnSection = section('EY-6', 'How a turn is played', {
  intro: [
    'When the turn is processed, all sheets are played at once, in the steps below. If your sheet is missing or was refused, ' +
      'an empty one is played: you make no trips and spend nothing, but you still get contributions and income.',
  ],
  rules: [
    rule(
      'EY-6.1',
      'Trips',
      'In each state, the donation number is divided by the number of players who visit it this turn, and rounded down. Each ' +
        'visitor raises that much. What is left over goes to no one.',
      `California’s donation number is ${dollars(CALIFORNIA)}: ${dollars(Math.floor(CALIFORNIA / 2))} each for two visitors, ` +
        `${dollars(Math.floor(CALIFORNIA / 3))} for three, ${dollars(Math.floor(CALIFORNIA / 4))} for four.`,
      smallStateExample,
    ),
    rule(
      'EY-6.2',
      'Campaigning',
      'For every row of campaign money, you pay the amount and gain popularity in that state. If you visit the state this ' +
        'turn, you gain the amount times your campaign ability; otherwise you gain the amount. All rows of all players count ' +
        'at once.',
      twoStatesExample,
    ),
    rule(
      'EY-6.3',
      'Party leads',
      'In each state, the leader of a party is its most popular member there. If several are tied for the most popularity, ' +
        'the leader until now keeps the lead if among them: a marginal lead. If not, the one who is earliest in the state’s ' +
        'order of preference gets it.',
      marginalLeadsExample,
    ),
    rule(
      'EY-6.4',
      'Overall leads',
      'The overall leader of a state is the more popular of its two party leaders. If they are tied, the overall leader until ' +
        'now keeps the state, if it is one of the two; if not, the one who is earlier in the order of preference gets it. The ' +
        'party of the overall leader leads the state.',
    ),
    rule(
      'EY-6.5',
      'Contributions',
      'Add up the donation numbers of all states where you lead your party. You receive a tenth of the sum, rounded down once ' +
        'at the end. A lead that you win this turn pays this turn.',
      contributionsExample,
    ),
    rule(
      'EY-6.6',
      'Cash',
      'Your cash goes up by what your trips raised, by the contributions, and by your income. What you spent is gone. Cash that ' +
        'you do not spend is kept.',
    ),
    rule(
      'EY-6.7',
      'Press',
      'The press releases are gathered in players’ order and printed on every printout.',
    ),
    ballotsRule(MAJORITY),
    experienceRule,
    electionRule,
    rule(
      'EY-6.11',
      'Popularity is never added up',
      'The popularity of two members of a party is never added together. In a state, a party is as strong as its most popular ' +
        'member there.',
    ),
  ],
});
