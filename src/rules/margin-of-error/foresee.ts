import { WEEKS } from './data.ts';
import type { State } from './state.ts';

/**
 * This state with a later turn open: another week (MOE-4.1), or the last minute. The last minute is certain to come once
 * a player holds a token, because tokens are never lost before it; the holders owe its sheet (MOE-4.2).
 */
export function foresee(state: State, turn: number): State | null {
  const ahead = turn - (state.turn + 1);
  if (!Number.isInteger(turn) || ahead < 0 || state.phase === 'over') return null;
  if (ahead === 0) return state;
  const week = state.week + ahead;
  if (state.phase === 'last-minute' || week > WEEKS + 1) return null;
  if (week <= WEEKS) return { ...state, turn: turn - 1, week };
  const isCertain = state.players.some((player) => player.tokens.length > 0);
  return isCertain ? { ...state, turn: turn - 1, week, phase: 'last-minute' } : null;
}
