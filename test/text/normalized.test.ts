import { expect, test } from 'vitest';
import { normalized } from '../../src/text/normalized.ts';
import { manyLines, oneLine } from '../../src/text/typed-text.ts';
import { cpuTime } from '../helpers/cpu.ts';

test('composes letters and their marks', () => {
  expect(normalized('e\u0301', 'NFC')).toBe('\u00e9');
  expect(normalized('\u00e9', 'NFD')).toBe('e\u0301');
  // The marks of a biblical Hebrew word, and thirty of one letter.
  for (const text of [
    '\u05d1\u05b0\u05bc\u05e8\u05b5\u0596\u05d0\u05e9\u05b4\u05c1',
    `a${'\u0323'.repeat(30)}`,
  ])
    expect(normalized(text, 'NFD')).toBe(text.normalize('NFD'));
});

test('thousands of marks that are out of order do not take long', async () => {
  const text = `a${'\u0345'.repeat(50_000)}${'\u0334'.repeat(50_000)}`;
  expect([...normalized(text, 'NFD')].length).toBe(31);
  // Without a limit, it would take some ten seconds.
  for (const clean of [oneLine, manyLines]) expect(await cpuTime(() => clean(text))).toBeLessThan(2_000);
});
