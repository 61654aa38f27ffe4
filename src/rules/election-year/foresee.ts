import { LAST_TURN } from './data.ts';
import { phaseAfter } from './resolve.ts';
import type { State } from './state.ts';

/**
 * This state with a later turn open. All sheets have the same fields (EY-4.2) except for the running mate of turn 3, and
 * parties never change; only the money of that turn is unknown.
 */
export function foresee(state: State, turn: number): State | null {
  const isAhead = Number.isInteger(turn) && turn > state.turn && turn <= LAST_TURN;
  if (!isAhead || state.phase === 'over') return null;
  return { ...state, turn: turn - 1, phase: phaseAfter(turn - 1) };
}
