import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';

/* Reading and writing the rows of a game with every value as the database's own text, so that no byte changes. */

/** A row: the text of each column's value, or null. */
export type Row = Record<string, string | null>;

/** A table of this database that has rows of games. */
export interface GameTable {
  name: string;
  /** Names and SQL types. */
  columns: { name: string; type: string }[];
  /** The columns that refer to an account. */
  accounts: string[];
}

/** Tables that others refer to; they are written first, in this order. The other tables follow by name. */
const REFERENCED_TABLES = [
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

/**
 * What stays on this server: mail and notices that wait for it; what people keep to themselves; the addresses that this server
 * calls, which are secrets of their owners; reports about its bank of questions; and which accounts a game had that moved away.
 * Practice games are no part of a game.
 */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  ...['Delivery', 'DigestLine'],
  ...['PrivateNotes', 'Webhook', 'DisputedQuestion', 'MovedAccount', 'PracticeTurn'],
]);

/** The tables that have rows of games, in an order in which they can be written. */
export async function gameTables(tx: Tx): Promise<GameTable[]> {
  const columns = await tx.$queryRaw<{ table: string; name: string; type: string }[]>`
    SELECT c.relname AS "table", a.attname AS "name", format_type(a.atttypid, a.atttypmod) AS "type"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`;
  const references = await tx.$queryRaw<{ table: string; name: string }[]>`
    SELECT c.relname AS "table", a.attname AS "name"
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = '"Account"'::regclass`;
  const names = [
    ...new Set(columns.filter((column) => column.name === 'gameId').map(({ table }) => table)),
  ].sort();
  const order = [
    ...REFERENCED_TABLES,
    ...names.filter((name) => !REFERENCED_TABLES.includes(name) && !EXCLUDED_TABLES.has(name)),
  ];
  return order.map((name) => ({
    name,
    columns: columns
      .filter(({ table }) => table === name)
      .map((column) => ({ name: column.name, type: column.type })),
    accounts: references.filter(({ table }) => table === name).map((column) => column.name),
  }));
}

/** All rows of a game in one table. */
async function readRows(tx: Tx, table: GameTable, game: Pick<WholeGame, 'id'>): Promise<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"::text AS "${name}"`).join(', ');
  const key = table.name === 'Game' ? 'id' : 'gameId';
  // Safe: the names come from the database's own catalog, the values are parameters.
  return tx.$queryRawUnsafe<Row[]>(
    `SELECT ${columns} FROM "${table.name}" WHERE "${key}" = $1::uuid ORDER BY 1`,
    game.id,
  );
}

/** All rows of a game by table, and the accounts to which they refer. */
export async function readAllRows(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
): Promise<{ tables: Record<string, Row[]>; accountIds: number[] }> {
  const tables: Record<string, Row[]> = {};
  const accountIds = new Set<number>();
  for (const table of await gameTables(tx)) {
    const rows = await readRows(tx, table, game);
    tables[table.name] = rows;
    for (const row of rows) for (const id of accountsIn(table, row)) accountIds.add(id);
  }
  return { tables, accountIds: [...accountIds] };
}

/** Writes rows into a table. Columns that the table does not have are ignored. */
export async function writeRows(tx: Tx, table: GameTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map(({ name, type }) => `(r->>'${name}')::${type}`).join(', ');
  await tx.$executeRawUnsafe(
    `INSERT INTO "${table.name}" (${names}) SELECT ${values} FROM json_array_elements($1::json) AS r`,
    JSON.stringify(rows),
  );
}

/** The columns of a game's rows (`Game.createdAt`) with dates that no page can show: infinite, or not in our time. */
export async function strangeDates(
  tx: Tx,
  tables: readonly GameTable[],
  game: Pick<WholeGame, 'id'>,
): Promise<string[]> {
  const strange: string[] = [];
  for (const { name, columns } of tables) {
    const dates = columns.filter(({ type }) => type.startsWith('timestamp')).map((column) => column.name);
    if (dates.length === 0) continue;
    const checks = dates.map(
      (date) => `bool_and("${date}" IS NULL OR "${date}" BETWEEN '1970-01-01' AND '9999-12-31') AS "${date}"`,
    );
    const key = name === 'Game' ? 'id' : 'gameId';
    // Safe as in `readRows`.
    const [row] = await tx.$queryRawUnsafe<Record<string, boolean | null>[]>(
      `SELECT ${checks.join(', ')} FROM "${name}" WHERE "${key}" = $1::uuid`,
      game.id,
    );
    strange.push(...dates.filter((date) => row?.[date] === false).map((date) => `${name}.${date}`));
  }
  return strange;
}

/** The accounts that a row refers to. */
export function accountsIn(table: GameTable, row: Row): number[] {
  return table.accounts.flatMap((column) => (row[column] == null ? [] : [Number(row[column])]));
}

/** The row with its account numbers replaced as `ids` maps them. */
export function withAccounts(table: GameTable, row: Row, ids: ReadonlyMap<string, string>): Row {
  const mapped = table.accounts.map((column) => {
    const id = row[column];
    return [column, id == null ? null : (ids.get(id) ?? null)] as const;
  });
  return { ...row, ...Object.fromEntries(mapped) };
}

/** The migrations that have been applied. Two databases with the same list have the same tables. */
export async function migrationsOf(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS "name" FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`;
  return rows.map(({ name }) => name);
}
