import { STATES, type StateCode } from '../../../country.ts';
import { otherParty } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { CONVENTION_TURN, LAST_TURN } from '../../data.ts';
import { popularityIn } from '../../state.ts';
import type { Sight } from '../sight.ts';
import type { Topic } from './lines.ts';

/** What a candidate speaks about this turn, and the state it is about, if it is about one. */
export interface Subject {
  topic: Topic;
  state: StateCode | null;
}

/** The smallest state whose gain or loss is worth a press release, in electoral votes. */
const WORTH_A_WORD = 10;

/**
 * The subject that fits the turn: the announcement, the eve of the conventions, their result, the last word before the
 * election. On the other turns a big state that changed hands is news, and for some candidates also before the conventions.
 */
export function subjectOf(sight: Sight, hash: number): Subject {
  const news = hasNewsTurn(sight, hash) ? stateNews(sight, hash) : null;
  if (news !== null) return news;
  const ofTurn = topicOfTurn(sight);
  if (ofTurn !== null) return { topic: ofTurn, state: null };
  const ahead = isAhead(sight);
  if (sight.turn < CONVENTION_TURN) return { topic: ahead ? 'primaryAhead' : 'primaryBehind', state: null };
  return { topic: ahead ? 'generalAhead' : 'generalBehind', state: null };
}

function hasNewsTurn({ turn }: Sight, hash: number): boolean {
  return turn === 2 || turn === LAST_TURN - 1 || (turn === CONVENTION_TURN && hash % 2 === 0);
}

function topicOfTurn(sight: Sight): Topic | null {
  if (sight.turn === 1) return 'announcement';
  if (sight.turn === CONVENTION_TURN) return isAhead(sight) ? 'conventionAhead' : 'conventionBehind';
  if (sight.turn === CONVENTION_TURN + 1) return resultOfConvention(sight);
  if (sight.turn === LAST_TURN) return isAhead(sight) ? 'lastAhead' : 'lastBehind';
  return null;
}

function resultOfConvention({ state, me }: Sight): Topic {
  const ticket = state.conventions?.[me.party];
  if (ticket?.president === me.id) return 'nominee';
  return ticket?.vicePresident === me.id ? 'runningMate' : 'passedOver';
}

/** Whether the candidate has the most votes of its party, or, after the conventions, its party the most of both. */
function isAhead({ state, turn, me, colleagues }: Sight): boolean {
  if (turn <= CONVENTION_TURN) return colleagues.every(({ votes }) => votes <= me.votes);
  return state.partyVotes[me.party] >= state.partyVotes[otherParty(me.party)];
}

/** The biggest state that the candidate won or lost last turn; null if there is none worth a word. */
function stateNews(sight: Sight, hash: number): Subject | null {
  const changed = STATES.flatMap(({ code, electoralVotes }) => {
    const topic = changeIn(sight, code);
    return topic === null || electoralVotes < WORTH_A_WORD ? [] : [{ topic, state: code, electoralVotes }];
  });
  // Candidates differ in whether they would rather thank or complain.
  const favorite: Topic = hash % 3 === 0 ? 'lost' : 'won';
  const rank = (topic: Topic) => (topic === favorite ? 0 : 1);
  changed.sort((a, b) => rank(a.topic) - rank(b.topic) || b.electoralVotes - a.electoralVotes);
  const first = changed[0];
  return first === undefined ? null : { topic: first.topic, state: first.state };
}

/** Whether the candidate overtook all of its rivals in a state last turn, or was overtaken by one of them. */
function changeIn(sight: Sight, code: StateCode): 'won' | 'lost' | null {
  const before = (id: SeatIdentifier) =>
    popularityIn(sight.state.popularity, code, id) - gainedBy(sight, id, code);
  const now = (id: SeatIdentifier) => popularityIn(sight.state.popularity, code, id);
  const { me, rivals } = sight;
  if (rivals.length === 0) return null;
  const most = (of: (id: SeatIdentifier) => number) => Math.max(...rivals.map(({ id }) => of(id)));
  const wasAhead = before(me.id) > most(before);
  const isNow = now(me.id) > most(now);
  if (isNow && !wasAhead && most(before) > 0) return 'won';
  return wasAhead && now(me.id) < most(now) ? 'lost' : null;
}

function gainedBy({ state }: Sight, id: SeatIdentifier, code: StateCode): number {
  return (state.campaigning[id] ?? []).reduce((sum, row) => sum + (row.state === code ? row.gained : 0), 0);
}
