import pg from 'pg';

/** The PostgreSQL of a run: its own, or the server's embedded one. */
export interface RunDatabase {
  /** The address for the run itself: past everything that is made to fail. Null while there is none. */
  url(): string | null;
  /** The id of the postmaster; null if it does not run. */
  postmaster(): number | null;
  /**
   * Kills the postmaster.
   * @param down how long it stays down, in milliseconds; ignored if the server itself has to start it again
   */
  kill(down: number): Promise<void>;
  /** Stops it for good. */
  shutDown(): Promise<void>;
}

export type Rows = Record<string, unknown>[];

/** Milliseconds for a connection, and for a query. */
const CONNECT_LIMIT = 5_000;
const QUERY_LIMIT = 30_000;

/** The name under which the run itself connects, so that it does not end its own connections. */
const APPLICATION = 'fault run';

/**
 * Does something on a connection of its own.
 * @throws if the database does not answer
 */
export async function withClient<T>(
  database: Pick<RunDatabase, 'url'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = database.url();
  if (url === null) throw new Error('The database does not run.');
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: QUERY_LIMIT,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The rows of one query. @throws if the database does not answer */
export function query(
  database: Pick<RunDatabase, 'url'>,
  sql: string,
  values: unknown[] = [],
): Promise<Rows> {
  return withClient(database, async (client) => (await client.query(sql, values)).rows as Rows);
}

/**
 * Ends connections of others as an administrator would.
 * @param which all of them, or the n-th
 * @returns how many
 */
export async function endConnections(database: RunDatabase, which: 'all' | number): Promise<number> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND application_name <> $1 ORDER BY backend_start`,
      [APPLICATION],
    );
    const chosen = which === 'all' ? rows : rows.slice(which % Math.max(1, rows.length)).slice(0, 1);
    for (const { pid } of chosen) await client.query('SELECT pg_terminate_backend($1)', [pid]);
    return chosen.length;
  });
}
