import type { Dropped } from '../../database/json-types.ts';
import type { Checked } from '../../rules/ruleset.ts';
import type { Advice, Problem } from '../../rules/sheet.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { limitProblems, withLimitedProblems } from './limit-problems.ts';
import { droppedAdvice } from './prune-orders.ts';
import { wellFormed } from './raw-sheet.ts';

/** A sheet after its validation. */
export interface ValidatedSheet {
  /** Raw orders as they can be stored; null if they were not well formed. */
  raw: unknown;
  /** The orders with advice, or the problems for which the sheet is refused. */
  checked: Checked<unknown>;
  /** Whether it is refused only for what could not be read. */
  unread: boolean;
}

/**
 * Validates what was sent for a seat and the open turn of its game: first that it can be stored at all (see
 * `wellFormed`), then by the rules.
 * @param sent.dropped what was dropped when the orders were pruned; it is added to the advice
 * @param sent.problems what could not be read; if there is anything, the sheet is refused
 * @param sent.ignored lines that were not taken for a part of the sheet; they are added to the advice
 * @param sent.gone what the sheet lacks of the version before, in words; it is added to the advice
 */
export function validateSheet(
  game: Pick<WholeGame, 'ruleset' | 'rulesetVersion' | 'state'>,
  seat: Pick<WholeSeat, 'identifier'>,
  sent: {
    raw: unknown;
    dropped?: readonly Dropped[];
    problems?: readonly Problem[] | undefined;
    ignored?: readonly string[] | undefined;
    gone?: readonly string[] | undefined;
  },
): ValidatedSheet {
  const formed = wellFormed(sent.raw);
  if (!formed.ok) return { raw: null, checked: formed, unread: false };
  const raw = formed.value;
  const checked = withLimitedProblems(rulesetOf(game).check(game.state, seat.identifier, raw));
  const unread = sent.problems ?? [];
  if (unread.length > 0) {
    const problems = limitProblems([...unread, ...(checked.ok ? [] : checked.problems)]);
    return { raw, checked: { ok: false, problems }, unread: checked.ok };
  }
  if (!checked.ok) return { raw, checked, unread: false };
  const added = [
    ...droppedAdvice(sent.dropped ?? []),
    ...(sent.gone ?? []).map((words) => adviceOn('gone', words)),
    ...(sent.ignored ?? []).map((line) => adviceOn('ignored', line)),
  ];
  return { raw, checked: { ...checked, advice: [...added, ...checked.advice] }, unread: false };
}

/** Advice on the whole sheet, cut to 300 characters. */
function adviceOn(code: 'gone' | 'ignored', words: string): Advice {
  return { field: '', code, message: [...words].slice(0, 300).join('') };
}
