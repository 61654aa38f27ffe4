import { dollars } from '../../numbers.ts';
import type { Cell } from '../../report.ts';
import { figuresOf, items, parts, rule, section, table } from '../../rulebook-builder.ts';
import { ALL_MONEY, ITEMS, MAX_TURNS, MOST_ISSUES, PRIMARIES, STAFF_CIRCLES } from '../data.ts';
import { effectOf } from '../form.ts';
import { mapSection } from '../report/figures.ts';
import { begin } from '../setup.ts';
import { newGameExample } from './examples-votes.ts';

/** PS-1: what the game is. */
export const gameSection = section('PS-1', 'The game', {
  intro: [
    'Two to six candidates race through nine primaries. Every round each rolls one to five dice, may re-roll some, and gets ' +
      'votes and money. Votes mark circles: on the staff track, where each hired staffer is one more die, or in the states. ' +
      'Money buys ads, debates, issues, and permanent staff.',
    'The player who first marks all circles of a state takes its first prize of delegates. A second and sometimes a third ' +
      'prize go to those who finish later. When the first prize of the last state has gone, everyone has one more round, and ' +
      'the candidate with the most delegates is the nominee. A game takes about 10 to 17 rounds.',
  ],
});

/** An example state for the map: places in four states. */
const SOME_PLACES = begin({
  options: { pace: 'one-sheet', order: 'rotating', maxTurns: MAX_TURNS.usual },
  players: [
    { id: 'AB', name: 'AB', dice: [2], marks: { IA: 18, SC: 6, MO: 3 } },
    { id: 'CD', name: 'CD', dice: [2], marks: { NV: 6, IA: 18, FL: 9 } },
  ],
  places: { IA: ['AB', 'CD'], SC: ['AB'], NV: ['CD'] },
});

/** PS-2: states, dice, staff, items and money. */
export const boardSection = section('PS-2', 'States, dice, staff, and items', {
  rules: [
    rule(
      'PS-2.1',
      'States',
      'There are nine states. A state has as many places as prizes. They are always listed in this order, the sheet order:',
      table(
        'The states',
        ['Code', 'State', 'Circles>', 'First place>', 'Second place>', 'Third place>'],
        PRIMARIES.map(({ code, name, circles, prizes }): Cell[] => [
          code,
          name,
          ...[circles, ...[0, 1, 2].map((i) => prizes[i] ?? '–')].map(String),
        ]),
        'Prizes are numbers of delegates.',
      ),
      'The map shows a game in which AB has first place in Iowa and South Carolina, and CD in Nevada:',
      ...figuresOf(mapSection({ now: SOME_PLACES })),
    ),
    rule(
      'PS-2.2',
      'Dice',
      'A 6 earns 3 votes and a 5 earns 2 votes. A 4 earns $4, a 3 $3, and a 2 $2. A 1 earns $1 or 1 vote, as the player ' +
        'chooses. A vote die shows 5 or 6, or is a 1 taken as a vote. A money die shows 2, 3, or 4, or is a 1 taken as money.',
    ),
    rule(
      'PS-2.3',
      'Staff',
      `Each player has one staff track of ${STAFF_CIRCLES} circles, and one die from the start. More dice come with the marks on the track:`,
      table(
        'Dice',
        ['Die', 'Costs>', 'At a track total of>'],
        [
          ['second', '2', '2'],
          ['third', '3', '5'],
          ['fourth', '4', '9'],
          ['fifth', '5', '14'],
        ],
      ),
      'Five dice are the most.',
    ),
    rule(
      'PS-2.4',
      'Items',
      'Each player may buy each item once. They are always listed in this order, the item order:',
      table(
        'The items',
        ['Id', 'Item', 'Price>', 'Kind', 'Effect'],
        ITEMS.map((item): Cell[] => [item.id, item.name, dollars(item.price), item.kind, effectOf(item)]),
      ),
    ),
    rule(
      'PS-2.5',
      'Issues, and how long items work',
      `A player has at most ${MOST_ISSUES} issues. Ads and issues work once, when they are bought. Lasting items work in every round after the one in which they were bought.`,
    ),
    rule(
      'PS-2.6',
      'Money',
      `There are ${ALL_MONEY} chips of $1, all in the donor pile at the start. The pile and the funds of all players always add up to $${ALL_MONEY}.`,
    ),
    rule(
      'PS-2.7',
      'Words',
      items(
        'A mark is a circle that a player has crossed off. What is left of a state, for a player, is its circles less the ' +
          'player’s marks there. The state is complete for the player if nothing is left.',
        'A state is closed when all its places are taken; before, it is open. Its next place is the number of places taken ' +
          'plus 1, and its next prize is that place’s delegates.',
        'A state is available to a player if it is open and the player has not completed it.',
      ),
    ),
    rule(
      'PS-2.8',
      'Automatic order',
      'For a player at a given moment, the available states in this order: fewest left first; if tied, the larger next prize ' +
        'first; if still tied, sheet order.',
    ),
  ],
});

/** PS-3: seats, options and the first dice. */
export const setupSection = section('PS-3', 'Setup', {
  rules: [
    rule(
      'PS-3.1',
      'Seats',
      'Two to six players, each with an identifier of two or three capital letters and a name.',
    ),
    rule(
      'PS-3.2',
      'Options',
      table(
        'Options',
        ['Option', 'Values', 'Usual', 'Meaning'],
        [
          [
            'pace',
            'one-sheet, two-sheet',
            'one-sheet',
            'one sheet a round, or a re-roll sheet and then a spending sheet',
          ],
          ['order', 'rotating, table', 'rotating', 'who acts first in a round (PS-4.2)'],
          [
            'maxTurns',
            `${MAX_TURNS.min} to ${MAX_TURNS.max}`,
            String(MAX_TURNS.usual),
            'the game is over after this round at the latest',
          ],
        ],
      ),
    ),
    rule(
      'PS-3.3',
      'A new game',
      parts(
        'PS-3.3',
        'The seats are shuffled. The result is the players’ order, which is kept for the whole game.',
        'For each player, in players’ order, one die is rolled. It lies before the player in round 1.',
      ),
      newGameExample,
    ),
    rule(
      'PS-3.4',
      'Scenarios',
      'A scenario may begin in mid-game, before the first sheet of a round. If a place is taken in every state then, the first ' +
        'round is the last.',
    ),
    rule(
      'PS-3.5',
      'Bad setups',
      'A setup is refused, and the field named, if it breaks a rule of PS-2 or PS-3, if the dice do not fit the staff marks, ' +
        'or if the places do not fit the marks.',
    ),
    rule(
      'PS-3.6',
      'Seeded dice',
      'The dice of a game follow from its secret and the number of the processing: 0 is the setup, 1 the first sheets, and so ' +
        'on. With two sheets a round, each phase is one processing.',
    ),
  ],
});
