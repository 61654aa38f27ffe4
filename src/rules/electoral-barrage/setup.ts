import { z } from 'zod';
import { byState, type StateCode } from '../country.ts';
import { type Dice, shuffle } from '../dice.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import { CHARACTER_CODES, type CharacterCode } from './characters.ts';
import { defaultRounds, isCrowded, ROUNDS, STAFFERS } from './data.ts';
import { inPlayersOrder, leadersOf, type Player, recountVotes, type State, starterOf } from './state.ts';

/** EB-3.2: the GM's option. */
export const options = z.object({
  rounds: z
    .int()
    .min(ROUNDS.min)
    .max(ROUNDS.max)
    .nullable()
    .default(null)
    .describe('How many rounds are played. Leave blank for 9 rounds with 2 to 4 players, 5 with more.'),
});

/** EB-3.1: players ask for nothing. */
export const wishes = z.object({});

/** A player at the start (EB-3.4). */
export interface SetupPlayer {
  id: SeatIdentifier;
  name: string;
  characters: CharacterCode[];
  staffers: number;
  town: number;
  ads: number;
  ballots: number;
}

/** Everything that chance and the GM decide before the first turn (EB-3.4); players are in players' order. */
export interface Setup {
  rounds: number;
  players: SetupPlayer[];
  /** States that are missing have no tokens. */
  tokens: Partial<Record<StateCode, SeatIdentifier[]>>;
}

/** EB-3.3: the setup of a new game from its seats, with the dice of processing 0. */
export function setUp(chosen: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup {
  const { rounds } = options.parse(chosen);
  const order = shuffle(seats, dice);
  const cards = shuffle(CHARACTER_CODES, dice);
  const each = isCrowded(seats.length) ? 1 : 2;
  return {
    rounds: rounds ?? defaultRounds(seats.length),
    players: order.map(({ identifier, name }, i) => ({
      ...{ id: identifier, name, characters: cards.slice(i * each, (i + 1) * each) },
      ...{ staffers: STAFFERS.start, town: 0, ads: 0, ballots: 0 },
    })),
    tokens: {},
  };
}

/** The state before turn 1 (section 8). */
export function begin(setup: Setup): State {
  const players = setup.players.map(
    ({ id, characters, staffers, town, ads, ballots }): Player => ({
      ...{ id, dealt: [...characters] },
      character: characters.length === 1 ? (characters[0] as CharacterCode) : null,
      ...{ staffers, town, ads, ballots, votes: 0, states: 0 },
    }),
  );
  const tokens = byState(({ code }) => inPlayersOrder(setup.tokens[code] ?? [], players));
  const state: State = {
    ...{ turn: 0, round: 0, rounds: setup.rounds, phase: 'round' },
    ...{ starter: starterOf(players, 1), owing: players.map(({ id }) => id), players, tokens },
    ...{ leader: leadersOf(tokens, players), last: null, recount: null },
  };
  recountVotes(state);
  return state;
}
