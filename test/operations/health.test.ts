import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHealth } from '../../src/operations/health.ts';

test('a check that hangs counts as down and is not run a second time until it has ended', async () => {
  const health = createHealth(pino({ level: 'silent' }), 3_600_000);
  let runs = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  health.add({
    name: 'disk',
    async run() {
      runs += 1;
      await ended;
      return { level: 'ok', message: 'There is space.' };
    },
  });
  const down = [{ check: 'disk', level: 'down', message: 'The check failed: no answer within 4 seconds' }];
  expect(await health.check()).toEqual(down);
  expect(await health.check()).toEqual(down);
  expect(runs).toBe(1);
  end();
  expect(await health.check()).toMatchObject([{ level: 'ok' }]);
  await health.check();
  expect(runs).toBe(2);
  await health.close();
});
