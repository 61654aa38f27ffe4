import type pg from 'pg';
import type { Logger } from 'pino';

/** A worker's sign of life in the database; given up, or lost with its connection when the server dies. */
export interface Presence {
  release(): Promise<void>;
}

/** The lock that says "a worker is there". */
const WORKERS = 0x77_6f_72_6b;

/**
 * Says that a worker is there, and before that frees the jobs of those that are not. A server that was killed
 * leaves its jobs locked, and the queue would wait four hours before it gave them to another. Every living
 * worker shares one advisory lock, which the database takes back from the dead; whoever gets it alone knows
 * that no other worker lives, so that whatever is locked is left over. Where another one lives nothing is
 * freed: mails have their own leases, and turns are processed by whoever is asked next.
 */
export async function takePresence(pool: pg.Pool, log: Logger): Promise<Presence> {
  const client = await pool.connect();
  client.on('error', (error) => log.warn({ err: error }, 'the worker lost its sign of life'));
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [WORKERS]);
    if (rows[0]?.alone === true) {
      const freed = await freeLeftOver(client);
      if (freed > 0) log.warn({ jobs: freed }, 'freed jobs that a killed server had left');
    }
    await client.query('select pg_advisory_lock_shared($1)', [WORKERS]);
    if (rows[0]?.alone === true) await client.query('select pg_advisory_unlock($1)', [WORKERS]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    async release() {
      // Closing the connection gives the lock back.
      client.release(true);
    },
  };
}

async function freeLeftOver(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  );
  if (rows.length === 0) return 0;
  const workers = rows.map((row) => row.locked_by);
  const { rows: counted } = await client.query<{ jobs: number }>(
    'select count(*)::int as jobs from graphile_worker.jobs where locked_by is not null',
  );
  await client.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  return counted[0]?.jobs ?? 0;
}
