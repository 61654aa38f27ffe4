import type { z } from 'zod';
import type { Dice } from './dice.ts';
import type { SheetFacts } from './facts.ts';
import type { Grade } from './grades.ts';
import type { Guess, RivalPlan } from './guess.ts';
import type { Report } from './report.ts';
import type { Failure, Result } from './result.ts';
import type { Rulebook } from './rulebook.ts';
import type { Advice, SheetForm, Tally } from './sheet.ts';

/** A seat's identifier in its game: 2 or 3 capital letters. */
export type SeatIdentifier = string;

/** A seat as it is given to `setUp`; `wish` has been parsed by the ruleset's `wishes`. */
export interface SeatEntry {
  identifier: SeatIdentifier;
  name: string;
  wish: Record<string, unknown>;
}

/** The result of checking a sheet: orders that can be played, with advice; or every problem of the sheet. */
export type Checked<Orders> = { ok: true; orders: Orders; advice: Advice[] } | Failure;

/** One line of the final standings. Outcomes are compared with the rule files, hence `id`: the seat's identifier. */
export interface Standing {
  id: SeatIdentifier;
  place: number;
  [detail: string]: unknown;
}

/** How a game ended. `winner` is a seat or null; standings are ordered by place. */
export interface Outcome {
  winner: SeatIdentifier | null;
  standings: Standing[];
  [detail: string]: unknown;
}

/** What printouts say besides the rules, as the server knew it when the turn was processed. */
export interface ReportHeader {
  /** The game number: `EY-12`. */
  number: string;
  /** The name that the GM gave the game. */
  title: string;
  gm: string;
  seats: HeaderSeat[];
  /** When the sheets of the open turn are due, in words and in the game's time zone; null if no date is set. */
  due: string | null;
  /**
   * Press releases (the text field `press` of a sheet) of this turn and earlier ones that this printout leaves out, and
   * with them what else it would quote of these sheets (`quotedTexts`). The key is missing if there are none.
   */
  withheld?: PressRef[];
  /** Press releases withheld in an earlier turn that this printout prints. The key is missing if there are none. */
  released?: PressRef[];
  dice: {
    /** SHA-256 of the dice secret in hex; null if the dice are not seeded. */
    commitment: string | null;
    /** The dice secret in hex once the game is over; null before. */
    secret: string | null;
  };
}

/** The press release of a seat's sheet for one turn. */
export interface PressRef {
  turn: number;
  seat: SeatIdentifier;
}

/** A seat as other players may see it. `address` is null unless the player chose to publish it. */
export interface HeaderSeat {
  identifier: SeatIdentifier;
  name: string;
  account: number | null;
  address: string | null;
  opponent: boolean;
}

/** A game up to now: `states[0]` is its state at the beginning, `states[k]` its state after turn k. */
export interface History<State> {
  header: ReportHeader;
  states: readonly State[];
}

/** A question that many games ask, with its answer. */
export interface SharedQuestion {
  /** The name of the collection that it belongs to. */
  bank: string;
  /** Unique in its bank, for all time. */
  id: string;
  text: string;
  /** What one can choose from. */
  choices: readonly string[];
  /** The right one of the choices. */
  answer: string;
  /** A line that is printed with the solution; may be empty. */
  note: string;
}

/** The questions that many games ask. */
export interface SharedQuestions<State> {
  /**
   * The questions whose right answers everyone has read on the printouts of a game, each with the turn that solved it, the
   * latest first. Those that are pending again are left out.
   * @param states the state at the beginning and after each turn
   */
  solved(states: readonly State[]): { question: SharedQuestion; turn: number }[];
  /** A large part of each state that `solved` does not read and that may be left out: the keys that lead to it. */
  readonly unread: readonly string[];
  /** A question of a bank; null if there is none. It has the right answer: callers must know that the reader may see it. */
  find(bank: string, id: string): SharedQuestion | null;
  /**
   * The options of a game that begins now and does not ask the retired questions, as far as enough others are left.
   * @param options as `options` parsed them
   * @param retired the oldest first
   */
  withoutRetired(
    options: Record<string, unknown>,
    retired: readonly { bank: string; id: string }[],
  ): Record<string, unknown>;
}

/**
 * One kind of game. Everything the server does with the rules of a game goes through this object. All functions are
 * pure: the same inputs give the same outputs, byte for byte, and inputs are never changed.
 */
export interface Ruleset<Setup = unknown, State = unknown, Orders = unknown> {
  /** The id in scenario files: `election-year`. */
  readonly id: string;
  /** The prefix of game numbers: `EY`. */
  readonly prefix: string;
  readonly title: string;
  /** What kind of game it is, in a sentence or two, for the lobby. */
  readonly blurb: string;
  /** Raised whenever stored games of the last version would go on differently: other states, dice or hashes. */
  readonly version: number;
  /**
   * Raised whenever a printout of the same history comes out differently; replay then compares states, dice and hashes
   * only.
   */
  readonly reportVersion: number;
  readonly seats: { readonly min: number; readonly max: number };
  /** Whether a sheet has a press release: the text field `press`. */
  readonly hasPress: boolean;
  /**
   * Turns that end with an event that players speak of, in order. `name` completes "before …": `the conventions`.
   */
  readonly milestones: readonly { readonly turn: number; readonly name: string }[];
  /** The GM's options with defaults and descriptions. The new-game form is built from it. */
  readonly options: z.ZodObject;
  /**
   * Whether options hold what players must not know, such as questions with their answers. The GM who gives such options
   * can never have a seat in the game, and everyone is told. Missing: no options do.
   * @param options as `options` parsed them
   */
  hasSecretOptions?(options: Record<string, unknown>): boolean;
  /** Questions that many games ask, and that players can dispute. Missing: the game has none. */
  readonly sharedQuestions?: SharedQuestions<State>;
  /** What a player may ask for when joining (a party), with defaults and descriptions. */
  readonly wishes: z.ZodObject;
  /** The rules as players read them. Its numbers are the ones that messages, code and test cases cite. */
  readonly rulebook: Rulebook;

  /**
   * Makes the setup of a new game, in the explicit JSON that scenario files use, with the dice of processing 0.
   * @param options as `options` parsed them
   */
  setUp(options: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup;
  /** The form of a setup from outside, for programs. `parseSetup` checks more than the form. */
  readonly setupShape: z.ZodType;
  /** Checks a setup from outside. A failure has one problem: the first one found, its field a path in the setup. */
  parseSetup(json: unknown): Result<Setup>;
  /** The state before turn 1. */
  begin(setup: Setup): State;
  /** All seats of the game, in the game's own order. */
  seatIdentifiers(state: State): SeatIdentifier[];
  /** The seats that owe a sheet for the open turn; none once the game is over. */
  seatsOwing(state: State): SeatIdentifier[];
  /** What the rules call the open turn: `the conventions`, `Week 3 of 9`. */
  phaseName(state: State): string;
  /**
   * The form of a seat's sheet for the open turn; null if the seat owes none. Contains secrets of that seat: callers
   * must show it to no one else.
   */
  sheet(state: State, seat: SeatIdentifier): SheetForm | null;
  /**
   * A state like this one in which `turn` is open, as far as it can be known now, for the forms of advance orders.
   * Whatever later turns change, such as money, stays as it is. Returns null for a turn that has been played, if the
   * game is over by then, and if that turn is not certain to come. Never throws.
   * @param turn counted from 1; for the open turn the result equals `state`
   */
  foresee(state: State, turn: number): State | null;
  /**
   * The names of the fields that belong on other sheets of the same round than that of the open turn. Standing orders have
   * the fields of all sheets of a round, and each sheet plays its own part of them. Missing if a round always has one
   * sheet.
   */
  fieldsElsewhere?(state: State): readonly string[];
  /**
   * The names of the fields that are about the open turn alone, such as answers to its questions. They would mean something else in
   * another turn, so standing orders have none of them. Missing if there are no such fields.
   */
  openTurnFields?: readonly string[];
  /** Checks raw orders of any content for the open turn. Never throws. */
  check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders>;
  /**
   * The running figures of a sheet that is being filled in, whatever it contains. Never throws. Contains secrets of
   * that seat: callers must show it to no one else.
   */
  tally(state: State, seat: SeatIdentifier, raw: unknown): Tally;
  /**
   * A guess at what a sheet would do, or the problems for which `check` would refuse it. Never throws, and needs no dice
   * of the game. Made only from what the seat may see: whatever it may not see can be missing from `state`. Contains
   * secrets of that seat: callers must show it to no one else.
   * @param rivals what the others are assumed to do; the first plan that applies if it is null or does not apply
   */
  guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess;
  /**
   * The figures on which a player decides about the sheet of the open turn, state by state; null if the seat owes none.
   * They are the same whatever the seat may not see. May contain secrets of that seat: callers must show it to no one
   * else.
   */
  facts(state: State, seat: SeatIdentifier): SheetFacts | null;
  /**
   * Plays the open turn. `sheets` has raw orders by seat, null or no key if no sheet came. Each is checked again, and a
   * refused sheet counts as the rules say. Throws only when the listed dice run out.
   */
  resolve(state: State, sheets: Readonly<Record<SeatIdentifier, unknown>>, dice: Dice): State;
  /** The canonical state as the rules define it, secrets included: what scenarios compare. */
  canonical(state: State): unknown;
  /**
   * What may be published of a turn's sheets once the game is over, by seat. Resolving the result with the same state
   * and dice gives the same turn. What the rules keep secret forever is left out.
   * @param sheets as they were passed to `resolve`
   */
  disclose(
    before: State,
    sheets: Readonly<Record<SeatIdentifier, unknown>>,
    after: State,
  ): Record<SeatIdentifier, unknown>;
  /**
   * What printouts quote from checked orders besides the press release, such as performances. The GM withholds and
   * releases it together with the release. Missing if there is nothing of the kind.
   */
  quotedTexts?(orders: Orders): readonly string[];
  /** The final standings; null while the game goes on. */
  outcome(state: State): Outcome | null;
  /** The printout before the open turn, or the last one; for the public if `seat` is null. */
  report(history: History<State>, seat: SeatIdentifier | null): Report;
  /**
   * Orders of a computer candidate, made from what its seat may see, without dice. They are legal raw orders. Whatever
   * the seat may not see can be missing from `state`.
   * @param grade how well it plays; `standard` if it is not given
   */
  opponent(state: State, seat: SeatIdentifier, grade?: Grade): Orders;
}
