import { electionYear } from './election-year/index.ts';
import { electoralBarrage } from './electoral-barrage/index.ts';
import { marginOfError } from './margin-of-error/index.ts';
import { politics } from './politics/index.ts';
import { primarySeason } from './primary-season/index.ts';
import type { Ruleset } from './ruleset.ts';

/**
 * The current version of every ruleset, by id. New games are played by these. A new ruleset is one folder beside
 * this file and one line here.
 */
export const RULESETS = {
  'election-year': electionYear,
  'margin-of-error': marginOfError,
  'electoral-barrage': electoralBarrage,
  'primary-season': primarySeason,
  politics,
} as const satisfies Record<string, Ruleset>;

/** The id of a ruleset in the catalog. */
export type RulesetId = keyof typeof RULESETS;

/**
 * Older versions of rulesets that running games still need: a game ends by the rules it began with.
 *
 * To freeze a version before its rules change, copy its folder (`election-year` → `election-year-v1`), leave the copy
 * as it is, list it here, and raise `version` in the original. Remove the copy when no game of that version is left.
 */
export const FROZEN_RULESETS: readonly Ruleset[] = [];

/** The current version of a ruleset, or undefined if there is no ruleset with this id. */
export function findRuleset(id: string): Ruleset | undefined {
  return Object.hasOwn(RULESETS, id) ? RULESETS[id as RulesetId] : undefined;
}

/** A ruleset in one version, current or frozen, or undefined if the server does not have it. */
export function findRulesetVersion(id: string, version: number): Ruleset | undefined {
  const current = findRuleset(id);
  if (current?.version === version) return current;
  return FROZEN_RULESETS.find((ruleset) => ruleset.id === id && ruleset.version === version);
}
