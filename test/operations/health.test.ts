import { stat } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHealth, type HealthCheck } from '../../src/operations/health.ts';

/** A check that hangs until it is told to end. */
function hangingCheck(): { check: HealthCheck; runs: () => number; end: () => void } {
  let runs = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const check: HealthCheck = {
    name: 'disk',
    async run() {
      runs += 1;
      await ended;
      return { level: 'ok', message: 'There is space.' };
    },
  };
  return { check, runs: () => runs, end: () => end() };
}

/** Makes every turn of the main loop last so many milliseconds. @returns a function that ends it */
function keepBusy(milliseconds: number): () => void {
  let isBusy = true;
  const work = () => {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    if (isBusy) setImmediate(work);
  };
  work();
  return () => {
    isBusy = false;
  };
}

test('a check that hangs counts as down and is not run a second time until it has ended', async () => {
  const health = createHealth(pino({ level: 'silent' }), 3_600_000);
  const hung = hangingCheck();
  health.add(hung.check);
  const down = [{ check: 'disk', level: 'down', message: 'The check failed: no answer within 4 seconds' }];
  expect(await health.check()).toEqual(down);
  expect(await health.check()).toEqual(down);
  expect(hung.runs()).toBe(1);
  hung.end();
  expect(await health.check()).toMatchObject([{ level: 'ok' }]);
  await health.check();
  expect(hung.runs()).toBe(2);
  await health.close();
});

test('a check that hangs for long is run again, up to three times', async () => {
  const health = createHealth(pino({ level: 'silent' }), 3_600_000, 1_000);
  const hung = hangingCheck();
  health.add(hung.check);
  for (const runs of [1, 2, 3, 3]) {
    expect(await health.check()).toMatchObject([{ level: 'down' }]);
    expect(hung.runs()).toBe(runs);
  }
  hung.end();
  expect(await health.check()).toMatchObject([{ level: 'ok' }]);
  await health.close();
}, 60_000);

test('a check that is slow only because the process has much to do does not count as down', async () => {
  const health = createHealth(pino({ level: 'silent' }), 3_600_000);
  health.add({
    name: 'disk',
    async run() {
      for (let step = 0; step < 12; step += 1) await stat(import.meta.dirname);
      return { level: 'ok', message: 'There is space.' };
    },
  });
  const startedAt = performance.now();
  const stop = keepBusy(400);
  const found = await health.check();
  stop();
  expect(performance.now() - startedAt).toBeGreaterThan(4_000);
  expect(found).toMatchObject([{ level: 'ok' }]);
  await health.close();
}, 60_000);

test('a check that hangs counts as down after 20 seconds, however much the process has to do', async () => {
  const health = createHealth(pino({ level: 'silent' }), 3_600_000);
  const hung = hangingCheck();
  health.add(hung.check);
  const startedAt = performance.now();
  const stop = keepBusy(1_000);
  const found = await health.check();
  stop();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  const message = 'The check failed: no answer within 20 seconds';
  expect(found).toEqual([{ check: 'disk', level: 'down', message }]);
  hung.end();
  await health.close();
}, 90_000);
