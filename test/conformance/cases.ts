import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playCase } from '../../src/rules/case-file.ts';

/**
 * A case file: a scenario with its own expectations; or a scenario that must be refused, with the field that is wrong; or
 * a new game made from seats, options and listed dice, with a partial match of the setup it must have.
 */
export type Case = { title: string; rule: string } & (
  | { scenario: unknown; refused: { field: string } }
  | { newGame: NewGame; setup: unknown }
  | { ruleset: string; turns: unknown[] }
);

/** What a new game is made from. A seat given as a string has no wish. */
interface NewGame {
  seats: (string | { id: string; wish: Record<string, unknown> })[];
  options?: Record<string, unknown>;
  dice: number[];
}

export interface NamedCase {
  name: string;
  json: Case;
}

/**
 * Defines the tests of a ruleset's case files: each is played, there are many of them, and they cover every rule.
 * @param rules the rules that a case file can cover
 * @returns the case files
 */
export function describeCases(ruleset: string, title: string, rules: readonly string[]): NamedCase[] {
  const cases = casesOf(ruleset);
  describe(`the case files of ${title}`, () => {
    test.each(cases)('$name: $json.title', ({ json }) => {
      expect(failureOf(ruleset, json)).toBeNull();
    });

    test('cover every rule, and no rule that does not exist', () => {
      const cited = new Set(cases.map(({ json }) => json.rule));
      expect([...cited].sort()).toEqual([...rules].sort());
    });

    test('are at least 60, each with its own title', () => {
      expect(cases.length).toBeGreaterThanOrEqual(60);
      expect(new Set(cases.map(({ json }) => json.title)).size).toBe(cases.length);
    });
  });
  return cases;
}

/** The case files of a ruleset, sorted by name. */
export function casesOf(ruleset: string): NamedCase[] {
  const folder = path.join(import.meta.dirname, ruleset);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, json: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Case }));
}

/** The first difference between a case and its file, in words; null if there is none. */
export function failureOf(ruleset: string, json: Case): string | null {
  const result = playCase('newGame' in json ? { ...json, ruleset } : json);
  if (result.ok) return result.value.difference;
  return result.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
}
