import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the records of mail that was fetched from the mailbox more than so many days ago. The newest record of each
 * mailbox stays: it says how far the mailbox was read.
 * @returns how many were deleted
 */
export function pruneFetchedMail(pool: pg.Pool, now: Date, keepDays: number): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "FetchedMail" where "id" = any(array(
       select "id" from "FetchedMail" old where "at" < $1 and "uid" < (
         select max("uid") from "FetchedMail" new
         where new."mailbox" = old."mailbox" and new."uidValidity" = old."uidValidity")
       order by "id" limit $2 for update skip locked))`,
    [daysBefore(now, Math.max(keepDays, MIN_DAYS))],
  );
}

/** A mail that lies in the mailbox for so many days is still looked at: see `fetchNewMail`. */
const MIN_DAYS = 60;
