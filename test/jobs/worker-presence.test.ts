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

/** Two ids of workers with the same hash, as the database computes it. */
async function twoIdsWithOneHash(): Promise<string[]> {
  const { rows } = await cluster.query<{ ids: string[] }>(
    `select array_agg('worker-' || n) as ids from generate_series(1, 400000) n
     group by hashtext('worker-' || n) having count(*) > 1 limit 1`,
  );
  return rows[0]?.ids ?? [];
}

test('two workers whose ids have the same hash do not wait for each other', async () => {
  const [one = '', two = ''] = await twoIdsWithOneHash();
  expect(two).not.toBe('');
  const pool = new pg.Pool({ connectionString: own.url, max: 2 });
  const log = pino({ level: 'silent' });
  const [first, second] = [await startWorkerPresence(pool, log), await startWorkerPresence(pool, log)];
  try {
    first.register(one);
    await first.recorded();
    second.register(two);
    await second.recorded();
  } finally {
    await first.release();
    await second.release();
    await pool.end();
  }
});

test('a worker that is withdrawn leaves no job locked, and its attempts do not use up the job’s', async () => {
  const { pool } = own.ctx.db;
  const presence = await startWorkerPresence(pool, pino({ level: 'silent' }));
  try {
    presence.register('worker-dead');
    presence.register('worker-alive');
    await presence.recorded();
    await pool.query(
      `select graphile_worker.add_job('process', '{}'), graphile_worker.add_job('process', '{}'),
         graphile_worker.add_job('process', '{}')`,
    );
    const lock = (n: number, worker: string, attempts: number) =>
      pool.query(
        `update graphile_worker._private_jobs set locked_by = $2, locked_at = now(), attempts = $3
         where id = (select id from graphile_worker._private_jobs order by id offset $1 limit 1)`,
        [n, worker, attempts],
      );
    await lock(0, 'worker-dead', 24);
    // A newer job with the same key has replaced this one while it ran: the queue has used up its attempts.
    await lock(1, 'worker-dead', 25);
    await lock(2, 'worker-alive', 1);
    presence.withdraw('worker-dead');
    await presence.recorded();
    const { rows } = await pool.query(
      'select locked_by, attempts from graphile_worker._private_jobs order by id',
    );
    expect(rows).toEqual([
      { locked_by: null, attempts: 3 },
      { locked_by: null, attempts: 25 },
      { locked_by: 'worker-alive', attempts: 1 },
    ]);
  } finally {
    await presence.release();
  }
});

/** Adds a job that a killed server's worker holds in its last attempt. */
async function addHeldJob(spec: {
  key: string | null;
  maxAttempts?: number;
  attempts?: number;
}): Promise<string> {
  const { pool } = own.ctx.db;
  const { key, maxAttempts = 25, attempts = maxAttempts } = spec;
  const added = await pool.query<{ id: string }>(
    `select (graphile_worker.add_job('process', '{}', job_key => $1, max_attempts => $2)).id`,
    [key, maxAttempts],
  );
  const id = added.rows[0]?.id ?? '';
  await pool.query(
    `update graphile_worker._private_jobs
     set locked_by = 'worker-killed', locked_at = now() - interval '1 minute', attempts = $2 where id = $1`,
    [id, attempts],
  );
  return id;
}

/** How many jobs the killed server's worker still holds. A look may come between the adding of two jobs. */
const heldJobs = async () => {
  const { rows } = await own.ctx.db.pool.query(
    `select 1 from graphile_worker._private_jobs where locked_by = 'worker-killed'`,
  );
  return rows.length;
};

const jobRow = async (id: string) => {
  const { rows } = await own.ctx.db.pool.query(
    `select locked_by, attempts, round(extract(epoch from run_at - now()) / 60)::int as minutes
     from graphile_worker._private_jobs where id = $1`,
    [id],
  );
  return rows[0];
};

test.each(['by the next server to start', 'by another server'])(
  'a job whose servers were killed as often as it is tried is kept %s',
  async (by) => {
    const { pool } = own.ctx.db;
    await pool.query('delete from graphile_worker._private_jobs');
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    const other = by === 'by another server' ? await startWorkerPresence(pool, log, 100) : null;
    const exhausted = await addHeldJob({ key: 'one' });
    const early = await addHeldJob({ key: 'two', attempts: 24 });
    const limited = await addHeldJob({ key: 'three', maxAttempts: 2 });
    const replaced = await addHeldJob({ key: null });
    const starting = other ?? (await startWorkerPresence(pool, log));
    try {
      await expect.poll(heldJobs, { timeout: 20_000 }).toBe(0);
      expect(await jobRow(exhausted)).toEqual({ locked_by: null, attempts: 23, minutes: 60 });
      expect(await jobRow(early)).toEqual({ locked_by: null, attempts: 24, minutes: 0 });
      expect(await jobRow(limited)).toEqual({ locked_by: null, attempts: 2, minutes: 0 });
      expect(await jobRow(replaced)).toEqual({ locked_by: null, attempts: 25, minutes: 0 });
      expect(lines.join()).toContain('killed again and again');
    } finally {
      await starting.release();
    }
  },
  30_000,
);

test('jobs that an earlier version has given up are tried again, but none that a newer one has replaced', async () => {
  const { pool } = own.ctx.db;
  await pool.query('delete from graphile_worker._private_jobs');
  const ids = [await addHeldJob({ key: 'one' }), await addHeldJob({ key: null })];
  await pool.query('update graphile_worker._private_jobs set locked_by = null, locked_at = null');
  const presence = await startWorkerPresence(pool, pino({ level: 'silent' }));
  await presence.release();
  const [dead, replaced] = [await jobRow(ids[0] ?? ''), await jobRow(ids[1] ?? '')];
  expect(dead).toEqual({ locked_by: null, attempts: 23, minutes: 60 });
  expect(replaced).toEqual({ locked_by: null, attempts: 25, minutes: 0 });
});
