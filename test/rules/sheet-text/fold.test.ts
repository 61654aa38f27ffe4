import { describe, expect, test } from 'vitest';
import { folded } from '../../../src/rules/sheet-text/fold.ts';

/* How texts are compared with labels and codes. */

describe('a text', () => {
  test.each(['Fund-raising', 'fund raising', 'FUNDRAISING'.replace('D', 'D '), ' Fúnd…raising: '])(
    'is compared without case, accents and punctuation: %s',
    (text) => {
      expect(folded(text)).toBe('fund raising');
    },
  );

  test('is cut to what a label may have, however long it is and whatever its characters become', () => {
    // U+FDFA becomes eighteen letters and spaces.
    for (const text of ['a'.repeat(100_000), '\ufdfa'.repeat(100_000), '\ufdfa'.repeat(200)]) {
      expect(folded(text).length).toBeLessThan(2_020);
    }
    expect(folded('a'.repeat(2_000))).toBe('a'.repeat(2_000));
  });

  test('that was cut is like no label, also if the rest of it is only punctuation', () => {
    expect(folded(`California${'.'.repeat(2_000)} or not`)).not.toBe(folded('California'));
    expect(folded(`California${'.'.repeat(1_990)}`)).toBe(folded('California'));
    expect(folded('.'.repeat(2_001))).not.toBe('');
  });
});
