import type { Party } from '../parties.ts';

/** The tables of the game: board, charts, prices. Each cites its rule. */

/** MOE-2.3: the direction in which a party pushes a poll. */
export const DIRECTION = { D: -1, R: 1 } as const satisfies Record<Party, number>;

/** MOE-2.2: the regions in board order; a region die of n names the nth. */
export const REGION_IDS = ['rust-belt', 'atlantic', 'pacific', 'southeast', 'midwest', 'plains'] as const;
export type RegionId = (typeof REGION_IDS)[number];

export const REGION_NAMES: Record<RegionId, string> = {
  'rust-belt': 'Rust Belt',
  atlantic: 'Atlantic',
  pacific: 'Pacific',
  southeast: 'Southeast',
  midwest: 'Midwest',
  plains: 'Plains',
};

/**
 * MOE-2.1: the twenty battleground states in board order. `die` is the first and the last result of the state die that
 * names the state within its region; `start` is the poll at the start of a game.
 */
const BOARD_TABLE = [
  { code: 'PA', name: 'Pennsylvania', region: 'rust-belt', votes: 21, die: [1, 2], start: -2 },
  { code: 'MI', name: 'Michigan', region: 'rust-belt', votes: 17, die: [3, 4], start: -2 },
  { code: 'WI', name: 'Wisconsin', region: 'rust-belt', votes: 10, die: [5, 6], start: -2 },
  { code: 'NJ', name: 'New Jersey', region: 'atlantic', votes: 15, die: [1, 3], start: -2 },
  { code: 'VA', name: 'Virginia', region: 'atlantic', votes: 13, die: [4, 5], start: 2 },
  { code: 'NH', name: 'New Hampshire', region: 'atlantic', votes: 4, die: [6, 6], start: -2 },
  { code: 'WA', name: 'Washington', region: 'pacific', votes: 11, die: [1, 2], start: -2 },
  { code: 'CO', name: 'Colorado', region: 'pacific', votes: 9, die: [3, 4], start: -1 },
  { code: 'OR', name: 'Oregon', region: 'pacific', votes: 7, die: [5, 5], start: -2 },
  { code: 'NM', name: 'New Mexico', region: 'pacific', votes: 5, die: [6, 6], start: -1 },
  { code: 'FL', name: 'Florida', region: 'southeast', votes: 27, die: [1, 3], start: 2 },
  { code: 'NC', name: 'North Carolina', region: 'southeast', votes: 15, die: [4, 5], start: 2 },
  { code: 'WV', name: 'West Virginia', region: 'southeast', votes: 5, die: [6, 6], start: 3 },
  { code: 'OH', name: 'Ohio', region: 'midwest', votes: 20, die: [1, 3], start: 1 },
  { code: 'IN', name: 'Indiana', region: 'midwest', votes: 11, die: [4, 5], start: 3 },
  { code: 'IA', name: 'Iowa', region: 'midwest', votes: 7, die: [6, 6], start: 1 },
  { code: 'MO', name: 'Missouri', region: 'plains', votes: 11, die: [1, 2], start: 2 },
  { code: 'MN', name: 'Minnesota', region: 'plains', votes: 10, die: [3, 4], start: -2 },
  { code: 'NV', name: 'Nevada', region: 'plains', votes: 5, die: [5, 5], start: -1 },
  { code: 'MT', name: 'Montana', region: 'plains', votes: 3, die: [6, 6], start: 3 },
] as const;

/** Postal code of a battleground state. */
export type Battleground = (typeof BOARD_TABLE)[number]['code'];

export interface BoardState {
  code: Battleground;
  name: string;
  region: RegionId;
  votes: number;
  die: readonly [number, number];
  start: number;
}

export const BOARD: readonly BoardState[] = BOARD_TABLE;

/** The twenty codes in board order. */
export const BATTLEGROUND_CODES: readonly Battleground[] = BOARD.map((state) => state.code);

const BY_CODE: ReadonlyMap<string, BoardState> = new Map(BOARD.map((state) => [state.code, state]));

/** Whether a text is the code of a battleground state, in capitals. */
export function isBattleground(code: string): code is Battleground {
  return BY_CODE.has(code);
}

/** The battleground state with a code. */
export function boardState(code: Battleground): BoardState {
  return BY_CODE.get(code) as BoardState;
}

/** Whether a text is the id of a region. */
export function isRegion(id: string): id is RegionId {
  return (REGION_IDS as readonly string[]).includes(id);
}

function statesIn(region: RegionId): readonly BoardState[] {
  return BOARD.filter((state) => state.region === region);
}

/** MOE-2.2: a region's states, top to bottom. */
export const REGION_STATES: Record<RegionId, readonly BoardState[]> = {
  'rust-belt': statesIn('rust-belt'),
  atlantic: statesIn('atlantic'),
  pacific: statesIn('pacific'),
  southeast: statesIn('southeast'),
  midwest: statesIn('midwest'),
  plains: statesIn('plains'),
};

/** MOE-2.2: the region that a region die names. */
export function regionOfDie(die: number): RegionId {
  return REGION_IDS[die - 1] as RegionId;
}

/** MOE-2.1: the state that a region die and a state die name. */
export function rolledState(regionDie: number, stateDie: number): Battleground {
  const inRegion = REGION_STATES[regionOfDie(regionDie)];
  const state = inRegion.find(({ die: [first, last] }) => first <= stateDie && stateDie <= last);
  return (state as BoardState).code;
}

/** A list from `first` on to its end, then from its beginning to the entry before `first`: “down the list and around”. */
export function cycleFrom<T>(list: readonly T[], first: T): T[] {
  const at = list.indexOf(first);
  return [...list.slice(at), ...list.slice(0, at)];
}

/** A record with one value for each battleground state, its keys in board order. */
export function byBattleground<T>(value: (state: BoardState) => T): Record<Battleground, T> {
  return Object.fromEntries(BOARD.map((state) => [state.code, value(state)])) as Record<Battleground, T>;
}

/** MOE-2.8: whether a state is small, so that it gives a token. */
export function isSmall(code: Battleground): boolean {
  return boardState(code).votes <= 9;
}

/** MOE-2.7: the votes that each party has without any battleground state. */
export const BASE_VOTES: Record<Party, number> = { D: 155, R: 157 };

/** MOE-2.7: the states behind the base votes, for the map only. */
export const BASE_STATES = {
  D: ['CA', 'CT', 'DC', 'DE', 'HI', 'IL', 'MA', 'MD', 'ME', 'NY', 'RI', 'VT'],
  R: [
    ...['AK', 'AL', 'AR', 'AZ', 'GA', 'ID', 'KS', 'KY', 'LA', 'MS'],
    ...['NE', 'ND', 'OK', 'SC', 'SD', 'TN', 'TX', 'UT', 'WY'],
  ],
} as const;

/** MOE-2.4: the last square of the track on either side of white. */
export const TRACK_END = 5;

/** MOE-2.5: the first square on which a state is safe. */
export const SAFE_FROM = 4;

/** MOE-2.9: the squares that a total is worth (the campaign adjustment). */
export function squaresFor(total: number): number {
  if (total <= 2) return 0;
  if (total <= 5) return 1;
  if (total <= 10) return 2;
  return total <= 12 ? 3 : 4;
}

/** MOE-2.10: dollars that are added to the fundraising die, by days. */
export const FUNDRAISING_BONUS = [0, 0, 3, 6] as const;

/** MOE-2.11: what is added to the total of stops and ads, by media days. */
export const MEDIA_BONUS = [-1, 0, 1, 2] as const;

/** MOE-2.12, 2.13: amounts in dollars; prices are for one day. */
export const START_CASH = 10;
export const MAX_CASH = 20;
export const STOP_PRICE = 1;
export const AD_PRICE = 5;
export const BLITZ_AD_PRICE = 3;
export const INTERNET_FUNDS = 5;

/** MOE-2.12: the dollars that one day of an action costs in a week with this capital. Other actions are free. */
export function pricePerDay(action: string | null, capital: string | null): number {
  if (action === 'campaign') return STOP_PRICE;
  if (action !== 'advertise') return 0;
  return capital === 'media-blitz' ? BLITZ_AD_PRICE : AD_PRICE;
}

/** MOE-4.3: the days of a week. */
export const DAYS = 7;

/** MOE-4.3, 4.5: the most days, or last-minute tokens, of one row. */
export const MAX_PER_ROW = 3;

/** MOE-4.3, 4.5: the most rows of a sheet. */
export const MAX_ROWS = 8;

/** MOE-4.1: the number of weeks. */
export const WEEKS = 9;

/** MOE-2.13: political capital in its fixed order. */
export const CAPITAL_IDS = [
  'internet-funds',
  'endorsements',
  'media-blitz',
  'fact-check',
  'defining-speech',
] as const;
export type CapitalId = (typeof CAPITAL_IDS)[number];

export const CAPITAL_NAMES: Record<CapitalId, string> = {
  'internet-funds': 'Internet Funds',
  endorsements: 'Endorsements',
  'media-blitz': 'Media Blitz',
  'fact-check': 'Fact Check',
  'defining-speech': 'Defining Speech',
};

/** MOE-2.13: what each piece does as the week's action. */
export const CAPITAL_EFFECTS: Record<CapitalId, string> = {
  'internet-funds': '$5 right away',
  endorsements: 'one square in one to three states with at most 40 votes in all',
  'media-blitz': 'advertising costs $3 a day this week',
  'fact-check': 'the other side makes one stop fewer this week',
  'defining-speech': 'your stops and ads ignore safety this week',
};

/** Whether a text is the id of a piece of political capital. */
export function isCapital(id: string): id is CapitalId {
  return (CAPITAL_IDS as readonly string[]).includes(id);
}

/** MOE-2.13: how many states Endorsements can name, and how many electoral votes they may have together. */
export const MAX_ENDORSED = 3;
export const MAX_ENDORSED_VOTES = 40;

/** MOE-2.14: the final margin for the total of two dice. */
export function finalMargin(total: number): number {
  if (total === 2) return -3;
  if (total <= 4) return -2;
  if (total <= 6) return -1;
  if (total === 7) return 0;
  if (total <= 9) return 1;
  return total <= 11 ? 2 : 3;
}

/** MOE-2.15: the strengths of the automatic opponent. */
export const STRENGTHS = ['gentle', 'even', 'tough'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** MOE-2.15: the automatic opponent's stops in weeks 1 to 9, by strength. */
export const STOPS: Record<Strength, readonly number[]> = {
  gentle: [2, 2, 2, 2, 2, 3, 3, 3, 3],
  even: [2, 2, 3, 3, 3, 4, 4, 4, 5],
  tough: [2, 3, 3, 4, 4, 5, 5, 6, 6],
};

/** MOE-2.15: the weeks in which the automatic opponent advertises. */
export const AD_WEEKS: readonly number[] = [3, 6, 9];

/** MOE-6.7: the squares of the automatic opponent's stops and ads; for ads on doubles, the second figure. */
export const AUTOMATIC_SQUARES = 2;
export const AUTOMATIC_SQUARES_ON_DOUBLES = 3;
