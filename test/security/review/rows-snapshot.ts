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
  const before = await fingerprints(pool, tables);
  const changedNow = async () => {
    const now = await fingerprints(pool, tables);
    return tables.filter((table) => now.get(table) !== before.get(table));
  };
  return {
    changed: async () => (await changedNow()).filter((table) => !COUNTERS.includes(table)),
    restore: async () => restoreTables(pool, await changedNow()),
  };
}

function copyOf(table: string): string {
  return table === JOBS ? `${COPIES}.jobs` : `${COPIES}.${table}`;
}

/** A hash of the rows of each table, in one query. */
async function fingerprints(pool: pg.Pool, tables: readonly string[]): Promise<Map<string, string>> {
  const parts = tables.map(
    (table) =>
      `SELECT '${table}' AS name, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS hash FROM ${table} t`,
  );
  const { rows } = await pool.query<{ name: string; hash: string }>(parts.join(' UNION ALL '));
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
