import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days a network is kept from which no one has signed in to the account again. */
const KEEP_DAYS = 180;

/**
 * Deletes the networks from which no one has signed in to their account for 180 days.
 * @returns how many were deleted
 */
export function pruneKnownNetworks(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `with old as materialized (
       select "accountId", "network" from "KnownNetwork" where "seenAt" < $1
       order by "accountId", "network" limit $2 for update skip locked)
     delete from "KnownNetwork" using old
     where "KnownNetwork"."accountId" = old."accountId" and "KnownNetwork"."network" = old."network"`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
