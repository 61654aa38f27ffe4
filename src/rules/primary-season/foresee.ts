import type { Phase, State } from './state.ts';

/** What two-sheet games process first: the re-rolls, then the spending (PS-4.1). */
const SHEETS = { 'one-sheet': 1, 'two-sheet': 2 } as const;

/** PS-3.6: the number of the sheet that is owed next, counted from 1: with two sheets a turn, each is one. */
export function openSheet({ options, turn, phase }: Pick<State, 'options' | 'turn' | 'phase'>): number {
  return turn * SHEETS[options.pace] + (phase === 'spend' ? 2 : 1);
}

/** The last turn that is certain to come: the open one, and one more unless the open one is known to be the last (PS-6.13). */
function lastCertain({ turn, lastTurn, options }: State): number {
  return Math.min(turn + 2, lastTurn ?? options.maxTurns, options.maxTurns);
}

/**
 * This state with a later sheet open (PS-4.1). Dice, marks and money stay as they are now.
 * @param sheet counted as `openSheet` does
 */
export function foresee(state: State, sheet: number): State | null {
  const open = openSheet(state);
  if (!Number.isInteger(sheet) || sheet < open || state.phase === 'over') return null;
  if (sheet === open) return state;
  const each = SHEETS[state.options.pace];
  const turn = Math.floor((sheet - 1) / each);
  if (turn + 1 > lastCertain(state)) return null;
  const phases: readonly Phase[] = each === 1 ? ['turn'] : ['roll', 'spend'];
  return { ...state, turn, phase: phases[(sheet - 1) % each] as Phase };
}
