import { expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import { politics } from '../../src/rules/politics/index.ts';
import { workedExamples } from '../../src/rules/rulebook.ts';
import { playScenario } from '../../src/rules/scenario.ts';
import { type Case, casesOf, failureOf } from './cases.ts';

// This ruleset is not in the catalog yet, so scenarios find it here only.
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

test.each(workedExamples(politics.rulebook))('the rulebook is right about: $title', (example) => {
  const json = { title: '', rule: '', ruleset: 'politics', ...example.case } as Case;
  expect(failureOf('politics', json)).toBeNull();
});

test('the case files name every code of section 5', () => {
  const codes = cases.flatMap(({ json }) => JSON.stringify(json).match(/(?<="code":")[a-z-]+/g) ?? []);
  expect([...new Set(codes)].sort()).toEqual([...CODES].sort());
});

test('there are at least 80 case files, each with its own title', () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(cases.map(({ json }) => json.title)).size).toBe(cases.length);
});

/** PTG-5.6. */
const CODES = [
  ...[
    'wrong-type',
    'not-owed',
    'too-many',
    'missing',
    'unknown-state',
    'capital',
    'not-yours',
    'no-question',
  ],
  ...['duplicate-state', 'duplicate-question', 'duplicate-player', 'duplicate-offer', 'duplicate-show'],
  ...['duplicate-card', 'bad-choice', 'self', 'unknown-player', 'out-of-range', 'no-offer', 'two-for-one'],
  ...['no-task', 'no-show', 'taboo', 'not-drawing', 'too-short', 'too-long', 'not-now', 'cannot-stay'],
  ...['must-leave', 'here', 'out-of-reach', 'same-chip'],
];
