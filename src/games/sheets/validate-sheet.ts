import type { Dropped } from '../../database/json-types.ts';
import type { Checked } from '../../rules/ruleset.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { withLimitedProblems } from './limit-problems.ts';
import { droppedAdvice } from './prune-orders.ts';
import { wellFormed } from './raw-sheet.ts';

/** A sheet after its validation. */
export interface ValidatedSheet {
  /** Raw orders as they can be stored; null if they were not well formed. */
  raw: unknown;
  /** The orders with advice, or the problems for which the sheet is refused. */
  checked: Checked<unknown>;
}

/**
 * Validates what was sent for a seat and the open turn of its game: first that it can be stored at all (see
 * `wellFormed`), then by the rules.
 * @param sent.dropped what was dropped when the orders were pruned; it is added to the advice
 */
export function validateSheet(
  game: WholeGame,
  seat: Pick<WholeSeat, 'identifier'>,
  sent: { raw: unknown; dropped?: readonly Dropped[] },
): ValidatedSheet {
  const formed = wellFormed(sent.raw);
  if (!formed.ok) return { raw: null, checked: formed };
  const raw = formed.value;
  const checked = withLimitedProblems(rulesetOf(game).check(game.state, seat.identifier, raw));
  if (!checked.ok) return { raw, checked };
  const advice = [...droppedAdvice(sent.dropped ?? []), ...checked.advice];
  return { raw, checked: { ...checked, advice } };
}
