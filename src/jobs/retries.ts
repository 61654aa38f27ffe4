import type pg from 'pg';

/**
 * How many attempts count. After attempt n the queue waits e^n seconds, so with three counted attempts the longest wait
 * is that after the fourth: 55 seconds.
 */
export const COUNTED_ATTEMPTS = 3;

/** How often the queue tries a job whose writer did not say. */
export const DEFAULT_ATTEMPTS = 25;

/**
 * Keeps jobs that have failed or were interrupted from waiting for hours, and in the end forever: of all their attempts
 * only three count. Jobs whose writer limited the attempts are left alone, and so are those that a newer job with the
 * same key has replaced while they ran: the queue has used up their attempts.
 */
export async function limitAttempts(
  queue: pg.Pool | pg.PoolClient,
  jobIds: readonly string[],
): Promise<void> {
  await queue.query(
    `select graphile_worker.reschedule_jobs(
       array[id],
       run_at => least(run_at, now() + interval '1 minute'),
       attempts => $2
     )
     from graphile_worker.jobs
     where id = any($1::bigint[]) and attempts > $2 and attempts < max_attempts and max_attempts = $3`,
    [jobIds, COUNTED_ATTEMPTS, DEFAULT_ATTEMPTS],
  );
}

/** The jobs that will not be tried again although their writers did not limit the attempts. No newer job has replaced them. */
export async function deadJobs(queue: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await queue.query<{ id: string }>(
    `select id from graphile_worker.jobs
     where key is not null and locked_at is null and attempts >= max_attempts and max_attempts = $1`,
    [DEFAULT_ATTEMPTS],
  );
  return rows.map(({ id }) => id);
}

/** How many attempts a job has left that is kept although its servers were killed again and again. */
const ATTEMPTS_LEFT = 2;

/**
 * Keeps jobs that have used up their attempts because their servers were killed: they wait for an hour and have two attempts
 * again, so that a job that kills its server does so twice an hour at most. Jobs whose writer limited the attempts are left
 * alone, and so are those without a key: a newer job may have replaced them while they ran. Must be called after they were
 * freed.
 * @returns their ids
 */
export async function keepInterrupted(
  queue: pg.Pool | pg.PoolClient,
  jobIds: readonly string[],
): Promise<string[]> {
  const { rows } = await queue.query<{ id: string }>(
    `select kept.id from graphile_worker.jobs j
     cross join graphile_worker.reschedule_jobs(
       array[j.id],
       run_at => now() + interval '1 hour',
       attempts => j.max_attempts - $2::int
     ) kept
     where j.id = any($1::bigint[]) and j.key is not null and j.attempts >= j.max_attempts and j.max_attempts = $3`,
    [jobIds, ATTEMPTS_LEFT, DEFAULT_ATTEMPTS],
  );
  return rows.map(({ id }) => id);
}
