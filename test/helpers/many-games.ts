import type pg from 'pg';

/*
 * Thousands of games for tests and benchmarks, as copies of one game with all of its rows. They are written by SQL, because
 * playing them would take hours.
 */

/** What is different in the copies. */
export interface CopyOptions {
  count: number;
  /** How many copies there are already. */
  after?: number;
  /** `over`: the copies have ended. As the game that is copied by default. */
  status?: 'over';
}

interface Column {
  table: string;
  column: string;
  type: string;
}

/** Copies a game with everything that belongs to it. The copies are newer than the game, and have other numbers. */
export async function copyGame(pool: pg.Pool, gameId: string, options: CopyOptions): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type from information_schema.columns c
     where c.table_schema = 'public' and (c.table_name = 'Game' or exists (select from information_schema.columns g
       where g.table_schema = 'public' and g.table_name = c.table_name and g.column_name = 'gameId' and g.is_nullable = 'NO'))`,
  );
  const deliveries = await pool.query<Column>(
    `select table_name as table, column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = 'Delivery'`,
  );
  const all = [...columns, ...deliveries.rows];
  const client = await pool.connect();
  try {
    await client.query('begin');
    // The rows fit together because those of the game do: no need to check each of them.
    await client.query('set local session_replication_role = replica');
    for (const table of new Set(all.map((one) => one.table))) {
      const own = all.filter((one) => one.table === table);
      const names = own.map(({ column }) => `"${column}"`).join(', ');
      const values = own.map((one) => copiedValue(one, options)).join(', ');
      const key = table === 'Game' ? 'id' : 'gameId';
      await client.query(
        `insert into "${table}" (${names}) select ${values} from "${table}" t, generate_series($3::int + 1, $3::int + $2::int) n where t."${key}" = $1`,
        [gameId, options.count, options.after ?? 0],
      );
    }
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The value of a column in the n-th copy. Identifiers are replaced by others, the same in all tables. */
function copiedValue({ table, column, type }: Column, { status }: CopyOptions): string {
  const old = `t."${column}"`;
  // The digits for the version and the variant are set (RFC 9562): payloads of jobs with other identifiers are refused.
  if (type === 'uuid')
    return `overlay(overlay(md5(${old}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;
  if (column === 'joinLink') return 'null';
  if (column === 'messageId') return `n || ${old}`;
  if (table !== 'Game') return old;
  if (column === 'serial') return `${old} + n`;
  if (column === 'createdAt') return `${old} + n * interval '1 minute'`;
  if (status === 'over' && column === 'status') return `'over'`;
  if (status === 'over' && column === 'endedAt')
    return `${old.replace('endedAt', 'createdAt')} + n * interval '1 day'`;
  return old;
}
