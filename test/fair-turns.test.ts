import { expect, test } from 'vitest';
import { createFairTurns, type FairTurns, type Turn } from '../src/fair-turns.ts';

/** Brings work, and notes whose turn it was. */
function bringer(inTurn: FairTurns) {
  const order: string[] = [];
  const bring = (name: string, turn: Partial<Turn> = {}) =>
    inTurn({ of: name[0] ?? '', ...turn }, async () => {
      order.push(name);
      await new Promise(setImmediate);
    }).catch((error: Error) => order.push(`${name}: ${error.message}`));
  return { order, bring };
}

const aQueue = (waiting = 20) => bringer(createFairTurns({ waiting, busy: () => new Error('busy') }));

test('people take turns, no matter how much work one of them brings', async () => {
  const { order, bring } = aQueue();
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => bring(name)));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('someone who has had no turn lately comes before those who bring work all the time', async () => {
  const { order, bring } = aQueue();
  for (const name of ['a0', 'b0', 'c0']) await bring(name);
  const begun = ['a1', 'c1', 'b1', 'd1'].map((name) => bring(name));
  await Promise.all(begun);
  expect(order.slice(3)).toEqual(['a1', 'd1', 'b1', 'c1']);
});

test('with too much work, the newest of the person with the most is refused', async () => {
  const { order, bring } = aQueue(3);
  await Promise.all(['a1', 'a2', 'b1', 'a3', 'c1', 'a4'].map((name) => bring(name)));
  expect(order).toEqual(['a1', 'a3: busy', 'a4: busy', 'b1', 'c1', 'a2']);
});

test('work that is given up while it waits is not done, and the next one is', async () => {
  const { order, bring } = aQueue();
  const controller = new AbortController();
  const begun: string[] = [];
  const all = [
    bring('a1', { begins: () => begun.push('a1') }),
    bring('b1', { signal: controller.signal, begins: () => begun.push('b1') }),
    bring('c1', { begins: () => begun.push('c1') }),
  ];
  expect(begun).toEqual(['a1']);
  controller.abort(new Error('given up'));
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1: given up', 'c1']);
  expect(begun).toEqual(['a1', 'c1']);
});
