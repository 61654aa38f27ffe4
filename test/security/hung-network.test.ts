import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { databaseFailure } from '../../src/database/failures.ts';
import { openQueuePool } from '../../src/jobs/queue-pool.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';

/** A network that swallows everything does not leave queries hanging. */

/** Short, so that the tests are; long enough for a busy machine to answer in time. */
const RESPONSE_TIMEOUT = 3_000;
const PATIENCE = { timeout: 20_000, interval: 50 };

let own: TestContext;
let proxy: TcpProxy;
let db: Database;
beforeEach(async () => {
  own = await testContext();
  proxy = await startTcpProxy(own.url);
  db = await openDatabase(proxy.url, { responseTimeout: RESPONSE_TIMEOUT, connections: 2 });
});
afterEach(async () => {
  await proxy.restore();
  await db.close();
  await proxy.close();
  await own.close();
});

/** The error of something that must fail, and within how many milliseconds it did. */
async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; took: number }> {
  const start = performance.now();
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).not.toBeNull();
  return { error, took: performance.now() - start };
}

async function expectNothingStuck(pool: pg.Pool): Promise<void> {
  await expect.poll(() => pool.totalCount - pool.idleCount, PATIENCE).toBe(0);
  expect(pool.waitingCount).toBe(0);
}

function activeSessions(): Promise<number> {
  const sql = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  return own.ctx.db.pool.query<{ count: number }>(sql).then(({ rows }) => rows[0]?.count as number);
}

describe('a query on its own', () => {
  test('fails in time, and its connection is not used again', async () => {
    proxy.stall();
    const { error, took } = await failureOf(db.pool.query('select 1'));
    expect(databaseFailure(error)).toBe('busy');
    expect(took).toBeLessThan(RESPONSE_TIMEOUT + 10_000);
    await expectNothingStuck(db.pool);
    await proxy.restore();
    expect((await db.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });

  test('of the typed client fails in time, too', async () => {
    proxy.stall();
    const { error } = await failureOf(db.prisma.account.count());
    expect(databaseFailure(error)).not.toBeNull();
    await expectNothingStuck(db.pool);
    await proxy.restore();
    expect(await db.prisma.account.count()).toBe(0);
  });
});

describe('a transaction', () => {
  test('fails in time, does not wait again to be rolled back, and leaves no connection or session', async () => {
    const start = performance.now();
    const work = db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select 1`;
      proxy.stall();
      await tx.$queryRaw`select 2`;
    });
    const { error } = await failureOf(work);
    expect(databaseFailure(error)).not.toBeNull();
    // A rollback behind the hung query would take as long once more.
    expect(performance.now() - start).toBeLessThan(2 * RESPONSE_TIMEOUT);
    await expectNothingStuck(db.pool);
    await proxy.restore();
    for (let i = 0; i < 4; i += 1) {
      expect(await db.prisma.$transaction((tx) => tx.account.count())).toBe(0);
    }
    await expect.poll(activeSessions, PATIENCE).toBe(0);
  });

  test('that hangs in all connections of the pool lets later requests through', async () => {
    let goOn = () => {};
    const stalled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const works = [1, 2].map(() =>
      db.prisma.$transaction(async (tx) => {
        await tx.$queryRaw`select 1`;
        await stalled;
        await tx.$queryRaw`select 2`;
      }),
    );
    const failures = works.map(failureOf);
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount, PATIENCE).toBe(2);
    proxy.stall();
    goOn();
    await Promise.all(failures);
    await proxy.restore();
    expect(await db.prisma.account.count()).toBe(0);
    await expectNothingStuck(db.pool);
  });
});

test('a connection of the job queue whose query hangs is closed', async () => {
  const pool = openQueuePool(proxy.url, 2, () => {}, RESPONSE_TIMEOUT);
  try {
    const client = await pool.connect();
    await client.query('begin');
    proxy.stall();
    await failureOf(client.query('select 1'));
    const { took } = await failureOf(client.query('rollback'));
    expect(took).toBeLessThan(RESPONSE_TIMEOUT / 2);
    client.release();
    await expectNothingStuck(pool);
    await proxy.restore();
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  } finally {
    await proxy.restore();
    await pool.end();
  }
});

test('waiting for a response takes longer than any statement, and the database ends transactions that are lost', async () => {
  const standard = await openDatabase(own.url);
  const unlimited = await openDatabase(own.url, { statementTimeout: 0 });
  try {
    expect(standard.pool.options.query_timeout).toBe(75_000);
    expect(unlimited.pool.options.query_timeout).toBe(0);
    const shown = async (pool: pg.Pool) =>
      (await pool.query('show idle_in_transaction_session_timeout')).rows[0]
        .idle_in_transaction_session_timeout;
    expect(await shown(standard.pool)).toBe('90s');
    expect(await shown(unlimited.pool)).toBe('0');
  } finally {
    await standard.close();
    await unlimited.close();
  }
});
