import type { z } from 'zod';
import type { Dice } from './dice.ts';
import type { Report } from './report.ts';
import type { Advice, Problem, SheetForm, Tally } from './sheet.ts';

/** A seat's identifier in its game: 2 or 3 capital letters. */
export type SeatIdentifier = string;

/** A seat as it is given to `setUp`; `wish` has been checked against the ruleset's `wishes`. */
export interface SeatEntry {
  id: SeatIdentifier;
  name: string;
  wish: Record<string, unknown>;
}

/** Who owes a sheet now, and what the phase is called. */
export interface Owing {
  seats: SeatIdentifier[];
  phase: string;
}

/** A checked sheet: orders to play and advice, or every problem it has. */
export type Checked<Orders> =
  | { ok: true; orders: Orders; advice: Advice[] }
  | { ok: false; problems: Problem[] };

/** What is wrong with a setup: the field's path (`players[1].party`) and a message. */
export interface SetupProblem {
  field: string;
  message: string;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: SetupProblem };

/** One line of the final standings. */
export interface Standing {
  id: SeatIdentifier;
  place: number;
  [detail: string]: unknown;
}

/** The end of a game. `winner` is a seat or null; standings are ordered by place. */
export interface Outcome {
  winner: SeatIdentifier | null;
  standings: Standing[];
  [detail: string]: unknown;
}

/** What the server knows of a game and its rules do not, as it stood when the turn was processed. */
export interface ReportHeader {
  /** The game's public number: `EY-12`. */
  number: string;
  /** The name that the GM gave the game. */
  title: string;
  gm: string;
  seats: HeaderSeat[];
  /** When the coming turn's sheet is due, in words and in the game's zone; null where no date is set. */
  due: string | null;
  /**
   * Press releases (a sheet's text field `press`) that this printout leaves out wherever it would print them: of
   * this turn and earlier ones. Left out itself where there are none.
   */
  withheld?: PressRef[];
  /** Releases of earlier turns, left out then, that this printout prints. Left out itself where there are none. */
  released?: PressRef[];
  dice: {
    /** SHA-256 of the dice secret in hex; null where the dice are not seeded. */
    commitment: string | null;
    /** The secret in hex, from the moment the game is over; null before. */
    secret: string | null;
  };
}

/** The press release of a seat's sheet for one turn. */
export interface PressRef {
  turn: number;
  seat: SeatIdentifier;
}

/** A seat as others may see it. `address` is what the player chose to publish. */
export interface HeaderSeat {
  id: SeatIdentifier;
  name: string;
  account: number | null;
  address: string | null;
  opponent: boolean;
}

/** The past of a game: `states[0]` is how it began, `states[k]` how it stood after turn k. */
export interface History<State> {
  header: ReportHeader;
  states: readonly State[];
}

/**
 * One kind of game: everything the server can do with a game, it does through this object. All of it is
 * pure: the same inputs give the same outputs, byte for byte.
 */
export interface Ruleset<Setup = unknown, State = unknown, Orders = unknown> {
  /** The id in scenario files: `election-year`. */
  readonly id: string;
  /** The prefix of game numbers: `EY`. */
  readonly prefix: string;
  readonly title: string;
  /** What kind of game it is, in a sentence or two, for the lobby. */
  readonly blurb: string;
  /** Raised when a stored state of the last version could not be played on. */
  readonly version: number;
  readonly seats: { readonly min: number; readonly max: number };
  /** Turns that end with what players speak of, in their order: words to follow “before” (`the conventions`). */
  readonly milestones: readonly { readonly turn: number; readonly name: string }[];
  /** The GM's options with defaults and descriptions; the new-game form is built from it. */
  readonly options: z.ZodObject;
  /** What a seat may wish for (a party), with defaults and descriptions. */
  readonly wishes: z.ZodObject;

  /**
   * Makes a new game's explicit setup with the dice of processing 0: the JSON that scenario files use.
   * @param options as `options` parsed them
   */
  setUp(options: Record<string, unknown>, seats: readonly SeatEntry[], dice: Dice): Setup;
  /** Checks a setup that comes from outside; the first fault is named. */
  parseSetup(json: unknown): Parsed<Setup>;
  /** The state before turn 1. */
  begin(setup: Setup): State;
  /** All seats of the game, in its order. */
  seatIds(state: State): SeatIdentifier[];
  /** The seats that owe a sheet now, and the phase's name; no seats when the game is over. */
  owing(state: State): Owing;
  /** The form of a seat's sheet for the coming turn; null if it owes none. For that seat's eyes only. */
  sheet(state: State, seat: SeatIdentifier): SheetForm | null;
  /**
   * A state like this one in which `turn` is open, as far as that can be foreseen: for the forms of sheets that are
   * sent ahead. Money and the like stand as they stand now. Null for a turn that has been played, where the game will
   * be over by then, and where nothing can be known. Never throws.
   * @param turn counted from 1; the open turn itself gives this very state
   */
  foresee(state: State, turn: number): State | null;
  /** Judges raw orders, whatever they are. Never throws. */
  check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders>;
  /** Running figures of a sheet being filled in, whatever it holds. Never throws. For that seat's eyes only. */
  tally(state: State, seat: SeatIdentifier, raw: unknown): Tally;
  /**
   * Plays one turn. `sheets` holds raw orders by seat, null or nothing where none came; each is checked
   * again, and a refused one counts as the rules say. Never throws but for dice that run out.
   */
  resolve(state: State, sheets: Readonly<Record<SeatIdentifier, unknown>>, dice: Dice): State;
  /** The canonical state of the rule file, secrets included: what scenarios compare. */
  canonical(state: State): unknown;
  /**
   * What may be published of a turn's sheets once the game is over, by seat. Played from the same state with the
   * same dice, it gives the same turn; what the rules keep secret for good is left out.
   * @param sheets as they were handed to `resolve`
   */
  disclose(
    before: State,
    sheets: Readonly<Record<SeatIdentifier, unknown>>,
    after: State,
  ): Record<SeatIdentifier, unknown>;
  /** Null while the game goes on, else the standings. */
  outcome(state: State): Outcome | null;
  /** The printout before the coming turn (or the last one); `seat` null makes the public's. */
  report(history: History<State>, seat: SeatIdentifier | null): Report;
  /** Raw orders of a computer opponent, from what its seat may see. No dice. */
  opponent(state: State, seat: SeatIdentifier): Orders;
}
