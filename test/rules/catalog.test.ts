import { expect, test } from 'vitest';
import { findRuleset, findRulesetVersion, RULESETS } from '../../src/rules/catalog.ts';

test('the catalog finds the current version of each ruleset by its id', () => {
  for (const [id, ruleset] of Object.entries(RULESETS)) {
    expect(ruleset.id).toBe(id);
    expect(findRuleset(id)).toBe(ruleset);
    expect(findRulesetVersion(id, ruleset.version)).toBe(ruleset);
    expect(findRulesetVersion(id, ruleset.version + 1)).toBeUndefined();
  }
});

test('the catalog has no ruleset for an unknown id', () => {
  for (const id of ['chess', '', '__proto__', 'toString']) {
    expect(findRuleset(id)).toBeUndefined();
    expect(findRulesetVersion(id, 1)).toBeUndefined();
  }
});
