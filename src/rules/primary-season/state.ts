import type { SeatIdentifier } from '../ruleset.ts';
import {
  ALL_MONEY,
  byPrimary,
  type ItemId,
  type ORDERS_OF_PLAY,
  type PACES,
  PRIMARIES,
  PRIMARY_CODES,
  type PrimaryCode,
  primary,
} from './data.ts';

/** PS-3.2: the options of a game. */
export interface Options {
  pace: (typeof PACES)[number];
  order: (typeof ORDERS_OF_PLAY)[number];
  maxTurns: number;
}

/** PS-4.1: the sheet that is owed next. */
export type Phase = 'turn' | 'roll' | 'spend' | 'over';

/** A player (section 8). */
export interface Player {
  id: SeatIdentifier;
  /** Marks on the staff track. */
  staff: number;
  /** In dollars. */
  funds: number;
  /** In item order. */
  items: ItemId[];
  marks: Record<PrimaryCode, number>;
  /** The dice that lie before the player. */
  dice: number[];
  /** PS-7.1: derived from `places` and `marks`. */
  delegates: number;
  firsts: number;
  popular: number;
}

/** The players of each state in the order of their places. */
export type Places = Record<PrimaryCode, SeatIdentifier[]>;

/** A player's latest re-rolls (section 8). `reroll` and `second` are die numbers, counted from 1. */
export interface Rolls {
  id: SeatIdentifier;
  sheet: boolean;
  before: number[];
  reroll: number[];
  after: number[];
  second: number[];
  final: number[];
}

/** An item that was bought, with the marks it made, in the order in which they were made. */
export interface Purchase {
  item: ItemId;
  price: number;
  marks: Partial<Record<PrimaryCode, number>>;
}

/** Votes that were placed. `row` is the index in `votes`, null if automatic. */
export interface Placing {
  where: 'STAFF' | PrimaryCode;
  marks: number;
  row: number | null;
}

/** A place that was taken. */
export interface Win {
  state: PrimaryCode;
  place: number;
  delegates: number;
}

/** PS-6.8, PS-6.10: why a row was skipped. */
export type Why =
  | 'owned'
  | 'issue-limit'
  | 'closed'
  | 'votes'
  | 'funds'
  | 'no-use'
  | 'full'
  | 'place'
  | 'whole';

/** A row of `shop` or `votes` that was skipped. */
export interface Skip {
  field: string;
  why: Why;
}

/** A player's latest action (section 8). */
export interface Action {
  id: SeatIdentifier;
  sheet: boolean;
  /** How many dice that show 1 were taken as what. */
  ones: { money: number; votes: number };
  /** The turn's votes. */
  votes: number;
  /** Dollars before and after the limit of the pile. */
  earned: number;
  collected: number;
  bought: Purchase[];
  placed: Placing[];
  /** Votes that were not used. */
  lost: number;
  won: Win[];
  /** Dice gained. */
  hired: number;
  skipped: Skip[];
}

/** A game between two processings. */
export interface State {
  options: Options;
  /** Turns finished. */
  turn: number;
  phase: Phase;
  /** The number of the last turn (PS-6.13); null while it is not known. */
  lastTurn: number | null;
  /** In players' order. */
  players: Player[];
  places: Places;
  /** In acting order. */
  rolls: Rolls[];
  actions: Action[];
}

/** The sheets of a processing by seat: raw orders, or null or no key if no sheet came. */
export type RawSheets = Readonly<Record<SeatIdentifier, unknown>>;

/** The player of a seat; undefined if the game has none. */
export function findPlayer(state: Pick<State, 'players'>, seat: SeatIdentifier): Player | undefined {
  return state.players.find(({ id }) => id === seat);
}

/** PS-4.2: the seats in the order in which they act in turn `turn`, counted from 1. */
export function actingOrder(state: Pick<State, 'options' | 'players'>, turn: number): SeatIdentifier[] {
  const ids = state.players.map(({ id }) => id);
  if (state.options.order === 'table') return ids;
  const back = (turn - 1) % ids.length;
  const first = (ids.length - back) % ids.length;
  return [...ids.slice(first), ...ids.slice(0, first)];
}

/** PS-4.2: the seats in the order in which they act in the open turn; none if the game is over. */
export function openOrder(state: State): SeatIdentifier[] {
  return state.phase === 'over' ? [] : actingOrder(state, state.turn + 1);
}

/** PS-2.6: the money in the donor pile. */
export function pileOf({ players }: Pick<State, 'players'>): number {
  return players.reduce((pile, { funds }) => pile - funds, ALL_MONEY);
}

/** PS-2.7: the circles of a state that a player has not marked. */
export function leftIn(player: Pick<Player, 'marks'>, code: PrimaryCode): number {
  return primary(code).circles - player.marks[code];
}

/** PS-2.7: whether all places of a state are taken. */
export function isClosed(places: Places, code: PrimaryCode): boolean {
  return places[code].length >= primary(code).prizes.length;
}

/** PS-2.7: whether a state is open and the player has not completed it. */
export function isAvailable(places: Places, player: Pick<Player, 'marks'>, code: PrimaryCode): boolean {
  return !isClosed(places, code) && leftIn(player, code) > 0;
}

/** PS-2.7: the delegates of a state's next place; 0 if it is closed. */
export function nextPrize(places: Places, code: PrimaryCode): number {
  return primary(code).prizes[places[code].length] ?? 0;
}

/** PS-2.7: the states that are available to a player, in sheet order. */
export function availableTo(places: Places, player: Pick<Player, 'marks'>): PrimaryCode[] {
  return PRIMARY_CODES.filter((code) => isAvailable(places, player, code));
}

/** PS-2.8: the available states, fewest left first; then larger next prize; then sheet order. */
export function automaticOrder(places: Places, player: Pick<Player, 'marks'>): PrimaryCode[] {
  return availableTo(places, player).toSorted(
    (a, b) => leftIn(player, a) - leftIn(player, b) || nextPrize(places, b) - nextPrize(places, a),
  );
}

/** PS-6.13: whether in every state at least one place is taken. */
export function allFirstsTaken(places: Places): boolean {
  return PRIMARY_CODES.every((code) => places[code].length > 0);
}

/** PS-7.1: what a player's places and marks are worth. */
export function scoreOf(
  places: Places,
  { id, marks }: Pick<Player, 'id' | 'marks'>,
): Pick<Player, 'delegates' | 'firsts' | 'popular'> {
  let delegates = 0;
  let firsts = 0;
  let popular = 0;
  for (const { code, prizes } of PRIMARIES) {
    const place = places[code].indexOf(id);
    delegates += prizes[place] ?? 0;
    if (place === 0) firsts += 1;
    popular += marks[code];
  }
  return { delegates, firsts, popular };
}

/** Section 8: the canonical state, with its keys in the order of the rule. */
export function canonical(state: State): unknown {
  const { options, turn, phase, lastTurn, players, places, rolls, actions } = state;
  return {
    options: { pace: options.pace, order: options.order, maxTurns: options.maxTurns },
    ...{ turn, phase, lastTurn, acting: openOrder(state), pile: pileOf(state) },
    players: players.map(({ id, staff, funds, items, marks, dice, delegates, firsts, popular }) => ({
      ...{ id, staff, funds, items, marks: byPrimary((code) => marks[code]), dice },
      ...{ delegates, firsts, popular },
    })),
    places: byPrimary((code) => places[code]),
    rolls,
    actions,
  };
}
