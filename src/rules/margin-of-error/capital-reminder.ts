import { numberWord } from '../numbers.ts';
import { WEEKS } from './data.ts';
import type { Player, State } from './state.ts';

/** From this week on, players are reminded more urgently. */
const LATE_WEEK = 7;

/** Whether so few weeks are left that unused political capital is pressing. */
export function isCapitalPressing({ phase, week }: State, { unused }: Player): boolean {
  return phase === 'week' && week >= LATE_WEEK && unused.length > 0;
}

/**
 * MOE-2.13: what becomes of political capital that is not used, in one or two sentences, more urgent in the last weeks.
 * Null if the player has none, or if it is too late to use it.
 */
export function capitalReminder(state: State, player: Player): string | null {
  const count = player.unused.length;
  if (state.phase !== 'week' || count === 0) return null;
  if (!isCapitalPressing(state, player)) {
    return 'One piece of political capital can be the action of a week. What is unused when the game ends is lost (MOE-2.13).';
  }
  const left = WEEKS - state.week + 1;
  const pieces = `${numberWord(count)} unused ${count === 1 ? 'piece' : 'pieces'} of political capital`;
  if (left === 1) return `Last week for your ${pieces}: what you do not use now is lost (MOE-2.13).`;
  return `You have ${pieces} and ${numberWord(left)} weeks left. What is unused after week ${WEEKS} is lost (MOE-2.13).`;
}
