import { stateOf } from '../../../country.ts';
import { LAST_TURN, LIMITS, SEATS } from '../../data.ts';
import { codePoints } from '../../press.ts';
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
  const { openings, closings } = LINES[topic];
  const [opening, closing] = halves(numberOf(sight), openings.length);
  const names = {
    '{home}': stateOf(sight.me.home).name,
    '{state}': state === null ? '' : stateOf(state).name,
  };
  const line = `${openings[opening]} ${closings[closing]}`.replace(
    /\{home\}|\{state\}/g,
    (name) => names[name as keyof typeof names],
  );
  return codePoints(line) <= LIMITS.press ? line : null;
}

/** A number of its own for each seat and turn. */
function numberOf({ state, turn, me }: Sight): number {
  const seat = state.players.findIndex(({ id }) => id === me.id);
  return SEATS.max * (turn % LAST_TURN) + seat;
}

/**
 * The opening and the closing with a number. The numbers from 0 to n² − 1 have different pairs, as do any n² numbers
 * in a row; neighbors differ in both.
 */
function halves(number: number, n: number): [number, number] {
  const opening = number % n;
  const closing = (Math.floor(number / n) + number) % n;
  return [opening, closing];
}
