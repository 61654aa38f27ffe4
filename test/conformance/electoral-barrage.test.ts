import { expect, test } from 'vitest';
import { playScenario } from '../../src/rules/scenario.ts';
import { describeCases } from './cases.ts';

/** The rules of sections 2 to 7 that a case file can cover; advice (5.3) is not part of a scenario. */
const RULES = [
  ...numbered(2, 6), // components
  ...numbered(3, 4), // setup
  ...numbered(4, 5), // the turn
  ...numbered(5, 2), // checks
  ...numbered(6, 18), // resolution
  ...numbered(7, 2), // the end
];

function numbered(section: number, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `EB-${section}.${i + 1}`);
}

const cases = describeCases('electoral-barrage', 'Electoral Barrage', RULES);

test('the case files of Electoral Barrage roll all their dice', () => {
  for (const { name, json } of cases) {
    if (!('turns' in json)) continue;
    const { dice } = json as unknown as { dice: number[] };
    const played = playScenario(json);
    expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
  }
});
