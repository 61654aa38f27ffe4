import type pg from 'pg';

/** The schema in which migrations are tried out. It is never committed. */
const SCRATCH = 'whistlestop_scratch';

/**
 * Everything that a migration can create in a schema, one line each, with its definition. With the schema as the search
 * path, PostgreSQL leaves the schema's name out of the definitions, so those of two schemas can be compared.
 */
const OBJECTS = `
  select format('column %I.%I %s not null %s default %s', r.relname, a.attname,
    format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_class r join pg_attribute a on a.attrelid = r.oid left join pg_attrdef d
    on d.adrelid = r.oid and d.adnum = a.attnum
  where r.relnamespace = current_schema()::regnamespace and r.relkind in ('r', 'p', 'v', 'm')
    and a.attnum > 0 and not a.attisdropped
  union all select format('table %I', relname) from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
  union all select 'index ' || pg_get_indexdef(indexrelid, 0, true)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace
  union all select format('constraint %s %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid, true))
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(t.oid, true)
  from pg_trigger t join pg_class r on r.oid = t.tgrelid
  where r.relnamespace = current_schema()::regnamespace and not t.tgisinternal
  union all select format('function %I(%s) %s', proname, pg_get_function_arguments(oid), prosrc)
  from pg_proc where pronamespace = current_schema()::regnamespace
  union all select format('enum %I %L', typname, enumlabel)
  from pg_enum join pg_type on pg_type.oid = enumtypid
  where typnamespace = current_schema()::regnamespace`;

/**
 * Whether the last of these migrations has been applied to the database: everything that it creates is there, and
 * nothing that it removes. The migrations are run in a schema of their own, which is removed again. Callers must be in a
 * transaction.
 * @param scripts the migrations in order, from the first one on
 * @returns false if it has not, or if that cannot be determined
 */
export async function hasApplied(client: pg.Client, scripts: string[]): Promise<boolean> {
  await client.query('savepoint comparison');
  try {
    const present = await objectsOf(client, 'public');
    await client.query(`create schema ${SCRATCH}`);
    const [before, after] = await tryOut(client, scripts);
    const created = after.filter((line) => !before.includes(line));
    const removed = before.filter((line) => !after.includes(line));
    if (created.length + removed.length === 0) return false;
    return after.every((line) => present.includes(line)) && !removed.some((line) => present.includes(line));
  } catch {
    return false;
  } finally {
    await client.query('rollback to savepoint comparison');
  }
}

/** Returns what there is in the scratch schema before the last migration and after it. */
async function tryOut(client: pg.Client, scripts: string[]): Promise<[before: string[], after: string[]]> {
  await client.query(`set local search_path = ${SCRATCH}`);
  for (const script of scripts.slice(0, -1)) await client.query(script);
  const before = await objectsOf(client, SCRATCH);
  await client.query(scripts.at(-1) ?? '');
  return [before, await objectsOf(client, SCRATCH)];
}

async function objectsOf(client: pg.Client, schema: string): Promise<string[]> {
  await client.query(`set local search_path = ${schema}`);
  const { rows } = await client.query<{ line: string }>(OBJECTS);
  return rows.map(({ line }) => line);
}
