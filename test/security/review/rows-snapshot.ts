import type pg from 'pg';

/** Rows that any request may write: they count requests. */
const COUNTERS = ['"AttemptCount"', '"KnownNetwork"', '"LimitedAction"', '"MailRequest"'];
const JOBS = 'graphile_worker._private_jobs';
const COPIES = 'review_snapshot';

/** The rows of every table as they were, kept in the same database, so that a test can see and undo every change. */
export interface RowsSnapshot {
  /** The tables that have changed since the snapshot, except those that count requests. */
  changed(): Promise<string[]>;
  /** Restores the tables that have changed. */
  restore(): Promise<void>;
}

/** Copies every table that the server writes. The database must belong to a superuser. */
export async function takeSnapshot(pool: pg.Pool): Promise<RowsSnapshot> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%' ORDER BY 1`,
  );
  const tables = [...rows.map(({ name }) => name), JOBS];
  await pool.query(`CREATE SCHEMA ${COPIES}`);
  for (const table of tables) await pool.query(`CREATE TABLE ${copyOf(table)} AS SELECT * FROM ${table}`);
  const before = await contents(pool, tables);
  /** What each table had when its content was last read. */
  const read = new Map<string, { version: string | undefined; content: string | undefined }>();
  const changedNow = async () => {
    const now = await versions(pool, tables);
    const written = tables.filter((table) => now.get(table) !== read.get(table)?.version);
    const content = await contents(pool, written);
    for (const table of written) read.set(table, { version: now.get(table), content: content.get(table) });
    return tables.filter((table) => read.get(table)?.content !== before.get(table));
  };
  return {
    changed: async () => (await changedNow()).filter((table) => !COUNTERS.includes(table)),
    restore: async () => restoreTables(pool, await changedNow()),
  };
}

function copyOf(table: string): string {
  return table === JOBS ? `${COPIES}.jobs` : `${COPIES}.${table}`;
}

/**
 * A hash of which versions of rows each table has. Every insert, update and delete changes it, also one without effect,
 * and it reads no content: that of a large document is stored elsewhere, and packed.
 */
function versions(pool: pg.Pool, tables: readonly string[]): Promise<Map<string, string>> {
  return hashes(pool, tables, "string_agg(t.ctid::text || t.xmin, '' ORDER BY t.ctid)");
}

/** A hash of the rows of each table. */
function contents(pool: pg.Pool, tables: readonly string[]): Promise<Map<string, string>> {
  return hashes(pool, tables, "string_agg(md5(t::text), '' ORDER BY md5(t::text))");
}

/** A hash of a text about the rows of each table, in one query. */
async function hashes(pool: pg.Pool, tables: readonly string[], text: string): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map();
  const parts = tables.map(
    (table) => `SELECT '${table}' AS name, md5(coalesce(${text}, '')) AS hash FROM ${table} t`,
  );
  // PostgreSQL would start two processes for each such query, which takes many times as long as the query.
  const alone = 'SET LOCAL max_parallel_workers_per_gather = 0';
  // Two statements have two results.
  const results: unknown = await pool.query(`${alone}; ${parts.join(' UNION ALL ')}`);
  const [, { rows }] = results as [unknown, pg.QueryResult<{ name: string; hash: string }>];
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function restoreTables(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // No foreign key and no trigger acts: the tables are consistent again when all of them are restored.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const table of tables) {
      const columns = await storedColumns(client, table);
      const copied = `(${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copyOf(table)}`;
      await client.query(`DELETE FROM ${table}`);
      await client.query(`INSERT INTO ${table} ${copied}`);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** The columns that are not computed from others. */
async function storedColumns(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}
