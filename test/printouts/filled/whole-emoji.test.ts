import { expect, test } from 'vitest';
import { withWholeEmoji } from '../../../src/printouts/filled/whole-emoji.ts';

test.each([
  ['\uf682 ahead \uf985', '🚂 ahead 🦅'],
  ['\uf1fa\uf1f8', '🇺🇸'],
  ['whole 🚂 already', 'whole 🚂 already'],
  // No emoji has these lower 16 bits: the logo of Apple is one of them.
  ['\uf8ff', '\uf8ff'],
])('emoji that were cut are whole again: %j', (cut, whole) => {
  expect(withWholeEmoji(cut)).toBe(whole);
});

test('ideographs stay what they are in a text with others, and what can be nothing else is restored', () => {
  expect(withWholeEmoji('民主 \uf985 \uf682')).toBe('民主 \uf985 🚂');
  expect(withWholeEmoji('한국 \uf90a')).toBe('한국 \uf90a');
});
