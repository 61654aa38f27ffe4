import type pg from 'pg';
import { deleteInBatches } from './delete-in-batches.ts';

/** The longest time for which such a record counts, in milliseconds: see src/games/game/limited-actions.ts. */
const DAY = 24 * 3_600_000;

/**
 * Deletes the records of limited actions that are older than a day and no longer count.
 * @returns how many were deleted
 */
export function pruneLimitedActions(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "LimitedAction" where "id" = any(array(
       select "id" from "LimitedAction" where "at" < $1 order by "id" limit $2 for update skip locked))`,
    [new Date(now.getTime() - DAY)],
  );
}
