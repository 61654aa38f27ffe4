import type pg from 'pg';

/** A row as `pg` reads it. */
export type Row = Record<string, unknown>;

/** Inserts a row that was read before, by one bare statement. */
export async function insertRow(client: pg.ClientBase, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  // The name makes the database prepare it once, as the fastest program would.
  await client.query({
    name: `insert ${table}`,
    text: `insert into "${table}" (${columns}) values (${places})`,
    values: names.map((name) => plainValue(row[name])),
  });
}

/** JSON columns are read as objects and written as text. */
function plainValue(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
}
