import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a session is kept that has expired. */
const KEEP_DAYS = 30;

/**
 * Deletes sessions that expired 30 days ago.
 * @returns how many were deleted
 */
export function pruneSessions(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "Session" where "id" = any(array(
       select "id" from "Session" where "expiresAt" < $1 order by "id" limit $2 for update skip locked))`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
