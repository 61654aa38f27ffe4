import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import { runs } from '../../helpers/long.ts';
import { secretOf, stateOf } from './games.ts';
import { garbage, legalWeek } from './garbage.ts';

const players = [
  { id: 'AB', party: 'D', cash: 20 },
  { id: 'CD', party: 'R', cash: 20 },
];

test('a turn played from its disclosed sheets is the same turn, byte for byte (MOE-8.2)', () => {
  const sheet = fc.oneof({ weight: 5, arbitrary: legalWeek }, garbage, fc.constant(null));
  fc.assert(
    fc.property(sheet, sheet, fc.boolean(), fc.nat(), (one, two, alone, word) => {
      const before = stateOf({ players: alone ? players.slice(0, 1) : players });
      const sheets = alone ? { AB: one } : { AB: one, CD: two };
      const secret = secretOf(String(word));
      const after = marginOfError.resolve(before, sheets, seededDice(secret, 1));
      const disclosed = marginOfError.disclose(before, sheets, after);
      const again = marginOfError.resolve(before, disclosed, seededDice(secret, 1));
      expect(JSON.stringify(again)).toBe(JSON.stringify(after));
    }),
    { numRuns: runs(100) },
  );
});

test('unspent covers and the content of refused sheets are not disclosed (MOE-8.2)', () => {
  const before = stateOf({ players });
  const sheets = {
    AB: {
      actions: [{ do: 'campaign', state: 'PA', days: 2, cover: true }],
      coverWith: ['fact-check', 'endorsements'],
    },
    CD: { actions: [{ do: 'campaign', state: 'TX', days: 1 }], capital: 'media-blitz' },
  };
  for (let word = 0; word < 40; word += 1) {
    const after = marginOfError.resolve(before, sheets, seededDice(secretOf(String(word)), 1));
    const { AB, CD } = marginOfError.disclose(before, sheets, after) as Record<
      string,
      { coverWith?: string[] }
    >;
    const stop = after.log.find((event) => event.kind === 'campaign');
    const spent = stop?.kind === 'campaign' ? stop.spent : [];
    expect(AB?.coverWith).toEqual(spent);
    expect(JSON.stringify(AB).includes('"cover":true')).toBe(spent.length > 0);
    expect(CD).toBe('refused');
  }
});
