import { STATE_CODES, type StateCode } from '../country.ts';
import type { Outcome, SeatIdentifier } from '../ruleset.ts';
import type { Kind, Question } from './bank/record.ts';
import type { Creditor, Letter, LogEntry } from './log.ts';

/** PTG-3.7: what stays as it is through the whole game. */
export interface Settings {
  turnLimit: number;
  stops: 1 | 2;
  /** The name of the bank; null if the host's own questions are the only ones. */
  bank: string | null;
  /** The host's own questions. */
  questions: readonly Question[];
  /** PTG-3.3: the seats in the order in which they pick their home states. */
  picking: readonly SeatIdentifier[];
  /** PTG-3.3: the sums that the seats rolled for the picking, in its order. Missing if the setup came from outside. */
  rolled?: readonly { id: SeatIdentifier; sums: readonly number[] }[];
}

/** PTG-4.1: the sheet that is owed next. */
export type Phase = 'home' | 'campaign' | 'closing' | 'runoff' | 'speed' | 'over';

/** PTG-8.2: the dice of a coming stop; null if the stop is lost. */
export type StopRoll = readonly [number, number] | null;

/** PTG-8.2: in $ millions. */
export interface Debt {
  to: Creditor;
  amount: number;
}

/** PTG-6.9: a question as it was put to a candidate. Choice A is number `choices[0]` of the question's own list. */
export interface Asked {
  label: string;
  kind: Kind;
  id: string;
  choices: number[];
}

/** What a bidder promises the holder of a chip: $ millions, millions of popular votes, and chips in alphabetical order. */
export interface Offer {
  to: SeatIdentifier;
  cash: number;
  votes: number;
  chips: StateCode[];
}

/** PTG-8.2: the question of a stop, with a second one (label with X) if there is an offer. */
export interface Pending {
  /** 1 or 2. */
  stop: number;
  state: StateCode;
  asked: Asked[];
  otherwise: 'general' | 'state';
  offer: Offer | null;
}

/** A candidate (PTG-8.2). */
export interface Player {
  id: SeatIdentifier;
  /** Null until the home states are settled. */
  at: StateCode | null;
  /** In $ millions. */
  cash: number;
  /** In millions of popular votes. */
  popular: number;
  /** PTG-6.5: derived from the chips. */
  electoral: number;
  /** The hand of Gerrymander cards: three until the home states are settled, then two. */
  cards: string[];
  /** One entry for each coming stop; empty when no stops are coming. */
  rolls: StopRoll[];
  /** Payments in a row in DC. */
  rests: number;
  debts: Debt[];
  pending: Pending[];
}

/** PTG-8.3: a performance that is owed (`task`) or shown to the others (`stage`). */
export interface Show {
  number: number;
  card: string;
  by: SeatIdentifier;
  stage: 'task' | 'stage';
  text: string | null;
  drawing: string[] | null;
  actor: SeatIdentifier | null;
}

/** PTG-8.4: the results of one set of questions of the runoff. */
export interface RunoffResult {
  set: number;
  right: [number, number];
  winner: SeatIdentifier | null;
}

/** PTG-8.4. */
export interface Runoff {
  /** The one with 270 electoral votes, then the rival. */
  candidates: [SeatIdentifier, SeatIdentifier];
  set: number;
  questions: string[];
  results: RunoffResult[];
}

/** PTG-8.4: the result of one set of questions of a round of Speed Play. */
export interface SpeedResult {
  round: number;
  set: number;
  pair: [SeatIdentifier, SeatIdentifier];
  right: [number, number];
  winner: SeatIdentifier | null;
}

/** PTG-8.4. */
export interface Speed {
  ladder: SeatIdentifier[];
  round: number;
  set: number;
  /** The one that stands, then the challenger. */
  pair: [SeatIdentifier, SeatIdentifier];
  /** The ids of the questions of each round. */
  questions: string[][];
  /** By seat, a list for each round; empty until the first sheets are in. */
  answers: Record<SeatIdentifier, (string | null)[][]>;
  results: SpeedResult[];
  out: SeatIdentifier[];
}

/** A press release of this turn's sheets. */
export interface Release {
  from: SeatIdentifier;
  text: string;
}

/**
 * What candidates wrote on this turn's sheets that the canonical state has no place for, but the printout has (PTG-9.7,
 * PTG-9.8, PTG-9.12): in players' order, then in the order of their sheets.
 */
export interface Said {
  guesses: { show: number; by: SeatIdentifier; text: string }[];
  objections: { show: number; by: SeatIdentifier; reason: string }[];
  /** The answers to questions, also those that advice replaced or that did not count; missing in older states. */
  answers?: { by: SeatIdentifier; question: string; answer: Letter }[];
  /** The answers of the two in a set of the runoff. */
  written: { by: SeatIdentifier; answers: (string | null)[] }[];
}

/** A game between two processings: section 8, with the settings and what was said beside it. */
export interface State {
  settings: Settings;
  /** Sets of sheets processed. */
  turn: number;
  phase: Phase;
  /** Campaign turns processed. */
  round: number;
  /** PTG-6.1. */
  order: SeatIdentifier[];
  /** In players' order. */
  players: Player[];
  chips: Record<StateCode, SeatIdentifier | null>;
  /** `deck` top first, `played` oldest first. */
  gerrymander: { deck: string[]; played: { card: string; by: SeatIdentifier }[] };
  wildcards: { deck: string[]; played: string[] };
  /** Ids in order of use. */
  used: Record<Kind, string[]>;
  shows: Show[];
  /** The last show's number. */
  showsSoFar: number;
  runoff: Runoff | null;
  speed: Speed | null;
  outcome: Outcome | null;
  press: Release[];
  log: LogEntry[];
  /** The key is missing if no sheet said anything of the kind. */
  said?: Said;
}

/** The sheets of a processing by seat: raw orders, or null or no key if no sheet came. */
export type RawSheets = Readonly<Record<SeatIdentifier, unknown>>;

/** The candidate of a seat; undefined if the game has none. */
export function findPlayer(state: Pick<State, 'players'>, seat: SeatIdentifier): Player | undefined {
  return state.players.find(({ id }) => id === seat);
}

/** The candidate of a seat. Throws if the game has none: states and checked sheets name seats of the game. */
export function playerOf(state: Pick<State, 'players'>, seat: SeatIdentifier): Player {
  const found = findPlayer(state, seat);
  if (!found) throw new Error(`There is no candidate ${seat} in this game.`);
  return found;
}

/** PTG-2.1: the chips that a candidate holds, in alphabetical order. */
export function chipsOf(state: Pick<State, 'chips'>, seat: SeatIdentifier): StateCode[] {
  return STATE_CODES.filter((code) => state.chips[code] === seat);
}

/** PTG-6.1: the players' list turned left by `round` places. */
export function turnOrder(state: Pick<State, 'players' | 'round'>): SeatIdentifier[] {
  const ids = state.players.map(({ id }) => id);
  const first = state.round % ids.length;
  return [...ids.slice(first), ...ids.slice(0, first)];
}

/** PTG-2.8: where the questions of a game come from. */
export function sourceOf({ settings }: Pick<State, 'settings'>): Pick<Settings, 'bank' | 'questions'> {
  return settings;
}

/** Section 8: the canonical state; the settings (PTG-3.7) and what was said are not part of it. */
export function canonical(state: State): unknown {
  const { settings: _, said: __, ...rest } = state;
  return rest;
}
