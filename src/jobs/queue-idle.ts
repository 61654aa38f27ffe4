import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds between two queries. */
const POLL_INTERVAL = 50;

/** Jobs that are running or could run now. Jobs that have failed for good stay in the table and do not count. */
const DUE = `
  select exists (
    select from graphile_worker.jobs
    where locked_at is not null or (run_at <= now() and attempts < max_attempts)
  ) as due`;

/** Resolves when no job is due or running. */
export async function waitUntilIdle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ due: boolean }>(DUE);
    if (rows[0]?.due !== true) return;
    await sleep(POLL_INTERVAL);
  }
}
