import { byState, isStateCode, STATE_CODES, type StateCode, stateOf } from '../country.ts';

/** EB-3.1: fewest and most players. */
export const SEATS = { min: 2, max: 8 } as const;

/** EB-3.2: the GM may choose 1 to 12 rounds. */
export const ROUNDS = { min: 1, max: 12 } as const;

/** EB-3.2, EB-3.3: with this many players or more, the game is short, has more places, and each player is dealt one card. */
const MANY_PLAYERS = 5;

/** Whether a game has so many players that it is short and has more places (EB-2.2, EB-3.2, EB-3.3). */
export function isCrowded(players: number): boolean {
  return players >= MANY_PLAYERS;
}

/** EB-3.2: the rounds of a game for which the GM chose no number. */
export function defaultRounds(players: number): number {
  return isCrowded(players) ? 5 : 9;
}

/** EB-2.5: a player's staffers at the start and at most. */
export const STAFFERS = { start: 4, most: 9 } as const;

/** EB-3.4: the most tokens of a kind in a bank of a setup. */
export const MAX_BANK = 99;

/** EB-2.4: the War Hero's free absentee ballots. */
export const FREE_BALLOTS = 3;

/** EB-4.2, EB-4.3: how much fits on a sheet. */
export const LIMITS = { plan: 18, targets: 7, ads: 6, followUp: 10, ballots: 20, press: 75 } as const;

/** EB-4.2, EB-4.3: least and most of each whole number on a sheet. */
export const RANGES = {
  when: [1, 9],
  before: [0, 2],
  after: [0, 4],
  adsMost: [0, 9],
  double: [0, 9],
  most: [0, 9],
} as const;

/** EB-4.2: what blank numbers mean. */
export const BLANK = { when: 5, after: 1, double: 1 } as const;

/** EB-2.1: the class of a state. It says how many stars the state has and which roll it needs. */
export type StateClass = 'red' | 'blue' | 'white';

/** EB-2.1: stars (as many as areas for staffers) and the roll that is needed. */
export const CLASSES: Readonly<Record<StateClass, { stars: number; need: number }>> = {
  red: { stars: 1, need: 2 },
  blue: { stars: 2, need: 4 },
  white: { stars: 3, need: 5 },
};

/** EB-2.1: the white states by electoral votes. */
const WHITE: Partial<Record<StateCode, number>> = { CA: 55, TX: 38, FL: 29, NY: 29 };

/** EB-2.1: the blue states by electoral votes. */
const BLUE: Partial<Record<StateCode, number>> = {
  ...{ IL: 20, PA: 20, OH: 18, GA: 16, MI: 16, NC: 15, NJ: 14, VA: 13, WA: 12 },
  ...{ AZ: 11, IN: 11, MA: 11, TN: 11, MD: 10, MN: 10, MO: 10, WI: 10 },
};

/** EB-2.1: the red states: electoral votes and red neighbors. */
const RED: Partial<Record<StateCode, [votes: number, neighbors: string]>> = {
  AK: [3, ''],
  AL: [9, 'MS'],
  AR: [6, 'LA MS OK'],
  CO: [9, 'KS NE NM OK UT WY'],
  CT: [7, 'RI'],
  DC: [3, ''],
  DE: [3, ''],
  HI: [4, ''],
  IA: [6, 'NE SD'],
  ID: [4, 'MT NV OR UT WY'],
  KS: [6, 'CO NE OK'],
  KY: [8, 'WV'],
  LA: [8, 'AR MS'],
  ME: [4, 'NH'],
  MS: [6, 'AL AR LA'],
  MT: [3, 'ID ND SD WY'],
  ND: [3, 'MT SD'],
  NE: [5, 'CO IA KS SD WY'],
  NH: [4, 'ME VT'],
  NM: [5, 'CO OK'],
  NV: [6, 'ID OR UT'],
  OK: [7, 'AR CO KS NM'],
  OR: [7, 'ID NV'],
  RI: [4, 'CT'],
  SC: [9, ''],
  SD: [3, 'IA MT ND NE WY'],
  UT: [6, 'CO ID NV WY'],
  VT: [3, 'NH'],
  WV: [5, 'KY'],
  WY: [3, 'CO ID MT NE SD UT'],
};

/** EB-2.1: a state of this game, with the electoral votes of the 2010 census. */
export interface BoardState {
  code: StateCode;
  name: string;
  votes: number;
  class: StateClass;
  /** As many as areas for staffers. */
  stars: number;
  /** The roll that is needed. */
  need: number;
  /** Red neighbors of a red state in code order; none of the others. */
  redNeighbors: StateCode[];
}

const BOARD = byState(({ code, name }): BoardState => {
  const [redVotes = 0, neighbors = ''] = RED[code] ?? [];
  const kind: StateClass = WHITE[code] !== undefined ? 'white' : BLUE[code] !== undefined ? 'blue' : 'red';
  return {
    ...{ code, name, votes: WHITE[code] ?? BLUE[code] ?? redVotes, class: kind },
    ...CLASSES[kind],
    redNeighbors: neighbors.split(' ').filter(isStateCode),
  };
});

/** The state with a code. */
export function boardState(code: StateCode): BoardState {
  return BOARD[code];
}

/** All 51 states in code order. */
export const BOARD_STATES: readonly BoardState[] = STATE_CODES.map(boardState);

/** EB-6.6: the states in the order in which staffers without a row look for a place: few stars, many votes, code order. */
export const STAND_BY_STATES: readonly BoardState[] = BOARD_STATES.toSorted(
  (a, b) => a.stars - b.stars || b.votes - a.votes,
);

/** EB-6.16, EB-9.8: the states by electoral votes, most first, ties in code order. */
export const STATES_BY_VOTES: readonly BoardState[] = BOARD_STATES.toSorted((a, b) => b.votes - a.votes);

/** EB-2.2: the codes of the special areas, in the order of the rule. */
export const SPECIAL_CODES = ['RECRUIT', 'TOWN', 'ADS', 'BALLOT'] as const;
export type SpecialCode = (typeof SPECIAL_CODES)[number];

/** EB-2.2: name, roll needed, and places with few and with many players. */
const SPECIALS: Readonly<Record<SpecialCode, { name: string; need: number; places: [number, number] }>> = {
  RECRUIT: { name: 'Staffer recruitment', need: 5, places: [2, 2] },
  TOWN: { name: 'Town hall meeting', need: 4, places: [3, 3] },
  ADS: { name: 'Attack ads', need: 5, places: [2, 3] },
  BALLOT: { name: 'Absentee ballots', need: 5, places: [2, 3] },
};

/** EB-2.3: the code of a state or of a special area. */
export type AreaCode = StateCode | SpecialCode;

/** EB-2.3: all 55 area codes in code order, which is ASCII order. */
export const AREA_CODES: readonly AreaCode[] = [...STATE_CODES, ...SPECIAL_CODES].toSorted(byCode);

const AREA_SET: ReadonlySet<string> = new Set(AREA_CODES);

/** Whether a text is an area code, in capitals. */
export function isAreaCode(code: string): code is AreaCode {
  return AREA_SET.has(code);
}

/** EB-2.3: compares two codes in ASCII order. */
export function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The name of an area: `California`, `Town hall meeting`. */
export function areaName(area: AreaCode): string {
  return isStateCode(area) ? stateOf(area).name : SPECIALS[area].name;
}

/** EB-2.1, EB-2.2: the roll that a staffer needs in an area. */
export function neededIn(area: AreaCode): number {
  return isStateCode(area) ? BOARD[area].need : SPECIALS[area].need;
}

/** EB-2.3: the electoral votes of an area; 0 for a special area. */
export function votesOf(area: AreaCode): number {
  return isStateCode(area) ? BOARD[area].votes : 0;
}

/**
 * EB-6.5: how many staffers fit in an area in one round.
 * @param players how many players the game has
 * @param isBlueCollar whether it is for the Blue-Collar Worker, who has a third place in recruitment (EB-2.4)
 */
export function placesIn(area: AreaCode, players: number, isBlueCollar: boolean): number {
  if (isStateCode(area)) return BOARD[area].stars;
  const [few, many] = SPECIALS[area].places;
  return (isCrowded(players) ? many : few) + (area === 'RECRUIT' && isBlueCollar ? 1 : 0);
}
