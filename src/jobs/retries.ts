import type pg from 'pg';

/**
 * How many attempts count. After attempt n the queue waits e^n seconds, so with three counted attempts the longest wait
 * is that after the fourth: 55 seconds.
 */
const COUNTED_ATTEMPTS = 3;

/** How often the queue tries a job whose writer did not say. */
const DEFAULT_ATTEMPTS = 25;

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
