import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';

/* The rows of a game as the database words them: every value as text, so that not a byte of it changes on the way. */

/** A row: each column's value as the database writes it; null where there is none. */
export type Row = Record<string, string | null>;

/** A table of this database that holds what belongs to games. */
export interface GameTable {
  name: string;
  /** Names, and types as SQL writes them. */
  columns: { name: string; type: string }[];
  /** The columns that name an account. */
  accounts: string[];
}

/** What a game needs before other rows of it can refer to it; the other tables follow by name. */
const FIRST = [
  'Game',
  'GameSchedule',
  'GamePolicy',
  'GameState',
  'GameSecret',
  'Seat',
  'Sheet',
  'Turn',
  'Printout',
];

/** Mails belong to the server that sent them. */
const LEFT = new Set(['Delivery']);

/** The tables with the rows of games, in the order in which they can be written. */
export async function gameTables(tx: Tx): Promise<GameTable[]> {
  const columns = await tx.$queryRaw<{ table: string; name: string; type: string }[]>`
    SELECT c.relname AS "table", a.attname AS "name", format_type(a.atttypid, a.atttypmod) AS "type"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`;
  const links = await tx.$queryRaw<{ table: string; name: string }[]>`
    SELECT c.relname AS "table", a.attname AS "name"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = '"Account"'::regclass`;
  const names = [...new Set(columns.filter((one) => one.name === 'gameId').map((one) => one.table))].sort();
  const order = [...FIRST, ...names.filter((name) => !FIRST.includes(name) && !LEFT.has(name))];
  return order.map((name) => ({
    name,
    columns: columns.filter((one) => one.table === name).map((one) => ({ name: one.name, type: one.type })),
    accounts: links.filter((one) => one.table === name).map((one) => one.name),
  }));
}

/** All rows of a game in one table. */
export async function readRows(tx: Tx, table: GameTable, game: Pick<WholeGame, 'id'>): Promise<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"::text AS "${name}"`).join(', ');
  const key = table.name === 'Game' ? 'id' : 'gameId';
  // Names come from the database's own catalogue, values as parameters.
  return tx.$queryRawUnsafe<Row[]>(
    `SELECT ${columns} FROM "${table.name}" WHERE "${key}" = $1::uuid ORDER BY 1`,
    game.id,
  );
}

/** Writes rows into a table. Columns that it does not have are left out. */
export async function writeRows(tx: Tx, table: GameTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map(({ name, type }) => `(r->>'${name}')::${type}`).join(', ');
  await tx.$executeRawUnsafe(
    `INSERT INTO "${table.name}" (${names}) SELECT ${values} FROM json_array_elements($1::json) AS r`,
    JSON.stringify(rows),
  );
}

/** The migrations that have been applied: two databases with the same list have the same tables. */
export async function migrationsOf(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS "name" FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`;
  return rows.map(({ name }) => name);
}
