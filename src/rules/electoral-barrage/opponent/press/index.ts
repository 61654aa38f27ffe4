import { codePoints } from '../../../code-points.ts';
import type { StateCode } from '../../../country.ts';
import { stateOf } from '../../../country.ts';
import { combineHalves } from '../../../press-lines.ts';
import { LIMITS, SEATS, STATES_BY_VOTES } from '../../data.ts';
import type { Player, State } from '../../state.ts';
import { LINES, type Topic } from './lines.ts';

/** The smallest state whose gain or loss is worth a press line, in electoral votes. */
const WORTH_A_WORD = 9;

/** What a candidate speaks about, and the state it is about, if it is about one. */
interface Subject {
  topic: Topic;
  state: StateCode | null;
}

/**
 * The press line of a computer candidate: one that fits the turn. No two of a game are the same, as each seat and turn has
 * an opening and a closing of its own.
 */
export function pressOf(state: State, player: Player): string | null {
  const subject = subjectOf(state, player);
  const halves = combineHalves(LINES[subject.topic], numberOf(state, player));
  const name = subject.state === null ? '' : stateOf(subject.state).name;
  const line = halves.replace('{state}', name);
  return codePoints(line) <= LIMITS.press ? line : null;
}

/** A number of its own for each seat and turn. */
function numberOf({ players, turn }: State, { id }: Player): number {
  return SEATS.max * turn + players.findIndex((player) => player.id === id);
}

function subjectOf(state: State, player: Player): Subject {
  if (state.phase === 'ballots') return { topic: 'recount', state: null };
  if (state.turn === 0) return { topic: 'announcement', state: null };
  if (state.round === state.rounds - 1) return { topic: 'lastRound', state: null };
  const news = (state.turn + numberOf(state, player)) % 3 === 0 ? null : stateNews(state, player);
  if (news !== null) return news;
  const isAhead = state.players.every(({ votes }) => votes <= player.votes);
  return { topic: isAhead ? 'ahead' : 'behind', state: null };
}

/** The largest state in which the last round put a token of the player on a star, or took one away; null if none is large. */
function stateNews({ last }: State, { id }: Player): Subject | null {
  const resolutions = last?.resolutions ?? [];
  for (const { code, votes } of STATES_BY_VOTES) {
    if (votes < WORTH_A_WORD) return null;
    const here = resolutions.filter(({ area, won, defence }) => area === code && won && !defence);
    const latest = here.findLast(({ player, replaced }) => player === id || replaced === id);
    if (latest !== undefined) return { topic: latest.player === id ? 'won' : 'lost', state: code };
  }
  return null;
}
