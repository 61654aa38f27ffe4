import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasInvisible, printable } from '../../src/text/printable.ts';

describe('printable', () => {
  test.each([
    ['e\u0301', 'é'],
    ['a\r\nb\tc\u2028d', 'a b c d'],
    ['a\u202eb\u200fc\u200bd', 'abcd'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['a\u0000b\u0007', 'ab'],
    ['half\ud800', 'half\ufffd'],
    ['private \ue000 use', 'private  use'],
    ['Zoë Łukasiewicz 漢字 🎉', 'Zoë Łukasiewicz 漢字 🎉'],
    ['می\u200cخواهم क्\u200dष 👩\u200d🚀', 'می\u200cخواهم क्\u200dष 👩\u200d🚀'],
    ['a\u200db \u200cא\u200d 1\u200d2 👩\u200d', 'ab א 12 👩'],
  ])('makes of %j %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  test('leaves nothing that cannot be printed, and nothing for a second run', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = printable(text);
        expect(cleaned.replace(/[\u200c\u200d]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u);
        expect(printable(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe('invisible characters', () => {
  test.each([
    'a\u200bb',
    'a\u00ad',
    '\u3164',
    '\u2800',
    'a\ufe0f',
    'a\u200d',
    '\u115f',
    'a\u{e0041}',
    'a\u200e',
    'Ann\ue000',
    'Ann\u{f0000}',
    'Ann\u{10fffd}',
    'Ann\u0378',
    'Ann\ufdd0',
    'Ann\u{e0fff}',
  ])('are found in %j', (text) => expect(hasInvisible(text)).toBe(true));

  test.each([
    'Zoë Łukasiewicz',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d🚀',
    '❤\ufe0f',
    '漢字 🎉',
    '🇩🇪 Ann 👍🏽 1️⃣',
    'O’Neil-Smith Jr.',
  ])('are not in %j', (text) => expect(hasInvisible(text)).toBe(false));

  test('are all that printing leaves out of a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = text
          .normalize('NFC')
          .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '')
          .normalize('NFC');
        if (!hasInvisible(line)) expect(printable(line)).toBe(line);
      }),
    );
  });
});
