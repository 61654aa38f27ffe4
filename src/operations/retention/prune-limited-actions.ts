import type pg from 'pg';
import { deleteInBatches } from './delete-in-batches.ts';

const HOUR = 3_600_000;

/**
 * Deletes the records of limited actions that are older than an hour and no longer count.
 * @returns how many were deleted
 */
export function pruneLimitedActions(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "LimitedAction" where "id" = any(array(
       select "id" from "LimitedAction" where "at" < $1 order by "id" limit $2 for update skip locked))`,
    [new Date(now.getTime() - HOUR)],
  );
}
