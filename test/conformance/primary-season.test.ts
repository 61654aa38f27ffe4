import { expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { primarySeason } from '../../src/rules/primary-season/index.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { describeCases } from './cases.ts';

// This ruleset is not in the catalog yet, so scenarios find it here only.
Object.assign(RULESETS, { 'primary-season': primarySeason });

/** The rules of sections 2 to 7, all of which a case file can cover. */
const RULES = [
  ...numbered(2, 8), // components
  ...numbered(3, 6), // setup
  ...numbered(4, 8), // the turn
  ...numbered(5, 4), // checks
  ...numbered(6, 14), // resolution
  ...numbered(7, 2), // the end
];

function numbered(section: number, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `PS-${section}.${i + 1}`);
}

const cases = describeCases('primary-season', 'Primary Season', RULES);

test('the case files of Primary Season roll all their dice', () => {
  for (const { name, json } of cases) {
    if (!('turns' in json) || 'seed' in json) continue;
    const { dice } = json as unknown as { dice: number[] };
    const played = playScenario(json);
    expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
  }
});
