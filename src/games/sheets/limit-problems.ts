import { counted } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';

/** A sheet has no more problems than this, stored or shown. Every item that is not on the form is a problem of its own. */
export const MAX_PROBLEMS = 100;

/** The same problems; if there are too many, the first ones and one that says how many more there are. */
export function limitProblems(problems: Problem[]): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const shown = problems.slice(0, MAX_PROBLEMS - 1);
  const more = counted(problems.length - shown.length, 'more problem');
  const message = `There are ${more}. Fix these first, and check the sheet again.`;
  return [...shown, { field: '', code: 'more-problems', message }];
}

/** What `check` or `guess` returned, with a limited number of problems. */
export function withLimitedProblems<T extends { ok: true }>(
  checked: T | { ok: false; problems: Problem[] },
): T | { ok: false; problems: Problem[] } {
  return checked.ok ? checked : { ok: false, problems: limitProblems(checked.problems) };
}
