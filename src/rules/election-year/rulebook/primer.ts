import { MAJORITY } from '../../country.ts';
import { numberWord } from '../../numbers.ts';
import type { Primer } from '../../rulebook.ts';
import { example, table } from '../../rulebook-builder.ts';
import { CONVENTION_TURN, LAST_TURN, LIMITS } from '../data.ts';
import { FOUR } from './candidates.ts';

/** The sheets of the primer's turn. */
const SHEETS = {
  AB: {
    fundraising: ['CA', 'TX', 'MI'],
    campaign: [
      { state: 'CA', spend: 90 },
      { state: 'TX', spend: 60 },
      { state: 'OH', spend: 50 },
    ],
  },
  CD: {
    fundraising: ['TX', 'FL', 'GA'],
    campaign: [
      { state: 'TX', spend: 100 },
      { state: 'FL', spend: 100 },
    ],
  },
  EF: {
    fundraising: ['CA', 'NY', 'WA'],
    campaign: [
      { state: 'CA', spend: 120 },
      { state: 'NY', spend: 100 },
      { state: 'OH', spend: 40 },
    ],
  },
  GH: {
    fundraising: ['CA', 'NY', 'FL'],
    campaign: [
      { state: 'CA', spend: 60 },
      { state: 'OH', spend: 50 },
    ],
  },
};

/** The case of the primer's worked turn. The map of EY-9.8 shows the same turn. */
export const PRIMER_CASE = {
  setup: FOUR,
  turns: [
    {
      sheets: SHEETS,
      expect: {
        state: {
          players: [
            { id: 'AB', cash: 872, raised: 377, contributions: 205 },
            { id: 'CD' },
            { id: 'EF' },
            { id: 'GH' },
          ],
          fundraising: {
            AB: [
              { state: 'CA', raised: 131 },
              { state: 'TX', raised: 145 },
              { state: 'MI', raised: 101 },
            ],
          },
          campaigning: {
            AB: [
              { state: 'CA', spent: 90, gained: 270 },
              { state: 'TX', spent: 60, gained: 180 },
              { state: 'OH', spent: 50, gained: 50 },
            ],
          },
          popularity: { CA: { AB: 270, EF: 240, GH: 240 }, TX: { CD: 200 }, OH: { AB: 50, EF: 40, GH: 50 } },
          leaders: {
            CA: { D: 'AB', R: 'GH', overall: 'AB' },
            TX: { D: 'AB', R: 'CD', overall: 'CD' },
            OH: { D: 'AB', R: 'GH', overall: 'AB' },
          },
        },
      },
    },
  ],
};

const WORKED_TURN = example(
  'Ann Baker’s first turn',
  PRIMER_CASE,
  'Four candidates play. Ann Baker [AB] is a Democrat from Michigan with campaign ability 3 and $400. She makes three trips ' +
    'and spends $200 in three states, two of which she visits.',
  table(
    'Her turn',
    ['State', 'Trip raises', 'Spends>', 'Popularity gained>'],
    [
      ['California', '$131 (three visitors share $395)', '$90', '90 × 3 = 270'],
      ['Texas', '$145 (two visitors share $291)', '$60', '60 × 3 = 180'],
      ['Michigan', '$101 (no one else came)', '–', '–'],
      ['Ohio', 'no trip', '$50', '50'],
    ],
  ),
  'In California she now has 270, more than Eve Ford’s 240 and Gil Hall’s 240: she leads the Democrats there, and the ' +
    'Democrats lead the state. In Texas she leads her party, but Carl Diaz has 200, and the Republicans keep the state. In ' +
    'Ohio she and Gil Hall are tied at 50, ahead of Diaz, who led the state. She leads it now, because Ohio’s order of preference ' +
    'names her before Hall.',
  'Her trips raise 131 + 145 + 101 = $377. The states where she leads her party contribute $205, and her income is $90. ' +
    'Her cash for the next turn is 400 − 200 + 377 + 205 + 90 = $872.',
);

export const PRIMER: Primer = {
  goal:
    'You are a candidate for president. First you must win your party’s nomination against the other candidates of your ' +
    'party. Then your party must win the general election. States decide both: the most popular candidate leads there.',
  turn:
    `There are ${numberWord(LAST_TURN)} turns. Each turn you choose up to ${numberWord(LIMITS.trips)} states for fundraising ` +
    `trips, and you spend money in up to ${numberWord(LIMITS.campaign)} states to become popular there. A dollar gains 1 ` +
    'popularity. In a state that you also visit, it gains as much as your campaign ability. Everyone’s orders are played at ' +
    'the same time, and visitors to the same state share its money. What you raise can be spent from the next turn on.',
  winning:
    `At the end of turn ${CONVENTION_TURN}, each party nominates a candidate for president and one for vice president. The ` +
    `states vote for their favorite until someone has ${MAJORITY} electoral votes. From then on, all members of a party work ` +
    `for the same ticket. Turn ${LAST_TURN} ends with the general election. If your party wins and you are its nominee, ` +
    'you win the game.',
  advice: [
    'Spend most of your money where you travel. With ability 3, a dollar in a state you visit counts as three.',
    'Do not follow the crowd. California is worth the most, but three visitors get only a third each. A smaller state that ' +
      'no one else visits may pay more.',
    'Lead early and in many states. Each state where you lead your party pays you a tenth of its donation number every ' +
      'turn, and a tie never takes a lead away from you.',
  ],
  example: WORKED_TURN,
};
