import { findRuleset } from '../../rules/catalog.ts';
import { ruleOfField, ruleOfRemark } from '../../rules/rulebook.ts';
import type { Problem } from '../../rules/sheet.ts';

/** A link to a rule: `EY-6.3` and `/rules/election-year#EY-6.3`. */
export interface RuleLink {
  number: string;
  href: string;
}

/** The page of a ruleset's rules. */
export function rulebookPath(ruleset: string): string {
  return `/rules/${ruleset}`;
}

/** The page of a ruleset's rules; null if the server does not have the ruleset anymore. */
export function rulebookLink(ruleset: string): string | null {
  return findRuleset(ruleset) === undefined ? null : rulebookPath(ruleset);
}

/** The rules that fields of a sheet follow, each once. */
export function rulesOfFields(ruleset: string, fields: readonly string[]): RuleLink[] {
  const rulebook = findRuleset(ruleset)?.rulebook;
  if (rulebook === undefined) return [];
  const numbers = fields.flatMap((field) => ruleOfField(rulebook, field) ?? []);
  return [...new Set(numbers)].map((number) => linkTo(ruleset, number));
}

/** The rule behind a problem or a piece of advice; null if there is none. */
export function ruleOfProblem(ruleset: string, remark: Pick<Problem, 'field' | 'code'>): RuleLink | null {
  const rulebook = findRuleset(ruleset)?.rulebook;
  const number = rulebook === undefined ? null : ruleOfRemark(rulebook, remark);
  return number === null ? null : linkTo(ruleset, number);
}

function linkTo(ruleset: string, number: string): RuleLink {
  return { number, href: `${rulebookPath(ruleset)}#${number}` };
}
