import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** Deletes the records of mail that was taken more than so many days ago. Returns how many were deleted. */
export function pruneTakenMail(pool: pg.Pool, now: Date, keepDays: number): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "TakenMail" where "id" = any(array(
       select "id" from "TakenMail" where "at" < $1 order by "id" limit $2 for update skip locked))`,
    [daysBefore(now, Math.max(keepDays, MIN_DAYS))],
  );
}

/** A mail that lies in the mailbox for so many days is still looked at: see `fetchNewMail`. */
const MIN_DAYS = 60;
