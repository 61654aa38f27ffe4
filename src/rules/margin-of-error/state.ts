import type { Party } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Battleground, CapitalId, RegionId } from './data.ts';

/** MOE-4.1: what the open turn is. */
export type Phase = 'week' | 'last-minute' | 'over';

/** A poll for each battleground state, −5 (Democratic) … +5 (Republican) (MOE-2.4). */
export type Polls = Record<Battleground, number>;

/** A player's campaign between two turns. */
export interface Player {
  id: SeatIdentifier;
  party: Party;
  /** Whole dollars, 0–20. */
  cash: number;
  /** In the order of MOE-2.13. */
  unused: CapitalId[];
  /** In board order. */
  tokens: Battleground[];
}

export interface Homes {
  D: Battleground | null;
  R: Battleground | null;
}

/** A game between two turns: the canonical state of MOE-8.1, and how many turns have been processed. */
export interface State {
  /** Turns processed. Scenarios may begin in a later week, so this does not follow from `week`. */
  turn: number;
  week: number;
  phase: Phase;
  edge: SeatIdentifier | null;
  /** The automatic opponent's stops by week; null with two players. */
  stops: number[] | null;
  homes: Homes;
  start: Polls;
  polls: Polls;
  players: Player[];
  log: LogEvent[];
}

/** How a poll moved. */
export interface Move {
  state: Battleground;
  from: number;
  to: number;
}

/** Why a row was not played (MOE-6.5, 6.8). */
export type SkipReason = 'no-money' | 'fact-check';

/** MOE-6.11: one thing that happened in the turn. Keys are in the order of the rule. */
export type LogEvent =
  | { kind: 'order'; first: SeatIdentifier }
  | { kind: 'missing'; seat: SeatIdentifier; refused: boolean }
  | { kind: 'capital'; seat: SeatIdentifier; capital: CapitalId; moves: Move[]; cash: number }
  | { kind: 'media'; seat: SeatIdentifier; days: number; bonus: number }
  | { kind: 'fundraise'; seat: SeatIdentifier; days: number; dice: number[]; raised: number; cash: number }
  | CampaignEvent
  | VpEvent
  | AdvertiseEvent
  | {
      kind: 'skip';
      seat: SeatIdentifier;
      do: 'campaign' | 'vp' | 'advertise';
      where: string;
      why: SkipReason;
    }
  | OpponentStopEvent
  | OpponentAdEvent
  | LastMinuteEvent
  | FinalEvent;

export interface CampaignEvent {
  kind: 'campaign';
  seat: SeatIdentifier;
  state: Battleground;
  /** Days paid. */
  days: number;
  dice: number[];
  /** Political capital that was spent on covers, and the dice that were set aside for it. */
  spent: CapitalId[];
  ignored: number[];
  /** Null if there was a gaffe. */
  total: number | null;
  /** The squares pushed, even if the track did not allow all of them. */
  squares: number;
  from: number;
  to: number;
  token: boolean;
  cash: number;
}

export interface VpEvent {
  kind: 'vp';
  seat: SeatIdentifier;
  state: Battleground;
  dice: number[];
  total: number;
  squares: number;
  from: number;
  to: number;
}

export interface AdvertiseEvent {
  kind: 'advertise';
  seat: SeatIdentifier;
  region: RegionId;
  days: number;
  dice: number[];
  spent: CapitalId[];
  ignored: number[];
  total: number | null;
  squares: number;
  moves: Move[];
  cash: number;
}

export interface OpponentStopEvent {
  kind: 'opponent-stop';
  party: Party;
  /** The region die, then the state die. */
  dice: number[];
  rolled: Battleground;
  state: Battleground | null;
  squares: number;
  from: number | null;
  to: number | null;
}

export interface OpponentAdEvent {
  kind: 'opponent-ad';
  party: Party;
  dice: number[];
  regions: RegionId[];
  region: RegionId | null;
  squares: number;
  moves: Move[];
}

export interface LastMinuteEvent {
  kind: 'last-minute';
  seat: SeatIdentifier;
  state: Battleground;
  tokens: number;
  dice: number[];
  total: number;
  squares: number;
  from: number;
  to: number;
}

export interface FinalEvent {
  kind: 'final';
  state: Battleground;
  dice: number[];
  /** As in the chart: + is good for the party that reads it. */
  shift: number;
  from: number;
  to: number;
}

/** The sheets of a turn by seat: raw orders, or null or no key if no sheet came. */
export type RawSheets = Readonly<Record<SeatIdentifier, unknown>>;

/** The player of a seat; undefined if the game has none. */
export function findPlayer(state: State, seat: SeatIdentifier): Player | undefined {
  return state.players.find((player) => player.id === seat);
}

/** MOE-4.2: the players who owe a sheet for the open turn. */
export function owingPlayers(state: State): Player[] {
  if (state.phase === 'over') return [];
  return state.phase === 'week' ? state.players : state.players.filter((player) => player.tokens.length > 0);
}

/** MOE-8.1: the canonical state, with its keys in the order of the rule. */
export function canonical(state: State): unknown {
  const { week, phase, edge, stops, homes, start, polls, players, log } = state;
  return { week, phase, edge, stops, homes, start, polls, players, log };
}
