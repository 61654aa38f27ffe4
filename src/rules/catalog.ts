import { electionYear } from './election-year/index.ts';
import { marginOfError } from './margin-of-error/index.ts';
import type { Ruleset } from './ruleset.ts';

/** Every ruleset the server knows, by id. A new game is one folder beside this file and one line here. */
export const RULESETS = {
  'election-year': electionYear,
  'margin-of-error': marginOfError,
} as const satisfies Record<string, Ruleset>;

/** The id of a ruleset in the catalog. */
export type RulesetId = keyof typeof RULESETS;

/** The ruleset of an id from outside, or undefined if there is none. */
export function findRuleset(id: string): Ruleset | undefined {
  return Object.hasOwn(RULESETS, id) ? RULESETS[id as RulesetId] : undefined;
}
