import { numberWord } from '../../numbers.ts';
import type { FirstTurn } from '../../rulebook.ts';
import { CONVENTION_TURN, LIMITS } from '../data.ts';

/** Hints for the first turn of a new player. */
export const FIRST_TURN: FirstTurn = {
  look: [
    'Open your printout. “The other candidates” says who is in your party: until the conventions on ' +
      `turn ${CONVENTION_TURN}, they are your rivals.`,
    'Your campaign ability is above the form. In a state that you also visit, each dollar you spend gains that much ' +
      'popularity; elsewhere it gains 1.',
    'Look at the donation numbers in the lists of states. They say how much money a state has for its visitors.',
  ],
  fields: [
    {
      field: 'fundraising',
      text:
        `Choose ${numberWord(LIMITS.trips)} states. Everyone who visits a state shares its money, so a state of middle size ` +
        'that you have to yourself often pays more than a big one that all of them visit.',
    },
    {
      field: 'campaign',
      text:
        'Put about half of your funds into the states that you visit, where each dollar counts most, and keep the rest. Where no ' +
        'one has any popularity yet, a few dollars are enough for a lead.',
    },
    { field: 'press', text: 'You can leave this blank. All players read it.' },
  ],
  after: [
    'The summary at the top says in a few sentences how your turn went.',
    '“Your campaign” shows where your money came from: trips, contributions from the states where you lead your party, ' +
      'and your income.',
    'In the table of the states, the last columns name the leader of each party. The states where you lead your party pay ' +
      'you every turn, and vote for you at the convention. The map shows only who leads overall.',
    'The table of fundraising trips shows where the others went. If many went where you did, go elsewhere next time.',
  ],
};
