import { expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { check } from '../../src/rules/politics/check/index.ts';
import { outcome } from '../../src/rules/politics/outcome.ts';
import { seatsOwing } from '../../src/rules/politics/owing.ts';
import { parseSetup } from '../../src/rules/politics/parse-setup.ts';
import { resolve } from '../../src/rules/politics/resolve.ts';
import { begin, options, setUp, wishes } from '../../src/rules/politics/setup.ts';
import type { State } from '../../src/rules/politics/state.ts';
import { canonical } from '../../src/rules/politics/state.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { casesOf, failureOf } from './cases.ts';

// This ruleset is not in the catalog yet, so scenarios find what they need of it here only.
const seatIdentifiers = ({ players }: State) => players.map(({ id }) => id);
const politics = {
  ...{ id: 'politics', options, wishes, setUp, parseSetup, begin, seatIdentifiers, seatsOwing, check },
  ...{ resolve, canonical, outcome },
};
Object.assign(RULESETS, { politics });

const cases = casesOf('politics');

test.each(cases)('$name: $json.title', ({ json }) => {
  expect(failureOf('politics', json)).toBeNull();
});

test('the case files of Politics roll all their dice', () => {
  for (const { name, json } of cases) {
    if (!('turns' in json) || 'seed' in json) continue;
    const { dice = [] } = json as unknown as { dice?: number[] };
    const played = playScenario(json);
    expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
  }
});

test('there are at least 80 case files, each with its own title', () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(cases.map(({ json }) => json.title)).size).toBe(cases.length);
});
