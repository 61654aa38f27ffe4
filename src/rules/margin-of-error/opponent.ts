import type { SeatIdentifier } from '../ruleset.ts';
import {
  AD_PRICE,
  type Battleground,
  BLITZ_AD_PRICE,
  BOARD,
  type BoardState,
  type CapitalId,
  DIRECTION,
  INTERNET_FUNDS,
  isSmall,
  MAX_DAYS,
  MOST_ENDORSED,
  MOST_ENDORSED_VOTES,
  REGION_IDS,
  type RegionId,
  STATES_OF,
  TRACK_END,
} from './data.ts';
import { type Action, emptyWeek, type LastMinuteOrders, type Orders, type WeekOrders } from './orders.ts';
import { ownValue, winnerOf } from './polls.ts';
import { type Player, type Polls, playerOf, type State } from './state.ts';

/** MOE-13: the computer player. It uses no dice and only the public state. */

/** MOE-13.1: the value of a state by its own value, −5 … 5; on white it depends on the start. */
const VALUES = [0, 0, 6, 16, 30, 40, 70, 84, 94, 100, 100] as const;
const VALUE_OF_OWN_WHITE = 60;

/** MOE-13.2.1: the capital of a week, if it is still unused. */
const CAPITAL_OF_WEEK: Partial<Record<number, CapitalId>> = {
  1: 'internet-funds',
  3: 'media-blitz',
  5: 'endorsements',
  7: 'defining-speech',
  8: 'fact-check',
};

/** What the computer player looks at while it plans: the real state, and a board on which plans are noted. */
interface Plan {
  state: State;
  player: Player;
  board: Polls;
}

/** MOE-13: a legal sheet for a seat. */
export function opponent(state: State, seat: SeatIdentifier): Orders {
  const player = playerOf(state, seat);
  if (player === undefined || state.phase === 'over') return emptyWeek();
  const plan = { state, player, board: { ...state.polls } };
  return state.phase === 'week' ? planWeek(plan) : planLastMinute(plan);
}

/** MOE-13.1. */
function valueAt({ state, player }: Plan, code: Battleground, own: number): number {
  const startsHere = winnerOf(0, state.start[code]) === player.party;
  return own === 0 && startsHere ? VALUE_OF_OWN_WHITE : (VALUES[own + TRACK_END] as number);
}

/** MOE-13.1: what one square more is worth. */
function gainOf(plan: Plan, { code, votes }: BoardState): number {
  const own = ownValue(plan.board[code], plan.player.party);
  return votes * (valueAt(plan, code, Math.min(TRACK_END, own + 1)) - valueAt(plan, code, own));
}

/** MOE-13.1: what a token is worth that a stop here would earn. */
function bonusOf({ state, player }: Plan, { code }: BoardState): number {
  const winning = winnerOf(state.polls[code], state.start[code]) === player.party;
  return isSmall(code) && !player.tokens.includes(code) && !winning ? 300 : 0;
}

/** MOE-13.1: notes one square more for a state. */
function note({ board, player }: Plan, code: Battleground): void {
  const own = Math.min(TRACK_END, ownValue(board[code], player.party) + 1);
  board[code] = own * DIRECTION[player.party] + 0;
}

/** The entry with the greatest worth; of equals, the first. */
function best<T>(entries: readonly T[], worth: (entry: T) => number): T | undefined {
  let found: { entry: T; worth: number } | undefined;
  for (const entry of entries) {
    const here = worth(entry);
    if (found === undefined || here > found.worth) found = { entry, worth: here };
  }
  return found?.entry;
}

/** MOE-13.2. */
function planWeek(plan: Plan): WeekOrders {
  const { state, player } = plan;
  const wanted = CAPITAL_OF_WEEK[state.week] ?? null;
  const capital = wanted !== null && player.unused.includes(wanted) ? wanted : null;
  const endorse = capital === 'endorsements' ? planEndorsements(plan) : [];
  const raising = player.cash < 7 && state.week <= 8;
  const days = raising ? 2 : 4;
  const funds = player.cash + (capital === 'internet-funds' ? INTERNET_FUNDS : 0) + (raising ? 8 : 0);
  const price = capital === 'media-blitz' ? BLITZ_AD_PRICE : AD_PRICE;
  const regions = planAds(plan, days, funds, price);
  const stops = planStops(plan, days, regions);
  const mate = best(BOARD, (entry) => gainOf(plan, entry)) as BoardState;
  const actions: Action[] = [
    { do: 'media', days: raising ? 2 : 3 },
    ...(raising ? [{ do: 'fundraise', days: 3 } as const] : []),
    ...stops.map((code) => ({ do: 'campaign', state: code, days: 1, cover: false }) as const),
    ...regions.map((region) => ({ do: 'advertise', region, days: 1, cover: false }) as const),
    { do: 'vp', state: mate.code },
  ];
  return { actions, capital, endorse, coverWith: [] };
}

/** MOE-13.2.1. */
function planEndorsements(plan: Plan): Battleground[] {
  const taken: BoardState[] = [];
  for (let k = 0; k < MOST_ENDORSED; k += 1) {
    const room = MOST_ENDORSED_VOTES - taken.reduce((sum, { votes }) => sum + votes, 0);
    const open = BOARD.filter((entry) => !taken.includes(entry) && entry.votes <= room);
    const choice = best(open, (entry) => gainOf(plan, entry));
    if (choice === undefined) break;
    taken.push(choice);
    note(plan, choice.code);
  }
  return taken.map(({ code }) => code);
}

/** MOE-13.2.4. */
function planAds(plan: Plan, days: number, funds: number, price: number): RegionId[] {
  const chosen: RegionId[] = [];
  for (let k = 0; k < 2; k += 1) {
    if (days < 2 * (k + 1) || funds < price * (k + 1) + days - k - 1) break;
    const open = REGION_IDS.filter((region) => !chosen.includes(region));
    const worth = (region: RegionId) =>
      STATES_OF[region].reduce((sum, entry) => sum + gainOf(plan, entry), 0);
    const region = best(open, worth) as RegionId;
    chosen.push(region);
    for (const { code } of STATES_OF[region]) note(plan, code);
  }
  return chosen;
}

/** MOE-13.2.5. */
function planStops(plan: Plan, days: number, regions: readonly RegionId[]): Battleground[] {
  const stops: Battleground[] = [];
  const stopIn = (entries: readonly BoardState[]) => {
    const open = entries.filter(({ code }) => !stops.includes(code));
    const choice = best(open, (entry) => gainOf(plan, entry) + bonusOf(plan, entry)) as BoardState;
    stops.push(choice.code);
    note(plan, choice.code);
  };
  for (const region of regions) stopIn(STATES_OF[region]);
  while (stops.length + regions.length < days) stopIn(BOARD);
  return stops;
}

/** MOE-13.3. */
function planLastMinute(plan: Plan): LastMinuteOrders {
  const stops: LastMinuteOrders['stops'] = [];
  const tokensOn = (code: Battleground) => stops.find((stop) => stop.state === code)?.tokens ?? 0;
  for (const _ of plan.player.tokens) {
    const open = BOARD.filter(({ code }) => tokensOn(code) < MAX_DAYS);
    const { code } = best(open, (entry) => gainOf(plan, entry)) as BoardState;
    const row = stops.find((stop) => stop.state === code);
    if (row === undefined) stops.push({ state: code, tokens: 1 });
    else row.tokens += 1;
    note(plan, code);
  }
  return { stops };
}
