import type pg from 'pg';

/** Rows of some tables as text, by the name of the table: two of them are equal if nothing has changed between. */
export type Rows = Record<string, string[]>;

/** Every row of every table that the server and its queue write. */
export async function allRows(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1`,
  );
  const found: Rows = {};
  for (const { name } of tables) found[name] = await rowsIn(pool, name, 'true', []);
  return found;
}

/** Every row that belongs to a game, and the accounts of its players. */
export async function gameRows(pool: pg.Pool, gameId: string): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'gameId' ORDER BY 1`,
  );
  const found: Rows = {
    Game: await rowsIn(pool, '"Game"', 'id = $1', [gameId]),
    Account: await rowsIn(pool, '"Account"', 'id IN (SELECT "accountId" FROM "Seat" WHERE "gameId" = $1)', [
      gameId,
    ]),
  };
  for (const { name } of tables) found[name] = await rowsIn(pool, name, '"gameId" = $1', [gameId]);
  return found;
}

async function rowsIn(pool: pg.Pool, table: string, condition: string, values: string[]): Promise<string[]> {
  const sql = `SELECT t::text AS row FROM ${table} t WHERE ${condition} ORDER BY 1`;
  const { rows } = await pool.query<{ row: string }>(sql, values);
  return rows.map(({ row }) => row);
}
