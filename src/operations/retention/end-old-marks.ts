import type pg from 'pg';
import { DAYS_TO_MARK } from '../../accounts/address-marks.ts';
import { daysBefore } from './delete-in-batches.ts';

/** For how many days an address is marked because its mail came back for a passing reason, such as a full mailbox. */
const MARKED_DAYS = 14;

/**
 * Ends the marks of addresses to which mail came back on several days for a passing reason, two weeks after they were marked, so
 * that mail is tried again. If it comes back once more within 30 days of the last time, the address is marked anew at once.
 * Addresses without a mailbox stay marked.
 * @returns how many marks ended
 */
export async function endOldMarks(pool: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `update "AddressMark" set "markedAt" = null, "days" = $1 - 1 where "markedAt" < $2 and "days" >= $1`,
    [DAYS_TO_MARK, daysBefore(now, MARKED_DAYS)],
  );
  return rowCount ?? 0;
}
