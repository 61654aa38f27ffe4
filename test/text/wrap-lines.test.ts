import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../../src/text/text-width.ts';
import { wrapLines } from '../../src/text/wrap-lines.ts';

const length = (text: string) => text.length;

describe('wrapLines', () => {
  test('breaks at spaces', () => {
    expect(wrapLines('to be or not', 5, length)).toEqual(['to be', 'or', 'not']);
    expect(wrapLines('to be or not', 100, length)).toEqual(['to be or not']);
  });

  test('breaks a word that is too long between characters', () => {
    expect(wrapLines('abcdefgh ij', 4, length)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapLines('ab cdefgh', 4, length)).toEqual(['ab', 'cdef', 'gh']);
  });

  test('keeps a letter and its combining marks together', () => {
    const letters = 'q\u0308'.repeat(4);
    expect(wrapLines(letters, 2, (text) => [...text].length / 2)).toEqual([
      'q\u0308q\u0308',
      'q\u0308q\u0308',
    ]);
    expect(wrapLines(letters, 1, length)).toEqual(['q\u0308', 'q\u0308', 'q\u0308', 'q\u0308']);
  });

  test('counts several spaces as one, and gives one empty line for no words', () => {
    expect(wrapLines('  a   b ', 10, length)).toEqual(['a b']);
    expect(wrapLines('', 10, length)).toEqual(['']);
    expect(wrapLines('   ', 10, length)).toEqual(['']);
  });

  test('uses the measure, whatever its unit', () => {
    const wide = (text: string) => [...text].reduce((sum, letter) => sum + (letter === 'm' ? 2.5 : 1), 0);
    expect(wrapLines('mm ii mi i', 6, wide)).toEqual(['mm', 'ii', 'mi i']);
  });

  test('loses no character and exceeds the width only with a single one', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '🎉') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (words, width) => {
        const lines = wrapLines(words, width, length);
        expect(lines.join('').replace(/ /g, '')).toBe(words.replace(/ /g, ''));
        for (const line of lines) expect(line.length <= width || [...line].length === 1).toBe(true);
      }),
    );
  });
});

describe('characters without a width, which never fill a line', () => {
  const filler = '\u3164';

  test.each([
    ['one word', filler.repeat(30_000) + 'a'.repeat(100)],
    ['many words', `${filler.repeat(400)} `.repeat(75)],
    ['a full line', 'a'.repeat(72) + filler.repeat(30_000)],
  ])('%s: each is measured a few times only', (_name, text) => {
    let measured = 0;
    const lines = wrapLines(text, 72, (part) => {
      measured += part.length;
      return textWidth(part);
    });
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(measured).toBeLessThan(10 * text.length);
  });
});
