import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a downtime is kept. */
const KEEP_DAYS = 365;

/**
 * Deletes the records of downtimes that ended more than a year ago.
 * @returns how many were deleted
 */
export function pruneDowntimes(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "Downtime" where "id" = any(array(
       select "id" from "Downtime" where "until" < $1 order by "id" limit $2 for update skip locked))`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
