import { describe, expect, test } from 'vitest';
import { describeCases, failureOf } from './cases.ts';

/** Every rule of sections 2 to 8 that a case file can show. */
const RULES = [
  ...numbered(2, 15), // the tables
  ...numbered(3, 5), // setup
  ...numbered(4, 5), // the turn
  ...numbered(5, 5), // checks; advice (5.6) is no part of a scenario
  ...numbered(6, 11), // resolution
  ...numbered(7, 3), // the end
  'MOE-8.1', // the state; what is secret (8.2) shows on printouts
];

function numbered(section: number, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `MOE-${section}.${i + 1}`);
}

const cases = describeCases('margin-of-error', 'Margin of Error', RULES);

describe('the player of Margin of Error’s cases', () => {
  test('uses up the dice of every scenario', () => {
    for (const { name, json } of cases) {
      if (!('turns' in json)) continue;
      const { dice, expect: expected } = json as unknown as {
        dice: number[];
        expect: { diceUsed: number };
      };
      expect(expected.diceUsed, name).toBe(dice.length);
    }
  });

  test('notices a scenario that goes otherwise, and a setup that is drawn otherwise', () => {
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
