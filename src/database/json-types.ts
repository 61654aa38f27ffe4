// What the JSON columns hold, by the names that schema.prisma gives. A column that holds what came from outside
// (a raw sheet) or what only a ruleset understands (a state) is `unknown`.
import type { Roll } from '../rules/dice.ts';
import type { ReportHeader, SeatIdentifier } from '../rules/ruleset.ts';
import type { Advice, Problem } from '../rules/sheet.ts';

/** Days on which no sheets are due, both included: `2027-12-20`, in the game's zone. */
export interface Blackout {
  from: string;
  to: string;
}

/** A part of a sheet that could not be played and was left out. */
export interface Dropped {
  /** Where it stood in the sheet as it was sent: `campaign[2]`; '' for all of it. */
  field: string;
  /** In the words of the form: `Campaign money, CA California: $120`. */
  what: string;
  /** Why, as the rules say it. */
  message: string;
}

/** The last version of a sheet that was refused while no sheet stood, with its problems. */
export interface RefusedNote {
  version: number;
  /** `label` is the field in the words of the form; '' for the sheet as a whole. */
  problems: { label: string; message: string }[];
}

/** What a seat's printout says of what became of its orders. For that seat alone. */
export interface SeatNotes {
  /** The sheet for the turn just played was refused, and no other one came. */
  refused?: RefusedNote;
  /** The sheet for the turn just played was missing, and there were standing orders. `played`: something was left of them. */
  standing?: { played: boolean; dropped: Dropped[] };
  /** There were advance orders for the next turn. `version` is null if nothing of them was left. */
  advance?: { version: number | null; dropped: Dropped[] };
}

/**
 * The report header as it is kept with its turn. The salt is never published: what stays secret of a sheet (a few words
 * out of a short list) could otherwise be found by trying, until its hash is the published one.
 */
export interface SaltedReportHeader extends ReportHeader {
  /** 32 random bytes in hex. */
  salt: string;
  /**
   * What printouts say of advance and standing orders, each seat's for that seat alone. Left out if there are none.
   * Never handed to the ruleset: see src/games/processing/printed-report.ts.
   */
  notes?: Record<SeatIdentifier, SeatNotes>;
  /** Who had announced an absence, a line each; printed for everyone. Left out if no one had. */
  away?: string[];
  /** What the GM has seen that players may not see, a line each; printed for everyone. Left out if it is nothing. */
  inspections?: string[];
  /** The players whom the GM replaced, a line each; printed for everyone. Left out if there are none. */
  replacements?: string[];
  /** How to reach the GM and other players, a paragraph each; printed for everyone. Only with turn 0, and not with older games. */
  reach?: string[];
}

/** A seat of a practice game as it was set up. The first one is the player's; the computer plays the others. */
export interface PracticeSeat {
  identifier: SeatIdentifier;
  name: string;
  wish: Record<string, unknown>;
}

declare global {
  namespace PrismaJson {
    type Blackouts = Blackout[];
    type PracticeSeats = PracticeSeat[];
    type Problems = Problem[];
    type AdviceList = Advice[];
    type Rolls = readonly Roll[];
    type TurnHeader = SaltedReportHeader;
    type PrintedReport = import('../rules/report.ts').Report;
  }
}
