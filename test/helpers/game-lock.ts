import pg from 'pg';
import { expect } from 'vitest';

/** A lock in the database, held by the test itself so that it decides who gets it next. */
export interface HeldLock {
  /** Waits until so many transactions of this database wait for a lock. */
  waiting(transactions: number): Promise<void>;
  /** Gives the lock to the transaction that has waited longest; the others follow. Safe to call twice. */
  release(): Promise<void>;
}

/** Takes the lock under which everything happens to a game. */
export function holdGameLock(url: string, gameId: string): Promise<HeldLock> {
  return holdLock(url, 'SELECT 1 FROM "Game" WHERE id = $1 FOR UPDATE', [gameId]);
}

/** Takes the lock of a statement. */
export async function holdLock(url: string, statement: string, values: string[] = []): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  // A client can be ended only once.
  let released: Promise<void> | null = null;
  return {
    waiting: (transactions) =>
      expect.poll(() => countWaiting(client), { timeout: 20_000, interval: 5 }).toBe(transactions),
    release: () => {
      released ??= client.query('COMMIT').then(() => client.end());
      return released;
    },
  };
}

async function countWaiting(client: pg.Client): Promise<number> {
  // Within a transaction the statistics would stay as they were first read.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
