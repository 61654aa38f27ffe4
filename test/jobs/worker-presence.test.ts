import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startWorkerPresence } from '../../src/jobs/worker-presence.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;
const cluster = new pg.Client({ connectionString: inject('clusterUrl') });

beforeAll(async () => {
  own = await testContext();
  await cluster.connect();
});
afterAll(async () => {
  await own.close();
  await cluster.end();
});

test('workers are registered again after the database could not be reached for a while', async () => {
  const name = new URL(own.url).pathname.slice(1);
  const pool = new pg.Pool({ connectionString: own.url, application_name: 'presence', max: 2 });
  pool.on('error', () => {});
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  /** The number of advisory locks with two keys, one for each worker. */
  const workerLocks = async () => {
    const { rows } = await cluster.query(
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
         and a.application_name = 'presence' and a.datname = $1`,
      [name],
    );
    return rows.length;
  };
  const presence = await startWorkerPresence(pool, log, 200);
  try {
    presence.register('worker-one');
    await expect.poll(workerLocks, { timeout: 10_000 }).toBe(1);
    await cluster.query(`alter database ${name} with allow_connections false`);
    await cluster.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'presence' and datname = $1`,
      [name],
    );
    const misses = () => lines.filter((line) => line.includes('could not register the workers')).length;
    await expect.poll(misses, { timeout: 20_000 }).toBeGreaterThan(2);
    presence.register('worker-two');
    await cluster.query(`alter database ${name} with allow_connections true`);
    await expect.poll(workerLocks, { timeout: 20_000 }).toBe(2);
  } finally {
    await cluster.query(`alter database ${name} with allow_connections true`);
    await presence.release();
    await pool.end();
  }
  await expect.poll(workerLocks, { timeout: 10_000 }).toBe(0);
}, 60_000);
