import {
  AREA_CODES,
  type AreaCode,
  BOARD_STATES,
  type BoardState,
  LIMITS,
  type SpecialCode,
  STATES_BY_VOTES,
} from '../../../src/rules/electoral-barrage/data.ts';
import { countOf, othersOf, type State, topOf } from '../../../src/rules/electoral-barrage/state.ts';
import type { SeatIdentifier } from '../../../src/rules/ruleset.ts';
import type { Chance } from '../chance.ts';
import type { Contestant } from '../contest.ts';

/** Simple strategies for Electoral Barrage. Each sends a plan and attack ads; all else on the sheet stays blank. */

/** How a strategy ranks areas, best first. The same area can be listed as often as it has places. */
type Ranking = (state: State, seat: SeatIdentifier, chance: Chance) => AreaCode[];

function planner(name: string, ranking: Ranking): Contestant<State> {
  return {
    name,
    sheet(state, seat, chance) {
      if (state.phase !== 'round') return {};
      const plan = ranking(state, seat, chance).slice(0, LIMITS.plan);
      return { plan: plan.map((area) => ({ area })), ads: [{ area: 'MINE' }, { area: 'ANY' }] };
    },
  };
}

/** A state once for each of its stars. */
const allPlaces = ({ code, stars }: BoardState): AreaCode[] => Array(stars).fill(code);

const inAll = (states: readonly BoardState[]) => states.flatMap(allPlaces);

/** The states that the seat does not lead first. */
const notLedFirst = (state: State, seat: SeatIdentifier, states: readonly BoardState[]) =>
  states.toSorted((a, b) => Number(state.leader[a.code] === seat) - Number(state.leader[b.code] === seat));

/** One special area in every place, then the biggest states that the seat does not lead. */
function firstIn(special: SpecialCode): Ranking {
  return (state, seat) => [
    ...Array<AreaCode>(3).fill(special),
    ...inAll(notLedFirst(state, seat, STATES_BY_VOTES)),
  ];
}

/** The votes that a success would win or take from the leader, times the chance of a roll in six. */
function gainByOdds(state: State, seat: SeatIdentifier, { code, votes, stars, need }: BoardState): number {
  const held = state.tokens[code];
  if (countOf(held, seat) === stars) return 0;
  const [strongest] = topOf(held, othersOf(state, seat));
  const after = [...held, seat];
  if (held.length === stars) after.splice(after.indexOf(strongest as SeatIdentifier), 1);
  const ids = state.players.map(({ id }) => id);
  const share = (tokens: readonly SeatIdentifier[]) => {
    const top = topOf(tokens, ids);
    return top.includes(seat) ? 60 / top.length : 0;
  };
  return (7 - need) * votes * (share(after) - share(held));
}

const greedy: Ranking = (state, seat) => {
  const gains = BOARD_STATES.map((one) => ({ one, gain: gainByOdds(state, seat, one) }));
  return gains.toSorted((a, b) => b.gain - a.gain).map(({ one }) => one.code);
};

/** The regions of the Census Bureau. */
const REGIONS: readonly string[] = [
  'CT MA ME NH NJ NY PA RI VT',
  'IA IL IN KS MI MN MO ND NE OH SD WI',
  'AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV',
  'AK AZ CA CO HI ID MT NM NV OR UT WA WY',
];

/** A region of the country for each seat, by its place at the table. */
const homeRegion: Ranking = (state, seat) => {
  const at = state.players.findIndex(({ id }) => id === seat);
  const home = (REGIONS[at % REGIONS.length] as string).split(' ');
  return inAll(
    notLedFirst(
      state,
      seat,
      STATES_BY_VOTES.filter(({ code }) => home.includes(code)),
    ),
  );
};

export const STRATEGIES: readonly Contestant<State>[] = [
  planner('random areas', (_state, _seat, chance) => chance.shuffled(AREA_CODES)),
  planner('the biggest states', () => inAll(STATES_BY_VOTES)),
  planner('the biggest states not led', (state, seat) => inAll(notLedFirst(state, seat, STATES_BY_VOTES))),
  planner('one-star states only', (state, seat) =>
    inAll(
      notLedFirst(
        state,
        seat,
        STATES_BY_VOTES.filter(({ stars }) => stars === 1),
      ),
    ),
  ),
  planner('its home region only', homeRegion),
  planner('recruits first', firstIn('RECRUIT')),
  planner('town halls first', firstIn('TOWN')),
  planner('attack ads first', firstIn('ADS')),
  planner('absentee ballots first', firstIn('BALLOT')),
  planner('greedy by odds', greedy),
];
