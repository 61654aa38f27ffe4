import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createInTurn } from '../src/in-turn.ts';

/* What keeps the process from everything else is done one piece at a time, with time left between. */

const newQueue = () => createInTurn({ waiting: 10, busy: () => new Error('busy') });

/** Keeps the process busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('the work of several queues leaves as much time between two pieces as the first one took', async () => {
  const times: { queue: number; begun: number; ended: number }[] = [];
  const queues = [newQueue(), newQueue(), newQueue()];
  const piece = (queue: number, milliseconds: number) => () => {
    const begun = performance.now();
    work(milliseconds);
    times.push({ queue, begun, ended: performance.now() });
  };
  await Promise.all(
    queues.flatMap((inTurn, i) => [inTurn(piece(i, 30 + 10 * i)), inTurn(piece(i, 30 + 10 * i))]),
  );
  expect(times.map(({ queue }) => queue)).toEqual([0, 1, 2, 0, 1, 2]);
  for (const [i, { begun }] of times.slice(1).entries()) {
    const before = times[i] as (typeof times)[number];
    // Timers are exact to a millisecond.
    expect(begun - before.ended).toBeGreaterThanOrEqual(before.ended - before.begun - 2);
  }
});

test('work that is not done at once is not done beside that of another queue', async () => {
  let underWay = 0;
  let most = 0;
  const piece = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await wait(10);
    underWay -= 1;
  };
  const queues = [newQueue(), newQueue()];
  await Promise.all(queues.flatMap((inTurn) => [inTurn(piece), inTurn(piece)]));
  expect(most).toBe(1);
});

test('a failure reaches only the one who asked, and each queue has its own number of waiting pieces', async () => {
  const [small, other] = [createInTurn({ waiting: 1, busy: () => new Error('busy') }), newQueue()];
  const failing = small(() => {
    throw new Error('broken');
  });
  const results = await Promise.allSettled([
    failing,
    small(() => 'second'),
    small(() => 'third'),
    other(() => 'other'),
  ]);
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    'broken',
    'second',
    'busy',
    'other',
  ]);
});
