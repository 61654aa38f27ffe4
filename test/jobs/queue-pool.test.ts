import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger, runTaskList, type WorkerEvents } from 'graphile-worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQueuePool } from '../../src/jobs/queue-pool.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { databaseLink } from '../helpers/database-link.ts';

/** What ends a process. */
const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

test('a connection that breaks while the queue starts and stops to listen on it does no harm', async () => {
  const link = await databaseLink(own.url);
  const pool = openQueuePool(link.url, 4, () => {});
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  for (const event of EVENTS) process.on(event, record);
  try {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:listen:success', () => link.swallowAnswers());
    const options = { concurrency: 1, noHandleSignals: true, logger: new Logger(() => () => {}), events };
    const listening = once(events, 'pool:listen:success');
    const workers = runTaskList(options, { nothing: async () => {} }, pool);
    await listening;
    const ended = workers.gracefulShutdown();
    const triesAgain = once(events, 'pool:listen:connecting');
    await link.cut();
    await ended;
    await pool.end();
    await triesAgain;
    await nextTurn();
    expect(unhandled).toEqual([]);
  } finally {
    for (const event of EVENTS) process.off(event, record);
    await link.close();
  }
});
