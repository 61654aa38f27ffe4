import { dollars, signed } from '../../numbers.ts';
import type { Table } from '../../report.ts';
import {
  AD_PRICE,
  AUTOMATIC_SQUARES,
  FUNDRAISING_BONUS,
  MAX_PER_ROW,
  MEDIA_BONUS,
  SAFE_FROM,
  STOP_PRICE,
} from '../data.ts';
import type { State } from '../state.ts';

// What a player can do, and what the words of the game mean: the rules in short, with the numbers of the rules.

const DAYS = `1 to ${MAX_PER_ROW} days`;

/** MOE-4.3, 6.5: what each action costs and does. */
export function actionsTable(): Table {
  return {
    kind: 'table',
    caption: 'What you can do in a week of seven days',
    showCaption: true,
    columns: [
      { label: 'Action', align: 'left' },
      { label: 'Cost', align: 'left' },
      { label: 'What it does', align: 'left' },
      { label: 'Rule', align: 'left' },
    ],
    rows: [
      [
        'Campaign',
        `${dollars(STOP_PRICE)} a day, ${DAYS}`,
        'One die a day, plus the media bonus, moves the poll of one state. In a small state that you are not winning, the ' +
          'stop also earns a token.',
        'MOE-6.5',
      ],
      [
        'Running mate',
        'free, no days',
        'One die − 1 moves the poll of one state. No gaffe, no token.',
        'MOE-6.5',
      ],
      [
        'Advertise',
        `${dollars(AD_PRICE)} a day, ${DAYS}`,
        'One die a day, plus the media bonus, moves every state of a region. Needs a campaign row in that region.',
        'MOE-6.5',
      ],
      [
        'Fundraise',
        `free, ${DAYS}`,
        `One die in dollars, + ${FUNDRAISING_BONUS[2]} for 2 days, + ${FUNDRAISING_BONUS[3]} for 3.`,
        'MOE-2.10',
      ],
      [
        'Media',
        `free, ${DAYS}`,
        `The bonus of your stops and ads this week: ${MEDIA_BONUS.slice(1).map(signed).join(', ')} for 1, 2, 3 days; ${signed(MEDIA_BONUS[0])} without.`,
        'MOE-2.11',
      ],
      [
        'Cover',
        'a piece of capital, if needed',
        'If the roll of a marked row is a gaffe, the next piece of your list is spent, and one of the equal dice does not count.',
        'MOE-6.4',
      ],
      [
        'Political capital',
        'a piece, at most one a week',
        'The action of the week, from the table of political capital. What is unused when the game ends is lost.',
        'MOE-2.13',
      ],
    ],
  };
}

/** What the words mean that printouts use. Those that only matter while the game goes on are left out at its end. */
export function wordsTable({ players, phase }: State): Table {
  const alone = players.length === 1;
  const rows = [
    [
      'Even',
      'The poll is in the middle. The state goes to the party on whose side it started; “even (R)” is held by the Republicans. No ' +
        'state is ever tied.',
      'MOE-2.6',
    ],
    [
      'Safe',
      `${SAFE_FROM} or 5 squares. The other side can pull the poll back only to ${SAFE_FROM - 1}, unless it gives a Defining ` +
        'Speech, and the state takes no final roll.',
      'MOE-2.5, 6.1',
    ],
    [
      'Gaffe',
      'Two equal dice in a stop or an ad move the poll 2 squares to the other side; three equal dice, 4.',
      'MOE-6.2',
    ],
    [
      'Token',
      'A small state (9 votes or fewer) gives one for a campaign stop there while you are not winning it. After week 9, each ' +
        'token is one die for a free last-minute stop in any state.',
      'MOE-2.8, 6.9',
    ],
    [
      'Final roll',
      'At the end, two dice move each state that is not safe by up to 3 squares, to either side.',
      'MOE-6.10',
    ],
    ['Deadlock', '269 to 269: no one has 270, and no one wins.', 'MOE-7.2'],
    alone
      ? [
          'Automatic opponent',
          `The campaign of the other party, which follows the dice: each of its stops moves a state ${AUTOMATIC_SQUARES} squares.`,
          'MOE-6.7',
        ]
      : [
          'Edge',
          'If both have the same amount of money, its holder goes first. The edge then passes to the player who goes second.',
          'MOE-6.8',
        ],
  ];
  const shown = phase === 'over' ? rows.filter(([word]) => word !== 'Edge') : rows;
  return {
    kind: 'table',
    caption: 'What the words mean',
    showCaption: true,
    columns: [
      { label: 'Word', align: 'left' },
      { label: 'Meaning', align: 'left' },
      { label: 'Rule', align: 'left' },
    ],
    rows: shown,
  };
}
