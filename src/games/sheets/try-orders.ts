import type { Guess, RivalPlan } from '../../rules/guess.ts';
import type { Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';
import type { Advice, Problem, Tally } from '../../rules/sheet.ts';
import { limitProblems, withLimitedProblems } from './limit-problems.ts';
import { wellFormed } from './raw-sheet.ts';

/* Raw orders of any content that are tried out without being stored, in games and practice games. */

/** A seat that owes a sheet for the open turn. */
export interface OwedSheet {
  ruleset: Ruleset;
  /** The state in which the open turn is played. */
  state: unknown;
  seat: { identifier: SeatIdentifier };
}

/** A sheet that was checked without being sent. */
export interface Preview {
  tally: Tally;
  problems: Problem[];
  advice: Advice[];
}

/** Checks raw orders. */
export function previewOrders({ ruleset, state, seat }: OwedSheet, raw: unknown): Preview {
  const formed = wellFormed(raw);
  const checked = formed.ok ? ruleset.check(state, seat.identifier, formed.value) : formed;
  return {
    tally: ruleset.tally(state, seat.identifier, formed.ok ? formed.value : null),
    problems: checked.ok ? [] : limitProblems(checked.problems),
    advice: checked.ok ? checked.advice : [],
  };
}

/** A guess at what raw orders would do, or the problems for which they would be refused. Contains secrets of the seat. */
export function guessOrders(
  { ruleset, state, seat }: OwedSheet,
  raw: unknown,
  rivals: RivalPlan | null,
): Guess {
  const formed = wellFormed(raw);
  if (!formed.ok) return formed;
  return withLimitedProblems(ruleset.guess(state, seat.identifier, formed.value, rivals));
}
