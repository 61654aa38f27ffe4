import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a link is kept that was used or has expired. */
const KEEP_DAYS = 30;

/**
 * Deletes links that were used or have expired, 30 days later. That someone uses an account is kept with the account itself
 * (`addressProvedAt`).
 * @returns how many were deleted
 */
export function pruneSignInLinks(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "SignInLink" where "id" = any(array(
       select l."id" from "SignInLink" l
       where coalesce(l."usedAt", l."expiresAt") < $1
       order by l."id" limit $2
       for update of l skip locked))`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
