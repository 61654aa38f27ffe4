import { STATES } from '../../country.ts';
import { figuresOf, items, rule, section, table } from '../../rulebook-builder.ts';
import { CHARACTER_CODES, CHARACTERS } from '../characters.ts';
import {
  areaName,
  BOARD_STATES,
  CLASSES,
  neededIn,
  placesIn,
  SPECIAL_CODES,
  STATES_BY_VOTES,
  type StateClass,
} from '../data.ts';
import { mapOf } from '../report/map.ts';
import { begin } from '../setup.ts';
import { DEAL } from './examples-end.ts';

const KINDS: readonly StateClass[] = ['red', 'blue', 'white'];

/** EB-1: the game in one paragraph. */
export const gameSection = section('EB-1', 'The game', {
  intro: [
    'Two to eight candidates send their staffers over a map of the United States for nine rounds, or five rounds with five ' +
      'or more players. Staffers are placed one at a time around the table, each in an area with room. Then they are ' +
      'resolved one at a time, each by a die. A success puts your token on one of a state’s stars, or pushes a rival’s token ' +
      'off. Other areas bring more staffers, town hall tokens, attack ads and absentee ballots. The player with the most ' +
      'tokens in a state carries it, and the most electoral votes win.',
  ],
});

function statesOf(kind: StateClass): string {
  return STATES_BY_VOTES.filter((state) => state.class === kind)
    .map(({ code, votes }) => `${code} ${votes}`)
    .join(', ');
}

const classes = table(
  'The classes of states',
  ['Class', 'Stars and areas', 'Roll needed', 'States and votes'],
  KINDS.map((kind) => [kind, String(CLASSES[kind].stars), `${CLASSES[kind].need} or more`, statesOf(kind)]),
);

const neighbors = table(
  'Red states that border each other',
  ['State', 'Red neighbors'],
  BOARD_STATES.filter(({ class: kind, redNeighbors }) => kind === 'red' && redNeighbors.length > 0).map(
    ({ code, redNeighbors }) => [code, redNeighbors.join(' ')],
  ),
);

const specials = table(
  'The special areas',
  ['Code', 'Name', 'Roll needed', 'Places, 2 to 4 players', 'Places, 5 to 8 players'],
  SPECIAL_CODES.map((area) => [
    area,
    areaName(area),
    `${neededIn(area)} or more`,
    String(placesIn(area, 2, false)),
    String(placesIn(area, 5, false)),
  ]),
  'In staffer recruitment, the Blue-Collar Worker has one place more.',
);

const characters = table(
  'The characters',
  ['Code', 'Title', 'Color', 'Ability'],
  CHARACTER_CODES.map((code) => [
    code,
    CHARACTERS[code].title,
    CHARACTERS[code].color,
    CHARACTERS[code].ability,
  ]),
);

/** A map for the rulebook: a game with some tokens. */
const sample = begin({
  rounds: 9,
  players: (['AB', 'CD'] as const).map((id, i) => ({
    ...{ id, name: id, characters: [CHARACTER_CODES[i] ?? 'nerd'], staffers: 4, town: 0, ads: 0, ballots: 0 },
  })),
  tokens: { CA: ['AB', 'AB', 'CD'], TX: ['CD', 'CD'], OH: ['AB', 'CD'], FL: ['AB'], NY: ['CD'], CO: ['AB'] },
});

/** EB-2: states, areas and characters. */
export const boardSection = section('EB-2', 'The board and the pieces', {
  rules: [
    rule(
      'EB-2.1',
      'The states',
      `There are ${STATES.length} states, counting DC. Their electoral votes are those of the 2010 census, 538 in all. A state has ` +
        'as many areas for staffers as stars. Two states are neighbors if they share a border of some length, on land or along ' +
        'a river. Only the Scientist needs that (EB-6.13).',
      classes,
      neighbors,
      ...figuresOf(mapOf(sample)),
    ),
    rule(
      'EB-2.2',
      'Special areas',
      'Four areas are not states. Places are how many staffers fit in one round.',
      specials,
    ),
    rule(
      'EB-2.3',
      'Codes',
      'An area code is a state’s postal code or one of the four codes above. Code order is the alphabetical order of all of ' +
        'them together. A special area counts as 0 electoral votes.',
    ),
    rule('EB-2.4', 'Characters', 'Wherever order matters, characters are in this order.', characters),
    rule(
      'EB-2.5',
      'Pieces',
      'Each player has 4 staffers at the start and 9 at most. Tokens are not limited. Rolls are of one six-sided die; the ' +
        'coin has two sides.',
    ),
    rule(
      'EB-2.6',
      'Words',
      items(
        'A star is occupied if it holds a token. A state is full if all its stars are occupied.',
        'The leader of a state is the player with more tokens there than each other player. If the top is tied or the state ' +
          'is empty, it has no leader.',
        'A player’s votes are the electoral votes of the states that the player leads.',
        'A success is a roll that, with its bonuses, reaches the number that is needed.',
      ),
    ),
  ],
});

/** EB-3: the setup. */
export const setupSection = section('EB-3', 'Setup', {
  rules: [
    rule(
      'EB-3.1',
      'Seats',
      'There are two to eight seats. Each has an identifier of two or three capital letters.',
    ),
    rule(
      'EB-3.2',
      'Rounds',
      'There are 9 rounds with two to four players, and 5 with more. The GM may choose 1 to 12.',
    ),
    rule(
      'EB-3.3',
      'A new game',
      items(
        'The seats are shuffled. The result is the players’ order around the table; the first player starts round 1.',
        'The eight characters are shuffled and dealt in players’ order: two to each player with two to four players, one to ' +
          'each with more. The others are out of the game.',
      ),
      DEAL,
    ),
    rule(
      'EB-3.4',
      'Setups of scenario files',
      'A scenario names the rounds, the players in players’ order with their characters, and, if it differs from a new game, ' +
        'their staffers and banks and the tokens on the board.',
    ),
  ],
});
