import { LAST_TURN } from './data.ts';
import { phaseAfter } from './resolve.ts';
import type { State } from './state.ts';

/**
 * This state with a later turn open. Every sheet asks the same (EY-4.2) but for the running mate of turn 3, and
 * parties never change: only the money is not known yet.
 */
export function foresee(state: State, turn: number): State | null {
  const known = Number.isInteger(turn) && turn > state.turn && turn <= LAST_TURN;
  if (!known || state.phase === 'over') return null;
  return { ...state, turn: turn - 1, phase: phaseAfter(turn - 1) };
}
