import { dollars, numberWord } from '../../numbers.ts';
import type { FirstTurn } from '../../rulebook.ts';
import { AD_PRICE, DAYS, STOP_PRICE } from '../data.ts';

/** Hints for the first turn of a new player. */
export const FIRST_TURN: FirstTurn = {
  look: [
    'Your party is above the form. Open your printout and look at “The polls”: each battleground state is on a track between the parties: D+2 leans to ' +
      'the Democrats, R+1 to the Republicans.',
    `Your money and your ${numberWord(DAYS)} days are above the form. A campaign stop costs ${dollars(STOP_PRICE)} a day, ` +
      `advertising ${dollars(AD_PRICE)} a day.`,
  ],
  fields: [
    {
      field: 'actions',
      text:
        'A good first week: 1 day of media, 2 days of fundraising, 1 day of campaigning in each of three large states that are ' +
        'close, and 1 day of advertising in the region of one of them. Add one row for your running mate, who travels for ' +
        'free: choose a state, and leave the days blank.',
    },
    {
      field: 'capital',
      text: 'Each piece helps once in the game. You can keep all of them for later, but what is unused at the end is lost.',
    },
    { field: 'coverWith', text: 'Only for rows marked “Cover”. Leave it blank this week.' },
  ],
  after: [
    'The summary at the top says how the week went and where the vote stands.',
    '“The week in dice” shows every roll and how far each poll moved. Equal dice in a roll are a gaffe.',
    '“The polls” and the map show where you lead now. A state on one of the two outer squares of the track is safe.',
    'After your week, the automatic opponent made stops of its own. They are in the same list.',
  ],
};
