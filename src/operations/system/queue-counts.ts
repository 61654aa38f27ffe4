import type pg from 'pg';

/** The jobs of one kind. */
export interface QueueCount {
  kind: string;
  /** Jobs that wait for their time or their turn. */
  waiting: number;
  running: number;
  /** Jobs that will not be tried again. */
  failed: number;
}

/**
 * The jobs of the queue by kind, in alphabetical order. A job without key and error did not fail: a newer one took its key
 * while it ran, and its process was killed.
 */
export async function queueCounts(pool: pg.Pool): Promise<QueueCount[]> {
  const { rows } = await pool.query<QueueCount>(
    `select task_identifier as kind,
       (count(*) filter (where locked_at is null and attempts < max_attempts))::int as waiting,
       (count(*) filter (where locked_at is not null))::int as running,
       (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed
     from graphile_worker.jobs
     where not (locked_at is null and attempts >= max_attempts and key is null and last_error is null)
     group by 1 order by 1`,
  );
  return rows;
}

/** The jobs of one kind that are due and not running. */
export interface DueJobs {
  kind: string;
  count: number;
  /** Seconds since the first of them was due. */
  oldest: number;
}

/** The jobs that are due and not running, by kind. Jobs for later and jobs that have failed for good do not count. */
export async function dueJobs(pool: pg.Pool): Promise<DueJobs[]> {
  const { rows } = await pool.query<DueJobs>(
    `select task_identifier as kind, count(*)::int as count,
       extract(epoch from now() - min(run_at))::float8 as oldest
     from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at <= now() group by 1`,
  );
  return rows;
}

/** How many mails the mail server took within the last minute. */
export async function mailsSentLastMinute(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from "Delivery" where "sentAt" > now() - interval '1 minute'`,
  );
  return rows[0]?.n ?? 0;
}
