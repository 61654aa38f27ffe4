import { describe, expect, test } from 'vitest';
import { commitment, DiceError, listedDice, seededDice, shuffle } from '../../src/rules/dice.ts';

/** The bytes 0 to 31. What is expected below was computed from it with another language's HMAC. */
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);

function draw(processing: number, sides: number, count: number): number[] {
  const dice = seededDice(SECRET, processing);
  return Array.from({ length: count }, () => dice.roll(sides));
}

describe('seeded dice', () => {
  test('are computed from the secret, the processing and the draw counter', () => {
    expect(draw(0, 6, 10)).toEqual([4, 4, 2, 5, 3, 1, 2, 3, 6, 5]);
    expect(draw(1, 6, 10)).toEqual([4, 5, 3, 6, 1, 6, 1, 2, 4, 5]);
    expect(draw(12, 100, 10)).toEqual([74, 56, 48, 95, 80, 72, 41, 76, 22, 49]);
    expect(draw(3, 256, 10)).toEqual([135, 5, 169, 39, 83, 55, 88, 147, 253, 101]);
    expect(draw(2, 2, 10)).toEqual([1, 1, 1, 2, 1, 2, 2, 2, 2, 2]);
  });

  test('skip bytes that would favor low numbers', () => {
    // The digests of "7:1" and "7:2" begin with f0 27 and eb 80: 240 and 235 are not below 200.
    expect(draw(7, 200, 12)).toEqual([170, 40, 129, 185, 120, 81, 152, 140, 5, 145, 148, 115]);
    expect([0x27 + 1, 0x80 + 1]).toEqual(draw(7, 200, 3).slice(1));
  });

  test('record every roll in order', () => {
    const dice = seededDice(SECRET, 0);
    dice.roll(6);
    dice.roll(6);
    expect(dice.rolls).toEqual([
      { sides: 6, value: 4 },
      { sides: 6, value: 4 },
    ]);
  });

  test('have the SHA-256 of the secret as their commitment', () => {
    expect(commitment(SECRET)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });

  test('have 2 to 256 sides', () => {
    const dice = seededDice(SECRET, 0);
    for (const sides of [0, 1, 257, 2.5, Number.NaN]) expect(() => dice.roll(sides)).toThrow(RangeError);
  });
});

describe('listed dice', () => {
  test('show the list in order', () => {
    const dice = listedDice([3, 1]);
    expect([dice.roll(6), dice.roll(2)]).toEqual([3, 1]);
  });

  test('end with the list, and the error has the index of the missing die', () => {
    const dice = listedDice([3]);
    dice.roll(6);
    expect(() => dice.roll(6)).toThrow(expect.objectContaining({ name: 'DiceError', index: 1 }));
  });

  test('refuse a number that the die cannot show', () => {
    for (const value of [0, 7, -1, 1.5]) expect(() => listedDice([value]).roll(6)).toThrow(DiceError);
  });
});

describe('a shuffle', () => {
  test('is Fisher–Yates from the last index down', () => {
    expect(shuffle([...'ABCDEFGH'], seededDice(SECRET, 5)).join('')).toBe('CGEFBADH');
    expect(shuffle(['A', 'B', 'C', 'D'], listedDice([1, 1, 2]))).toEqual(['C', 'B', 'D', 'A']);
  });

  test('leaves its input unchanged, and rolls no dice for a single item', () => {
    const items = ['A', 'B'];
    shuffle(items, listedDice([1]));
    expect(items).toEqual(['A', 'B']);
    expect(shuffle(['A'], listedDice([]))).toEqual(['A']);
  });
});
