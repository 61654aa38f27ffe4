import { describe, expect, test } from 'vitest';
import { playScenario } from '../../src/rules/scenario.ts';
import { describeCases, failureOf } from './cases.ts';

/** The rules of sections 2 to 8 that a case file can cover. */
const RULES = [
  ...numbered(2, 15), // the tables
  ...numbered(3, 5), // setup
  ...numbered(4, 5), // the turn
  ...numbered(5, 5), // checks; advice (5.6) is not part of a scenario
  ...numbered(6, 11), // resolution
  ...numbered(7, 3), // the end
  'MOE-8.1', // the state; secrets (8.2) matter on printouts only
];

function numbered(section: number, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `MOE-${section}.${i + 1}`);
}

const cases = describeCases('margin-of-error', 'Margin of Error', RULES);

describe('the runner of Margin of Error’s case files', () => {
  test('rolls all the dice of every scenario', () => {
    for (const { name, json } of cases) {
      if (!('turns' in json)) continue;
      const { dice } = json as unknown as { dice: number[] };
      const played = playScenario(json);
      expect(played.ok && played.value.document.diceUsed, name).toBe(dice.length);
    }
  });

  test('finds a scenario with another state, and a new game with another setup', () => {
    const scenario = cases.find(({ name }) => name.startsWith('001-'))?.json;
    const wrong = JSON.parse(JSON.stringify(scenario).replace('"cash":17', '"cash":18'));
    expect(failureOf('margin-of-error', wrong)).toBe(
      'turns[0].expect.state.players[0].cash: expected 18, found 17',
    );
    const made = cases.find(({ json }) => json.title.startsWith('Both wish D'))?.json;
    const other = JSON.parse(JSON.stringify(made).replace('"R":"NC"', '"R":"FL"'));
    expect(failureOf('margin-of-error', other)).toBe('setup.homes.R: expected "FL", found "NC"');
  });
});
