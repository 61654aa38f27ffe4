import { codePoints } from '../../../code-points.ts';
import { type StateCode, stateOf } from '../../../country.ts';
import type { LogEntry } from '../../log.ts';
import type { Player, State } from '../../state.ts';
import type { Character } from '../character.ts';
import { OPENINGS, type Topic } from './openings.ts';
import { CLOSINGS } from './voices.ts';

/** PTG-4.4: the most characters of a press release. */
const LONGEST = 200;

/** Seats that sit so many places apart have the same temper; at most two of eight seats have. */
const TEMPERS_APART = 4;
const SEATS_OF_A_TEMPER = 2;

/** What a candidate speaks about, and the state it is about, if it is about one. */
interface Subject {
  topic: Topic;
  state: StateCode | null;
}

/**
 * The press release of a computer candidate with a temper: news of the last turn and a line in its own voice. It speaks only
 * of what everyone has read on the last printout (PTG-8.6). Null without a temper (PTG-13.8).
 */
export function pressOf(state: State, player: Player, { temper }: Character): string | null {
  if (temper === null) return null;
  const subject = subjectOf(state, player);
  const halves = combine(OPENINGS[subject.topic], CLOSINGS[temper], placeOf(state, player));
  const name = subject.state === null ? '' : stateOf(subject.state).name;
  const line = halves.replace('{state}', name);
  return codePoints(line) <= LONGEST ? line : null;
}

/** Where a release stands among all of its game. */
interface Place {
  /** A number of its own for each turn and seat among those of one temper. */
  number: number;
  /** The same for all seats of one temper. It keeps those of different tempers from beginning alike in the same turn. */
  shift: number;
}

function placeOf({ players, turn }: State, { id }: Player): Place {
  const at = players.findIndex((player) => player.id === id);
  return {
    number: SEATS_OF_A_TEMPER * turn + (at >= TEMPERS_APART ? 1 : 0),
    shift: SEATS_OF_A_TEMPER * (at % TEMPERS_APART),
  };
}

/**
 * An opening and a closing. Their numbers are chosen so that pairs repeat only after as many numbers as there are pairs: the
 * number of closings is a prime, and that of the openings is smaller by more than one.
 */
function combine(openings: readonly string[], closings: readonly string[], { number, shift }: Place): string {
  const closing = (Math.floor(number / openings.length) + number) % closings.length;
  return `${openings[(number + shift) % openings.length]} ${closings[closing]}`;
}

function subjectOf(state: State, { id, electoral }: Player): Subject {
  const { phase } = state;
  if (phase === 'home') return { topic: 'announcement', state: null };
  if (phase === 'runoff' || phase === 'speed' || phase === 'closing') return { topic: phase, state: null };
  const news = state.log.map((entry) => newsIn(entry, id)).filter((one) => one !== null);
  const isAhead = state.players.every((other) => other.electoral <= electoral);
  news.push({ topic: isAhead ? 'ahead' : 'behind', state: null });
  return news[state.turn % news.length] as Subject;
}

/** What an entry of the public log says about a candidate; null if nothing worth a release. */
function newsIn(entry: LogEntry, id: string): Subject | null {
  switch (entry.type) {
    case 'chip':
      if (entry.to === id) return { topic: 'won', state: entry.state };
      return entry.from === id ? { topic: 'lost', state: entry.state } : null;
    case 'answer':
      return entry.by === id && !entry.right ? { topic: 'wrong', state: entry.state } : null;
    case 'offer':
      return entry.by === id && entry.result === 'rejected'
        ? { topic: 'rejected', state: entry.state }
        : null;
    case 'show':
      return entry.by === id && entry.result !== 'staged' ? { topic: entry.result, state: null } : null;
    case 'rest':
      return entry.by === id && entry.paid ? { topic: 'rested', state: null } : null;
    default:
      return null;
  }
}
