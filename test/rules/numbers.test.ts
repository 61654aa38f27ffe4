import { describe, expect, test } from 'vitest';
import {
  counted,
  dollars,
  grouped,
  listInWords,
  numberWord,
  ordinal,
  signed,
  withUnit,
} from '../../src/rules/numbers.ts';

describe('numbers for people', () => {
  test('have thousands separated and a real minus sign', () => {
    expect([0, 999, 1100, 1_234_567, -5, -1100].map(grouped)).toEqual([
      ...['0', '999', '1,100', '1,234,567', '−5', '−1,100'],
    ]);
    expect([1100, 0, -5].map(dollars)).toEqual(['$1,100', '$0', '−$5']);
    expect([2, 0, -1, 1200].map(signed)).toEqual(['+2', '0', '−1', '+1,200']);
    expect(grouped(-0)).toBe('0');
  });

  test('agree with their nouns', () => {
    expect([0, 1, 2, 1250].map((count) => counted(count, 'vote'))).toEqual([
      ...['0 votes', '1 vote', '2 votes', '1,250 votes'],
    ]);
    expect(counted(2, 'die', 'dice')).toBe('2 dice');
    expect(withUnit(1200, 'dollars')).toBe('$1,200');
    expect([withUnit(1, 'days'), withUnit(3, 'days'), withUnit(-1, 'points')]).toEqual([
      ...['1 day', '3 days', '−1 point'],
    ]);
  });

  test('are ordinals with the right ending', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal)).toEqual([
      ...['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '101st', '111th'],
    ]);
  });

  test('are words up to nine in running text', () => {
    expect([0, 1, 9, 10, 1200, -1].map(numberWord)).toEqual(['zero', 'one', 'nine', '10', '1,200', '−1']);
  });
});

test('a list in words has a comma before “and” from three items on', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => listInWords(items))).toEqual([
    ...['', 'a', 'a and b', 'a, b, and c'],
  ]);
  expect(listInWords(['a', 'b'], 'or')).toBe('a or b');
});
