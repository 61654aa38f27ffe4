import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createByteBudget } from '../../../src/mail/smtp/byte-budget.ts';

/** A budget of 100 bytes, a quarter of it for each network, and the names of the mails that were ended. */
function aBudget(late?: number) {
  const budget = createByteBudget(100, 25, late);
  const ended: string[] = [];
  const begin = (name: string, ...from: string[]) => budget.begin({ from, end: () => ended.push(name) });
  return { begin, ended };
}

test('a neighbor with many unfinished mails makes room within the share of the wide network', () => {
  const { begin, ended } = aBudget();
  const loud = ['one', 'two', 'three', 'four', 'five'].map((name) => begin(name, '127.5.0.1', '127.5.0/24'));
  expect(loud.map((mail) => mail.take(5))).toEqual([true, true, true, true, true]);
  const other = begin('other', '127.5.0.2', '127.5.0/24');
  expect(other.take(8)).toBe(true);
  expect(ended).toEqual(['one', 'two']);
  expect(begin('far', '127.6.0.1', '127.6.0/24').take(25)).toBe(true);
  expect(loud.map((mail) => mail.take(0))).toEqual([false, false, true, true, true]);
});

test('mails of one host do not end each other, unless they are late, and those that are here as a whole make no room', async () => {
  const { begin, ended } = aBudget(50);
  const first = begin('first', '127.5.0.1', '127.5.0/24');
  expect(first.take(25)).toBe(true);
  const second = begin('second', '127.5.0.1', '127.5.0/24');
  expect(second.take(5)).toBe(false);
  await sleep(100);
  expect(begin('third', '127.5.0.1', '127.5.0/24').take(5)).toBe(true);
  expect(ended).toEqual(['first']);
  const fourth = begin('fourth', '127.5.0.1', '127.5.0/24');
  expect(fourth.take(20)).toBe(true);
  fourth.finish();
  await sleep(100);
  expect(begin('fifth', '127.5.0.2', '127.5.0/24').take(20)).toBe(false);
  expect(ended).toEqual(['first', 'third']);
});
