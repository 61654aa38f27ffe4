import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { COMMON_CHARACTERS } from '../../src/text/common-characters.ts';
import { textWidth } from '../../src/text/text-width.ts';

const common = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  COMMON_CHARACTERS.test(character),
);

test('every common character is one column wide, beside any other', () => {
  expect(common.length).toBeGreaterThan(1_000);
  for (const character of common) {
    expect([character, stringWidth(character), stringWidth(`a${character}é${character}`)]).toEqual([
      character,
      1,
      4,
    ]);
  }
  expect(stringWidth(common.join(''))).toBe(common.length);
});

test('no common character is changed when text is made printable', () => {
  for (const character of common) {
    expect([character, /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{M}]/u.test(character)]).toEqual([character, false]);
    expect(character.normalize('NFC')).toBe(character);
  }
  expect(common.join('').normalize('NFC')).toBe(common.join(''));
});

test('other characters have their own widths', () => {
  expect(['李小龍', '🗳', 'e\u0301', '\u00ad', '☎️', ''].map((text) => textWidth(text))).toEqual(
    ['李小龍', '🗳', 'e\u0301', '\u00ad', '☎️', ''].map((text) => stringWidth(text)),
  );
  expect(textWidth('李a')).toBe(3);
});
