import type { Pending, State } from './state.ts';

/**
 * This state with a later sheet open (PTG-4.1), for the forms of advance orders. What later turns change stays as it is now;
 * questions, shows, and dice of a turn that has not been played are not known, so there are none.
 * @param turn counted from 1, as the sheets are
 */
export function foresee(state: State, turn: number): State | null {
  const open = state.turn + 1;
  if (!Number.isInteger(turn) || turn < open || state.phase === 'over') return null;
  if (turn === open) return state;
  // An election or a vote to adjourn can end the campaign in any turn, so only the first campaign turn is certain to come.
  if (state.phase !== 'home' || turn !== open + 1) return null;
  const none: Pending[] = [];
  const players = state.players.map((player) => ({ ...player, pending: none, rolls: [] }));
  return { ...state, turn: state.turn + 1, phase: 'campaign', players };
}
