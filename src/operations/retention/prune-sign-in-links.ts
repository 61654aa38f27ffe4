import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a link is kept that was used or has expired. */
const KEEP_DAYS = 30;

/**
 * Deletes sign-in links that were used or have expired, 30 days later. If an account has no security code, its used
 * links are kept: they show that someone uses the account, so that no GM can give it another address.
 * @returns how many were deleted
 */
export function pruneSignInLinks(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "SignInLink" where "id" = any(array(
       select l."id" from "SignInLink" l
       where coalesce(l."usedAt", l."expiresAt") < $1
         and (l."usedAt" is null
           or exists (select from "SecurityCode" c where c."accountId" = l."accountId"))
       order by l."id" limit $2
       for update of l skip locked))`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
