import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { graphemesOf } from '../../src/text/graphemes.ts';

/** Long text is segmented in slices, which no one must notice. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const atOnce = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Characters that join others before or after them in each way that Unicode knows, and some that join none. */
const UNITS = [
  ...['a', ' ', '漢', '\r', '\n', '\u0301', '\u200d', '\u200c', '\ufe0f', '\u20e3', '1'],
  ...['👩', '🚀', '❤', '🏽', '🏴', '🇩', '🇪', '\u{e0067}', '\u{e007f}', '\u0600', '\u{110bd}'],
  ...['क', '\u094d', 'ष', '\u093e', '\u1100', '\u1161', '\u11a8', '가', '각', '\ud800', '\udc00', '\udbff'],
];
const unit = fc.constantFrom(...UNITS);

/** Runs of the same few characters, some of them longer than a slice. */
const run = fc
  .tuple(fc.array(unit, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 400 }))
  .map(([units, times]) => units.join('').repeat(times));
const mixed = fc.string({ unit, maxLength: 600 });

describe('the characters that a reader sees', () => {
  test.each([
    ['Zoe\u0308', ['Z', 'o', 'e\u0308']],
    ['👩\u200d🚀!', ['👩\u200d🚀', '!']],
    ['🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
    ['', []],
  ])('of %j', (text, expected) => expect(graphemesOf(text)).toEqual(expected));

  test('are the same in long text, wherever it is divided', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(run, mixed), { maxLength: 4 }), (parts) => {
        const text = parts.join('');
        expect(graphemesOf(text)).toEqual(atOnce(text));
      }),
    );
  });

  test.each(['👩\u200d🚀', '🇩🇪', 'e\u0301', '👍🏽', 'क्ष', '\r\n', '\u1100\u1161\u11a8'])(
    'are the same around %j at the end of a slice',
    (character) => {
      for (let before = 250; before <= 260; before += 1) {
        const text = `${'a'.repeat(before)}${character.repeat(150)}b`;
        expect(graphemesOf(text)).toEqual(atOnce(text));
      }
    },
  );

  test('are one for a letter with any number of marks', () => {
    for (const marks of [254, 255, 256, 511, 512, 513, 100_000]) {
      const letter = `a${'\u0301'.repeat(marks)}`;
      expect(graphemesOf(`x${letter}y${letter}`)).toEqual(['x', letter, 'y', letter]);
    }
  });

  test('are found in a very long text', () => {
    const text = '漢🎉e\u0301'.repeat(40_000);
    expect(graphemesOf(text)).toHaveLength(120_000);
  });
});
