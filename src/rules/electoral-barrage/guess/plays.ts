import { guessDice } from '../../guess-dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Orders } from '../orders.ts';
import { outcome } from '../outcome.ts';
import { playTurn } from '../resolve.ts';
import type { State } from '../state.ts';

/** How often the turn is played for a guess. */
export const PLAYS = 100;

/** Plays the open turn with the same orders, which have been checked, and different dice. */
export function playManyTimes(state: State, orders: ReadonlyMap<SeatIdentifier, Orders>): State[] {
  // Without the record of the last turn, which each play would copy and replace.
  const before: State = { ...state, last: null };
  return Array.from({ length: PLAYS }, (_, play) => playTurn(before, orders, guessDice(play + 1)));
}

/** In how many of the states the game is over, and in how many of those the seat has won. */
export function endings(after: readonly State[], seat: SeatIdentifier): { over: number; won: number } {
  const over = after.filter(({ phase }) => phase === 'over');
  return { over: over.length, won: over.filter((state) => outcome(state)?.winner === seat).length };
}

/** A figure of every state, sorted, least first. */
export function sortedFigures(after: readonly State[], figure: (state: State) => number): number[] {
  return after.map(figure).sort((a, b) => a - b);
}
