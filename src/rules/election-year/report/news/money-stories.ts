import { STATES, stateOf } from '../../../country.ts';
import { type Story, stateInText, story } from '../../../news.ts';
import { dollars, grouped, numberWord } from '../../../numbers.ts';
import { PARTY_NAMES } from '../../../parties.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { type Campaigning, findPlayer, popularityIn, type State } from '../../state.ts';
import { countVisitors } from '../../trips.ts';
import { areRivals, countsOverall } from '../compare.ts';
import { bestOf, candidate, points, type Turn } from './names.ts';
import { ALONE, BARGAIN, CROWD, PUSH, WASTED } from './wording-money.ts';

/** When money is news, in dollars, visitors, electoral votes and popularity. */
const NEWS = { wasted: 40, crowd: 3, rich: 200, bargain: 15, bargainVotes: 8, push: 120 } as const;

/** What the candidates did with their time and money: all of it is printed for everyone (EY-9.4). */
export function moneyStories(turn: Turn): Story[] {
  const spending = turn.now.players.flatMap(({ id }) =>
    (turn.now.campaigning[id] ?? []).map((row) => ({ id, ...row })),
  );
  return [
    ...tripStories(turn),
    ...wastedStory(turn, spending),
    ...bargainStory(turn, spending),
    ...pushStory(turn, spending),
  ];
}

/** One row of a candidate's campaigning. */
interface Spending extends Campaigning {
  id: SeatIdentifier;
}

/** The most crowded rich state, and the richest state with one visitor. */
function tripStories(turn: Turn): Story[] {
  const { players, fundraising } = turn.now;
  const trips = players.map(({ id }) => ({ id, states: (fundraising[id] ?? []).map(({ state }) => state) }));
  const visitors = countVisitors(trips.map(({ states }) => states));
  const visited = STATES.map(({ code, donation }) => ({ code, donation, count: visitors.get(code) ?? 0 }));
  const score = ({ donation, count }: (typeof visited)[number]) =>
    15 * (count - 2) + Math.floor(donation / 5);
  const crowded = bestOf(
    visited.filter(({ count }) => count >= NEWS.crowd),
    score,
  );
  const stories: Story[] = [];
  if (crowded !== undefined) {
    const { code, donation, count } = crowded;
    const words = {
      ...{ state: stateInText(code), count: numberWord(count), donation: dollars(donation) },
      raised: dollars(Math.floor(donation / count)),
    };
    stories.push(story('crowd', score(crowded), CROWD, words, code));
  }
  const rich = visited.filter(({ count, donation }) => count === 1 && donation >= NEWS.rich);
  const richest = bestOf(rich, ({ donation }) => donation);
  const visitor = trips.find(({ states }) => richest !== undefined && states.includes(richest.code));
  if (richest !== undefined && visitor !== undefined) {
    const { code, donation } = richest;
    const words = {
      ...candidate(turn, 'name', visitor.id),
      ...{ state: stateInText(code), raised: dollars(donation) },
    };
    stories.push(story('alone', 30 + Math.floor(donation / 4), ALONE, words, code));
  }
  return stories;
}

/** The leader with whom a candidate competes in a state: the party's before the conventions, the overall leader then. */
function leaderFor(now: State, { id, state }: Spending): SeatIdentifier {
  const leads = now.leaders[state];
  return countsOverall(now) ? leads.overall : leads[findPlayer(now, id)?.party ?? 'D'];
}

/** By how much the leader is ahead of a candidate; 0 for the leader. */
function marginOf(now: State, row: Spending): number {
  const leader = popularityIn(now.popularity, row.state, leaderFor(now, row));
  return leader - popularityIn(now.popularity, row.state, row.id);
}

/** Among whom a candidate competes in a state: within the party before the conventions. */
function amongWhom(now: State, { id }: Spending): string {
  return countsOverall(now) ? '' : ` among the ${PARTY_NAMES[findPlayer(now, id)?.party ?? 'D']}`;
}

/** The most money spent where the spender still trails a rival. */
function wastedStory(turn: Turn, spending: readonly Spending[]): Story[] {
  const { now } = turn;
  const wasted = spending.filter(
    (row) =>
      row.spent >= NEWS.wasted && marginOf(now, row) > 0 && areRivals(now, row.id, leaderFor(now, row)),
  );
  const most = bestOf(wasted, ({ spent }) => spent);
  if (most === undefined) return [];
  const words = {
    ...candidate(turn, 'spender', most.id),
    ...candidate(turn, 'leader', leaderFor(now, most)),
    ...{ state: stateInText(most.state), spent: dollars(most.spent), margin: points(marginOf(now, most)) },
    among: amongWhom(now, most),
  };
  return [story('wasted', Math.min(125, Math.floor((most.spent * 2) / 5)), WASTED, words, most.state)];
}

/** The largest state that changed hands for little money; after the conventions, from one party to the other. */
function bargainStory(turn: Turn, spending: readonly Spending[]): Story[] {
  const { now, before } = turn;
  const bargains = spending
    .filter(({ spent }) => spent <= NEWS.bargain)
    .filter(({ id, state }) => now.leaders[state].overall === id && before.leaders[state].overall !== id)
    .filter(({ id, state }) => !countsOverall(now) || areRivals(now, before.leaders[state].overall, id))
    .filter(({ state }) => stateOf(state).electoralVotes >= NEWS.bargainVotes);
  const score = ({ state, spent }: Spending) =>
    55 + 2 * stateOf(state).electoralVotes + (NEWS.bargain - spent);
  const best = bestOf(bargains, score);
  if (best === undefined) return [];
  const words = {
    ...candidate(turn, 'name', best.id),
    ...{ state: stateInText(best.state), spent: dollars(best.spent) },
    votes: String(stateOf(best.state).electoralVotes),
  };
  return [story('bargain', score(best), BARGAIN, words, best.state)];
}

/** The largest gain in one state, if it is one candidate's alone. */
function pushStory(turn: Turn, spending: readonly Spending[]): Story[] {
  const first = bestOf(spending, ({ gained }) => gained);
  if (first === undefined || first.gained < NEWS.push) return [];
  if (spending.some((row) => row !== first && row.gained === first.gained)) return [];
  const words = {
    ...candidate(turn, 'name', first.id),
    ...{ state: stateInText(first.state), spent: dollars(first.spent), gained: grouped(first.gained) },
  };
  return [story('push', Math.min(100, Math.floor(first.gained / 8)), PUSH, words, first.state)];
}
