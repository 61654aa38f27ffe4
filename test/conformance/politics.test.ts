import { expect, test } from 'vitest';
import { playScenario } from '../../src/rules/scenario.ts';
import { describeCases } from './cases.ts';

/** The rules of sections 2 to 7 that a case file can cover; the rest state figures, wording, or how questions are written. */
const RULES = [
  ...['PTG-2.1', 'PTG-2.2', 'PTG-2.3', 'PTG-2.4', 'PTG-2.5', 'PTG-2.6', 'PTG-2.7', 'PTG-2.8'],
  ...['PTG-2.10', 'PTG-2.12', 'PTG-2.13'],
  ...numbered(3, 7), // setup
  ...numbered(4, 9).filter((rule) => rule !== 'PTG-4.5'), // the turn
  ...numbered(5, 5), // checks
  ...numbered(6, 24).filter((rule) => rule !== 'PTG-6.12'), // resolution
  ...numbered(7, 2), // the end
];

function numbered(section: number, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `PTG-${section}.${i + 1}`);
}

const cases = describeCases('politics', 'Politics', RULES);

test('the case files of Politics roll all their dice', () => {
  for (const { name, json } of cases) {
    if (!('turns' in json) || 'seed' in json) continue;
    const { dice = [] } = json as unknown as { dice?: number[] };
    const played = playScenario(json);
    expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
  }
});

test('the case files name every code of section 5', () => {
  const codes = cases.flatMap(({ json }) => JSON.stringify(json).match(/(?<="code":")[a-z-]+/g) ?? []);
  expect([...new Set(codes)].sort()).toEqual([...CODES].sort());
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
