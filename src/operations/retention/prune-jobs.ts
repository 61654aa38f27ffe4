import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the jobs that have failed for good and will not be tried again, so many days after their last attempt. Jobs
 * that wait or run are not touched.
 * @returns how many were deleted
 */
export function pruneFailedJobs(pool: pg.Pool, now: Date, keepDays: number): Promise<number> {
  // A failed attempt does not set updated_at; it sets run_at to the next attempt, at most six hours later.
  return deleteInBatches(
    pool,
    `select id from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and greatest(run_at, updated_at) < $1
       order by id limit $2))`,
    [daysBefore(now, keepDays)],
  );
}
