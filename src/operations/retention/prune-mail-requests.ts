import type pg from 'pg';
import { MAIL_REQUEST_AGE } from '../../games/notices/mail-limits.ts';
import { deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the records of mail requests that are older than a day and no longer count.
 * @returns how many were deleted
 */
export function pruneMailRequests(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "MailRequest" where "id" = any(array(
       select "id" from "MailRequest" where "at" < $1 order by "id" limit $2 for update skip locked))`,
    [new Date(now.getTime() - MAIL_REQUEST_AGE)],
  );
}
