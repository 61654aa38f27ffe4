import { STATES, stateOf } from '../../../country.ts';
import { type Story, stateInText, story } from '../../../news.ts';
import { dollars, grouped, numberWord } from '../../../numbers.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { type Campaigning, findPlayer, popularityIn, type State } from '../../state.ts';
import { countVisitors } from '../../trips.ts';
import { countsOverall } from '../compare.ts';
import { candidate, points, type Turn } from './names.ts';
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
    ...spending.flatMap((row) => wastedStory(turn, row)),
    ...spending.flatMap((row) => bargainStory(turn, row)),
    ...pushStory(turn, spending),
  ];
}

/** One row of a candidate's campaigning. */
interface Spending extends Campaigning {
  id: SeatIdentifier;
}

/** Crowded states, and rich states with one visitor. */
function tripStories(turn: Turn): Story[] {
  const { players, fundraising } = turn.now;
  const trips = players.map(({ id }) => ({ id, states: (fundraising[id] ?? []).map(({ state }) => state) }));
  const visitors = countVisitors(trips.map(({ states }) => states));
  return STATES.flatMap(({ code, donation }): Story[] => {
    const count = visitors.get(code) ?? 0;
    const state = stateInText(code);
    if (count >= NEWS.crowd) {
      const words = {
        ...{ state, count: numberWord(count), donation: dollars(donation) },
        raised: dollars(Math.floor(donation / count)),
      };
      return [story('crowd', 15 * (count - 2) + Math.floor(donation / 5), CROWD, words)];
    }
    const only = trips.find(({ states }) => states.includes(code));
    if (count !== 1 || only === undefined || donation < NEWS.rich) return [];
    const words = { ...candidate(turn, 'name', only.id), state, raised: dollars(donation) };
    return [story('alone', 30 + Math.floor(donation / 4), ALONE, words)];
  });
}

/** The leader with whom a candidate competes in a state: the party's before the conventions, the overall leader then. */
function leaderFor(now: State, { id, state }: Spending): SeatIdentifier {
  const leads = now.leaders[state];
  return countsOverall(now) ? leads.overall : leads[findPlayer(now, id)?.party ?? 'D'];
}

/** Money spent where the spender still trails. */
function wastedStory(turn: Turn, row: Spending): Story[] {
  const { now } = turn;
  const leader = leaderFor(now, row);
  const margin =
    popularityIn(now.popularity, row.state, leader) - popularityIn(now.popularity, row.state, row.id);
  if (leader === row.id || margin === 0 || row.spent < NEWS.wasted) return [];
  return [
    story('wasted', Math.min(125, Math.floor((row.spent * 2) / 5)), WASTED, {
      ...candidate(turn, 'spender', row.id),
      ...candidate(turn, 'leader', leader),
      state: stateInText(row.state),
      spent: dollars(row.spent),
      margin: points(margin),
    }),
  ];
}

/** A large state that changed hands for little money. */
function bargainStory(turn: Turn, { id, state, spent }: Spending): Story[] {
  const isNew = turn.now.leaders[state].overall === id && turn.before.leaders[state].overall !== id;
  const { electoralVotes } = stateOf(state);
  if (!isNew || spent > NEWS.bargain || electoralVotes < NEWS.bargainVotes) return [];
  return [
    story('bargain', 55 + 2 * electoralVotes + (NEWS.bargain - spent), BARGAIN, {
      ...candidate(turn, 'name', id),
      state: stateInText(state),
      votes: String(electoralVotes),
      spent: dollars(spent),
    }),
  ];
}

/** The largest gain in one state, if it is one candidate's alone. */
function pushStory(turn: Turn, spending: readonly Spending[]): Story[] {
  const [first, second] = [...spending].sort((a, b) => b.gained - a.gained);
  if (first === undefined || first.gained < NEWS.push || first.gained === second?.gained) return [];
  return [
    story('push', Math.min(100, Math.floor(first.gained / 8)), PUSH, {
      ...candidate(turn, 'name', first.id),
      state: stateInText(first.state),
      spent: dollars(first.spent),
      gained: grouped(first.gained),
    }),
  ];
}
