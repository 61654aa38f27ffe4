import { WEEKS } from './data.ts';
import type { State } from './state.ts';

/**
 * This state with a later turn open: another week (MOE-4.1), or the last minute. That one comes for certain as soon as
 * somebody holds a token, for tokens are never lost before it; its sheet is owed by those who hold one (MOE-4.2).
 */
export function foresee(state: State, turn: number): State | null {
  const ahead = turn - (state.turn + 1);
  if (!Number.isInteger(turn) || ahead < 0 || state.phase === 'over') return null;
  if (ahead === 0) return state;
  const week = state.week + ahead;
  if (state.phase === 'last-minute' || week > WEEKS + 1) return null;
  if (week <= WEEKS) return { ...state, turn: turn - 1, week };
  const held = state.players.some((player) => player.tokens.length > 0);
  return held ? { ...state, turn: turn - 1, week, phase: 'last-minute' } : null;
}
