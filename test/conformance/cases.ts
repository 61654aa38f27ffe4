import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRuleset } from '../../src/rules/catalog.ts';
import { listedDice } from '../../src/rules/dice.ts';
import { differenceBetween, playScenario } from '../../src/rules/scenario.ts';

/**
 * A case file: a scenario with its own `expect`s; or one that must be refused with the field named; or a new
 * game made from seats (with wishes), options and listed dice, with the setup that must come out (matched in part).
 */
export type Case = { title: string; rule: string } & (
  | { scenario: unknown; refused: { field: string } }
  | { newGame: NewGame; setup: unknown }
  | { ruleset: string; turns: unknown[] }
);

/** What a new game is made from. A seat alone has no wish. */
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
 * Plays every case file of a ruleset, and holds that they are many and show every rule.
 * @param rules the rules that a case file can show
 */
export function describeCases(ruleset: string, title: string, rules: readonly string[]): NamedCase[] {
  const cases = casesOf(ruleset);
  describe(`${title}, case by case`, () => {
    test.each(cases)('$name: $json.title', ({ json }) => {
      expect(failureOf(ruleset, json)).toBeNull();
    });

    test('has a case for every rule, and none for a rule that is not there', () => {
      const cited = new Set(cases.map(({ json }) => json.rule));
      expect([...cited].sort()).toEqual([...rules].sort());
    });

    test('has case files by the dozen, each with a title of its own', () => {
      expect(cases.length).toBeGreaterThanOrEqual(60);
      expect(new Set(cases.map(({ json }) => json.title)).size).toBe(cases.length);
    });
  });
  return cases;
}

/** The case files of a ruleset, by name. */
export function casesOf(ruleset: string): NamedCase[] {
  const folder = path.join(import.meta.dirname, ruleset);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, json: JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Case }));
}

/** The first thing in which a case goes otherwise than its file says; null where all is as it says. */
export function failureOf(ruleset: string, json: Case): string | null {
  if ('newGame' in json) return failureOfNewGame(ruleset, json.newGame, json.setup);
  if ('refused' in json) {
    const result = playScenario(json.scenario);
    return result.kind === 'fault'
      ? differenceBetween(json.refused.field, result.fault.field, 'refused field')
      : 'was played, but should be refused';
  }
  const result = playScenario(json);
  return result.kind === 'fault' ? `${result.fault.field} ${result.fault.message}` : result.difference;
}

function failureOfNewGame(id: string, game: NewGame, expected: unknown): string | null {
  const ruleset = findRuleset(id);
  if (ruleset === undefined) return `no ruleset ${id}`;
  const { seats, options = {}, dice } = game;
  const listed = listedDice(dice);
  const entries = seats.map((seat) => {
    const { id, wish } = typeof seat === 'string' ? { id: seat, wish: {} } : seat;
    return { id, name: id, wish: ruleset.wishes.parse(wish) };
  });
  const setup = ruleset.setUp(ruleset.options.parse(options), entries, listed);
  const unused = dice.length - listed.rolls.length;
  if (unused !== 0) return `${unused} of ${dice.length} dice were not rolled`;
  return differenceBetween(expected, setup, 'setup');
}
