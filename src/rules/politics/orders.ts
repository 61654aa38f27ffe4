import type { StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Letter } from './log.ts';

/** A checked row of `answers` (PTG-4.5). */
export interface AnswerRow {
  question: string;
  answer: Letter;
}

/** A price in $ millions, millions of popular votes, and at most one chip. */
export interface Price {
  cash: number;
  votes: number;
  chip: StateCode | null;
}

/** A checked row of `help` (PTG-4.5): the price is the most that the candidate will pay. */
export interface HelpRow extends Price {
  question: string;
  from: SeatIdentifier;
}

/** A checked row of `advice` (PTG-4.5): help for sale at exactly this price. */
export interface AdviceRow extends Price {
  question: string;
  answer: Letter;
}

/** A checked row of `performances` (PTG-4.5); what the card does not ask for is null. */
export interface PerformanceRow {
  show: number;
  text: string | null;
  drawing: string[] | null;
  actor: SeatIdentifier | null;
}

/** A checked row of `guesses` (PTG-4.5). */
export interface GuessRow {
  show: number;
  text: string;
}

/** A checked row of `objections` (PTG-4.5). */
export interface ObjectionRow {
  show: number;
  reason: string;
}

/** A checked stop with a move (PTG-4.6); `to` is null for a stay. */
export interface StopRow {
  move: 'roll' | 'fly' | 'stay';
  to: StateCode | null;
  question: 'general' | 'state' | 'government';
  otherwise: 'general' | 'state';
  offerCash: number;
  offerVotes: number;
  /** In alphabetical order. */
  offerChips: StateCode[];
}

/**
 * A checked sheet of any phase, with every field; it is a legal raw sheet too. Fields that the open phase does not have
 * are blank (PTG-4.8).
 */
export interface Orders {
  homes: StateCode[];
  discard: string | null;
  answers: AnswerRow[];
  help: HelpRow[];
  claimDC: boolean;
  advice: AdviceRow[];
  accept: string[];
  performances: PerformanceRow[];
  guesses: GuessRow[];
  objections: ObjectionRow[];
  gerrymander: string[];
  adjourn: boolean;
  /** Null where a stop is left blank; the others keep their numbers. */
  stops: (StopRow | null)[];
  /** Null where an answer is left blank; the others keep their numbers. */
  written: (string | null)[];
  press: string | null;
}

/** PTG-6.24: an empty sheet, which is what a missing one counts as. */
export function blankOrders(): Orders {
  return {
    ...{ homes: [], discard: null, answers: [], help: [], claimDC: false, advice: [], accept: [] },
    ...{ performances: [], guesses: [], objections: [], gerrymander: [], adjourn: false, stops: [] },
    ...{ written: [], press: null },
  };
}
