import { codePoints } from '../../../code-points.ts';
import { stateOf } from '../../../country.ts';
import { combineHalves } from '../../../press-lines.ts';
import { LAST_TURN, LIMITS, SEATS } from '../../data.ts';
import type { Character } from '../character.ts';
import type { Sight } from '../sight.ts';
import { LINES } from './lines.ts';
import { subjectOf } from './topic.ts';

/**
 * The press release of a candidate: one line that fits the turn. No two of a game are the same, as each seat and turn has
 * an opening and a closing of its own.
 */
export function pressRelease(sight: Sight, character: Character): string | null {
  const { topic, state } = subjectOf(sight, character.hash);
  const halves = combineHalves(LINES[topic], numberOf(sight));
  const names = {
    '{home}': stateOf(sight.me.home).name,
    '{state}': state === null ? '' : stateOf(state).name,
  };
  const line = halves.replace(/\{home\}|\{state\}/g, (name) => names[name as keyof typeof names]);
  return codePoints(line) <= LIMITS.press ? line : null;
}

/** A number of its own for each seat and turn. */
function numberOf({ state, turn, me }: Sight): number {
  const seat = state.players.findIndex(({ id }) => id === me.id);
  return SEATS.max * (turn % LAST_TURN) + seat;
}
