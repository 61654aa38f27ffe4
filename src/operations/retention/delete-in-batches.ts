import type pg from 'pg';

/** Rows that one statement deletes: few enough that no one waits long for their locks. */
const BATCH_SIZE = 1_000;

/**
 * Repeats a statement until it finds nothing more.
 * @param sql deletes at most as many rows as its last parameter says, and returns them or counts them
 * @returns how many rows were deleted
 */
export async function deleteInBatches(
  pool: pg.Pool,
  sql: string,
  parameters: readonly unknown[],
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await pool.query(sql, [...parameters, BATCH_SIZE]);
    deleted += rowCount ?? 0;
    // Rows that others have locked are skipped and left for the next night.
    if ((rowCount ?? 0) < BATCH_SIZE) return deleted;
  }
}

const DAY = 86_400_000;

/** The moment so many days before another one. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}
