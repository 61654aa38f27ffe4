import type pg from 'pg';
import { SafeClient } from '../../database/safe-client.ts';

/** How values are written as text, whatever the database, its owner or the role prefer; and no time limits. */
const SETTINGS = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // PostgreSQL 17 and newer.
  transaction_timeout: '0',
};

/**
 * Runs work on a connection of its own, in one transaction. An error rolls everything back.
 * @param mode such as `ISOLATION LEVEL REPEATABLE READ READ ONLY`; '' for the default
 */
export async function inSession<T>(
  url: string,
  mode: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new SafeClient({
    connectionString: url,
    application_name: 'whistlestop backup',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  });
  // A lost connection shows in the query under way.
  client.on('error', () => {});
  try {
    await client.connect();
    const [names, values] = [Object.keys(SETTINGS), Object.values(SETTINGS)];
    await client.query(
      `SELECT set_config(s.name, s.value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)
       WHERE EXISTS (SELECT FROM pg_settings p WHERE p.name = s.name)`,
      [names, values],
    );
    await client.query(`BEGIN ${mode}`);
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } finally {
    // Rolls back what is not committed, even if a COPY is under way.
    await client.end().catch(() => {});
  }
}
