import type pg from 'pg';
import { deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the counts of attempts that begin anew with the next attempt.
 * @returns how many were deleted
 */
export function pruneAttemptCounts(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "AttemptCount" where "key" = any(array(
       select "key" from "AttemptCount" where "endsAt" < $1 order by "key" limit $2 for update skip locked))`,
    [now],
  );
}
