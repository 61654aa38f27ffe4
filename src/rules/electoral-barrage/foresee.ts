import { type State, starterOf } from './state.ts';

/**
 * This state with a later round open (EB-4.1). All players owe its sheet. A recount may not come, so it is never foreseen;
 * an open one is the state itself.
 */
export function foresee(state: State, turn: number): State | null {
  if (!Number.isInteger(turn) || turn <= state.turn || state.phase === 'over') return null;
  if (turn === state.turn + 1) return state;
  if (state.phase === 'ballots' || turn > state.turn + state.rounds - state.round) return null;
  const round = state.round + turn - 1 - state.turn;
  return { ...state, turn: turn - 1, round, starter: starterOf(state.players, round + 1) };
}
