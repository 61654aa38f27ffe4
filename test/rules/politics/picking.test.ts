import { expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { pick } from '../../../src/rules/politics/play/questions.ts';

/* PTG-6.8: a number from more than a die has sides. */

test('a pick from 300 is rolled again until it is one of them', () => {
  const dice = listedDice([2, 50, 1, 9]);
  expect(pick(300, dice)).toBe(9);
  expect(dice.rolls).toHaveLength(4);
});

test('a pick from one rolls no die, and one from 256 a single die', () => {
  expect(pick(1, listedDice([]))).toBe(1);
  expect(pick(256, listedDice([256]))).toBe(256);
});

test('a pick reaches the last number there is', () => {
  expect(pick(300, listedDice([2, 44]))).toBe(300);
  expect(pick(300, listedDice([2, 45, 2, 1]))).toBe(257);
  expect(pick(257, listedDice([2, 2, 2, 1]))).toBe(257);
});
