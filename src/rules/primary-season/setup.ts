import { z } from 'zod';
import { type Dice, shuffle } from '../dice.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import {
  byPrimary,
  type ItemId,
  inItemOrder,
  MAX_TURNS,
  ORDERS_OF_PLAY,
  PACES,
  type PrimaryCode,
} from './data.ts';
import { allFirstsTaken, type Options, type Player, type State, scoreOf } from './state.ts';

/** PS-3.2: the GM's options. */
export const options = z.object({
  pace: z
    .enum(PACES, { error: `must be one of: ${PACES.join(', ')}` })
    .default('one-sheet')
    .meta({
      title: 'Sheets a round',
      labels: { 'one-sheet': 'One', 'two-sheet': 'Two: re-rolls, then spending' },
      description:
        'With one, players write down beforehand what they would do with their dice. With two, they spend when all dice are ' +
        'final, which doubles the mailings.',
    }),
  order: z
    .enum(ORDERS_OF_PLAY, { error: `must be one of: ${ORDERS_OF_PLAY.join(', ')}` })
    .default('rotating')
    .meta({
      title: 'Order of play',
      labels: { rotating: 'The last one acts first in the next round', table: 'The same every round' },
      description: 'In which order players act within a round.',
    }),
  maxTurns: z
    .int({ error: rangeError() })
    .min(MAX_TURNS.min, { error: rangeError() })
    .max(MAX_TURNS.max, { error: rangeError() })
    .default(MAX_TURNS.usual)
    .meta({ title: 'Last round', description: 'The game is over after this round at the latest.' }),
});

function rangeError(): string {
  return `must be a whole number from ${MAX_TURNS.min} to ${MAX_TURNS.max}`;
}

/** PS-3.1: players ask for nothing. */
export const wishes = z.object({});

/** A player at the start (PS-3.4). What is missing is 0 or empty. */
export interface SetupPlayer {
  id: SeatIdentifier;
  name: string;
  /** The dice that lie before the player for the first turn. */
  dice: number[];
  staff?: number;
  funds?: number;
  items?: ItemId[];
  marks?: Partial<Record<PrimaryCode, number>>;
}

/** Everything that chance and the GM decide before the first sheet (PS-3.4); players are in players' order. */
export interface Setup {
  options: Options;
  /** Turns already finished; 0 if missing. */
  turn?: number;
  players: SetupPlayer[];
  /** States that are missing have no place taken. */
  places?: Partial<Record<PrimaryCode, SeatIdentifier[]>>;
}

/** PS-3.3: the setup of a new game from its seats, with the dice of processing 0. */
export function setUp(chosen: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup {
  const { pace, order, maxTurns } = options.parse(chosen);
  const players = shuffle(seats, dice).map(
    ({ identifier, name }): SetupPlayer => ({ id: identifier, name, dice: [dice.roll(6)] }),
  );
  return { options: { pace, order, maxTurns }, players };
}

/** The state before the first sheet (PS-3.4, section 8). */
export function begin(setup: Setup): State {
  const places = byPrimary((code) => [...(setup.places?.[code] ?? [])]);
  const turn = setup.turn ?? 0;
  const players = setup.players.map(({ id, dice, staff, funds, items, marks }): Player => {
    const marked = byPrimary((code) => marks?.[code] ?? 0);
    return {
      ...{ id, staff: staff ?? 0, funds: funds ?? 0, items: inItemOrder(items ?? []), marks: marked },
      ...{ dice: [...dice], ...scoreOf(places, { id, marks: marked }) },
    };
  });
  return {
    options: { ...setup.options },
    turn,
    phase: firstPhase(setup.options),
    lastTurn: allFirstsTaken(places) ? turn + 1 : null,
    ...{ players, places, rolls: [], actions: [] },
  };
}

/** PS-4.1: the phase with which a turn begins. */
export function firstPhase({ pace }: Options): 'turn' | 'roll' {
  return pace === 'two-sheet' ? 'roll' : 'turn';
}
