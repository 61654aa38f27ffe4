import {
  type Battleground,
  BOARD,
  type BoardState,
  type CapitalId,
  DIRECTION,
  INTERNET_FUNDS,
  isSmall,
  MAX_ENDORSED,
  MAX_ENDORSED_VOTES,
  MAX_PER_ROW,
  pricePerDay,
  REGION_IDS,
  REGION_STATES,
  type RegionId,
  TRACK_END,
} from '../data.ts';
import type { Action, LastMinuteOrders, Orders, WeekOrders } from '../orders.ts';
import { ownValue, winnerOf } from '../polls.ts';
import type { Player, Polls, State } from '../state.ts';

/** MOE-13: the computer candidate at the standard grade. It uses no dice and only the public state. */

/** MOE-13.1: the value of a state by its own value from −5 to 5. On white it depends on the start. */
export const VALUES = [0, 0, 6, 16, 30, 40, 70, 84, 94, 100, 100] as const;
export const VALUE_OF_OWN_WHITE = 60;

/** MOE-13.2.1: the capital of a week, if it is still unused. */
export const CAPITAL_OF_WEEK: Partial<Record<number, CapitalId>> = {
  1: 'internet-funds',
  3: 'media-blitz',
  5: 'endorsements',
  7: 'defining-speech',
  8: 'fact-check',
};

/** The state of planning: the real state of the game, and a board on which planned squares are already counted. */
interface Plan {
  state: State;
  player: Player;
  board: Polls;
}

/** MOE-13: the orders of a computer candidate. */
export function planStandard(state: State, player: Player): Orders {
  const plan = { state, player, board: { ...state.polls } };
  return state.phase === 'week' ? planWeek(plan) : planLastMinute(plan);
}

/** MOE-13.1: the value of a state if its own value were `own`. */
function valueAt({ state, player }: Plan, code: Battleground, own: number): number {
  const startsHere = winnerOf(0, state.start[code]) === player.party;
  return own === 0 && startsHere ? VALUE_OF_OWN_WHITE : (VALUES[own + TRACK_END] as number);
}

/** MOE-13.1: the gain of one more square in a state. */
export function gainOf(plan: Plan, { code, votes }: BoardState): number {
  const own = ownValue(plan.board[code], plan.player.party);
  return votes * (valueAt(plan, code, Math.min(TRACK_END, own + 1)) - valueAt(plan, code, own));
}

/** MOE-13.1: the bonus for a stop that would earn a token. */
function tokenBonus({ state, player }: Plan, { code }: BoardState): number {
  const winning = winnerOf(state.polls[code], state.start[code]) === player.party;
  return isSmall(code) && !player.tokens.includes(code) && !winning ? 300 : 0;
}

/** MOE-13.1: counts one more square for a state on the board. */
function planSquare({ board, player }: Plan, code: Battleground): void {
  const own = Math.min(TRACK_END, ownValue(board[code], player.party) + 1);
  board[code] = own * DIRECTION[player.party] + 0;
}

/** The entry with the greatest worth; equal: the first. Undefined if there are no entries. */
export function best<T>(entries: readonly T[], worth: (entry: T) => number): T | undefined {
  let found: { entry: T; worth: number } | undefined;
  for (const entry of entries) {
    const own = worth(entry);
    if (found === undefined || own > found.worth) found = { entry, worth: own };
  }
  return found?.entry;
}

/** MOE-13.2: a week. */
function planWeek(plan: Plan): WeekOrders {
  const { state, player } = plan;
  const preferred = CAPITAL_OF_WEEK[state.week] ?? null;
  const capital = preferred !== null && player.unused.includes(preferred) ? preferred : null;
  const endorse = capital === 'endorsements' ? planEndorsements(plan) : [];
  const isFundraising = player.cash < 7 && state.week <= 8;
  const days = isFundraising ? 2 : 4;
  const funds = player.cash + (capital === 'internet-funds' ? INTERNET_FUNDS : 0) + (isFundraising ? 8 : 0);
  const regions = planAds(plan, days, funds, pricePerDay('advertise', capital));
  const stops = planStops(plan, days, regions);
  const mate = best(BOARD, (entry) => gainOf(plan, entry)) as BoardState;
  const actions: Action[] = [
    { do: 'media', days: isFundraising ? 2 : 3 },
    ...(isFundraising ? [{ do: 'fundraise', days: 3 } as const] : []),
    ...stops.map((code) => ({ do: 'campaign', state: code, days: 1, cover: false }) as const),
    ...regions.map((region) => ({ do: 'advertise', region, days: 1, cover: false }) as const),
    { do: 'vp', state: mate.code },
  ];
  return { actions, capital, endorse, coverWith: [] };
}

/** MOE-13.2.1: the states of Endorsements. */
function planEndorsements(plan: Plan): Battleground[] {
  const taken: BoardState[] = [];
  while (taken.length < MAX_ENDORSED) {
    const room = MAX_ENDORSED_VOTES - taken.reduce((sum, { votes }) => sum + votes, 0);
    const open = BOARD.filter((entry) => !taken.includes(entry) && entry.votes <= room);
    const choice = best(open, (entry) => gainOf(plan, entry));
    if (choice === undefined) break;
    taken.push(choice);
    planSquare(plan, choice.code);
  }
  return taken.map(({ code }) => code);
}

/** MOE-13.2.4: up to two ads, one day each. */
export function planAds(plan: Plan, days: number, funds: number, price: number): RegionId[] {
  const chosen: RegionId[] = [];
  for (let ads = 1; ads <= 2; ads += 1) {
    if (days < 2 * ads || funds < price * ads + days - ads) break;
    const open = REGION_IDS.filter((region) => !chosen.includes(region));
    const worth = (region: RegionId) =>
      REGION_STATES[region].reduce((sum, entry) => sum + gainOf(plan, entry), 0);
    const region = best(open, worth) as RegionId;
    chosen.push(region);
    for (const { code } of REGION_STATES[region]) planSquare(plan, code);
  }
  return chosen;
}

/** MOE-13.2.5: the stops, one day each. */
export function planStops(plan: Plan, days: number, regions: readonly RegionId[]): Battleground[] {
  const stops: Battleground[] = [];
  const stopIn = (entries: readonly BoardState[]) => {
    const open = entries.filter(({ code }) => !stops.includes(code));
    const choice = best(open, (entry) => gainOf(plan, entry) + tokenBonus(plan, entry)) as BoardState;
    stops.push(choice.code);
    planSquare(plan, choice.code);
  };
  for (const region of regions) stopIn(REGION_STATES[region]);
  while (stops.length + regions.length < days) stopIn(BOARD);
  return stops;
}

/** MOE-13.3: the last-minute stops. */
export function planLastMinute(plan: Plan): LastMinuteOrders {
  const stops: LastMinuteOrders['stops'] = [];
  const tokensOn = (code: Battleground) => stops.find((stop) => stop.state === code)?.tokens ?? 0;
  for (const _ of plan.player.tokens) {
    const open = BOARD.filter(({ code }) => tokensOn(code) < MAX_PER_ROW);
    const { code } = best(open, (entry) => gainOf(plan, entry)) as BoardState;
    const row = stops.find((stop) => stop.state === code);
    if (row === undefined) stops.push({ state: code, tokens: 1 });
    else row.tokens += 1;
    planSquare(plan, code);
  }
  return { stops };
}
