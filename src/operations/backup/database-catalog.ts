// What a backup has to know about the tables of a database. It asks the database itself, so that a backup never misses
// a table or a column.
import type pg from 'pg';
import type { AppliedMigration, SequenceValue } from './backup-format.ts';

/** A table and its columns, without generated ones. */
export interface CatalogTable {
  name: string;
  columns: string[];
}

/** The table in which the migrations are recorded; restoring migrates, so a backup lists them in its header. */
const MIGRATIONS_TABLE = '_prisma_migrations';

/** Tables of the schema `public` that do not belong to an extension. */
const OWN_TABLES = `
  c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '${MIGRATIONS_TABLE}'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** All tables of the server. Tables that others refer to come first; otherwise they are ordered by name. */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows: tables } = await client.query<CatalogTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${OWN_TABLES} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT c.relname AS from, t.relname AS to
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND c.oid <> t.oid AND ${OWN_TABLES}`,
  );
  return inOrder(tables, references);
}

/** @throws if tables refer to each other in a circle: then no order of them can be written */
function inOrder(tables: CatalogTable[], references: { from: string; to: string }[]): CatalogTable[] {
  const ordered: CatalogTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isReady = ({ name }: CatalogTable) =>
      !references.some(({ from, to }) => from === name && names.has(to));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** The migrations that the database has applied, in order; none if it has never been migrated. */
export async function readAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  if (!(await tableExists(client, MIGRATIONS_TABLE))) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT DISTINCT migration_name AS name, checksum FROM ${MIGRATIONS_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY name`,
  );
  return rows;
}

/** Whether the schema `public` has a table of this name. */
export async function tableExists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass(format('public.%I', $1::text)) IS NOT NULL AS exists",
    [name],
  );
  return rows[0]?.exists === true;
}

/** Whether a table of the schema `public` exists and has a column of this name. */
export async function columnExists(client: pg.ClientBase, table: string, column: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND column_name = $2`,
    [table, column],
  );
  return rows.length > 0;
}

/** The values of all sequences. They are not part of a snapshot: read them after it was taken, never before. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows: sequences } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1",
  );
  const values: SequenceValue[] = [];
  for (const { name } of sequences) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${publicName(name)}`,
    );
    values.push({ name, ...(rows[0] as { value: string; called: boolean }) });
  }
  return values;
}

/** Makes sequences go on from these values. */
export async function writeSequences(client: pg.ClientBase, values: readonly SequenceValue[]): Promise<void> {
  for (const { name, value, called } of values) {
    await client.query("SELECT setval(format('public.%I', $1::text)::regclass, $2::bigint, $3)", [
      name,
      value,
      called,
    ]);
  }
}

/** The quoted name of a table or sequence of the schema `public`, for SQL. */
export function publicName(name: string): string {
  return `public.${quoted(name)}`;
}

/** A name, quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
