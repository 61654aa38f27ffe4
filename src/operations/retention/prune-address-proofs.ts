import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/** For how many days an address proof is kept that has expired. */
const KEEP_DAYS = 30;

/**
 * Deletes address proofs that expired 30 days ago. A proof that is used is deleted at once.
 * @returns how many were deleted
 */
export function pruneAddressProofs(pool: pg.Pool, now: Date): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "AddressProof" where "id" = any(array(
       select "id" from "AddressProof" where "expiresAt" < $1 order by "id" limit $2 for update skip locked))`,
    [daysBefore(now, KEEP_DAYS)],
  );
}
