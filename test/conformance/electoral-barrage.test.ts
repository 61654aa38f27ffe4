import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { electoralBarrage } from '../../src/rules/electoral-barrage/index.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { casesOf, failureOf } from './cases.ts';

// The ruleset is not in the catalog yet. Test files run in modules of their own, so no other test sees this entry.
Object.assign(RULESETS, { 'electoral-barrage': electoralBarrage });

const cases = casesOf('electoral-barrage');

describe('the case files of Electoral Barrage', () => {
  test.each(cases)('$name: $json.title', ({ json }) => {
    expect(failureOf('electoral-barrage', json)).toBeNull();
  });

  test('have titles of their own, and roll all their dice', () => {
    expect(new Set(cases.map(({ json }) => json.title)).size).toBe(cases.length);
    for (const { name, json } of cases) {
      if (!('turns' in json)) continue;
      const { dice } = json as unknown as { dice?: number[] };
      const played = playScenario(json);
      if (dice !== undefined) expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
    }
  });
});
