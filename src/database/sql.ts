// Statements written by hand, for the few paths where Prisma's own would take too many round trips. Everything else is
// plain Prisma.
import type { Prisma } from './generated/client.ts';

/** The name of each statement that was written by hand, by its text. */
const names = new Map<string, string>();

/**
 * Defines a statement that runs in the caller's transaction. The database parses and plans it once for each connection.
 * Parameters need casts (`$1::uuid`, `$2::timestamptz`, `$3::json`), and a list must be one array or JSON value
 * (`= any($1::uuid[])`), because the text must not vary. All statements are compared with the schema in a test: they must
 * be defined when their module is loaded.
 * @param name unique; the database's log and `pg_prepared_statements` show it
 * @returns a function that runs the statement with its parameters and returns the rows
 * @throws if another statement has this name or text
 */
export function statement<Row, Values extends readonly unknown[]>(
  name: string,
  text: string,
): (tx: Pick<Prisma.TransactionClient, '$queryRawUnsafe'>, ...values: Values) => Promise<Row[]> {
  if ([...names.values()].includes(name)) throw new Error(`There are two statements named ${name}.`);
  if (names.has(text)) throw new Error(`${name} is the same statement as ${names.get(text)}.`);
  names.set(text, name);
  return (tx, ...values) => tx.$queryRawUnsafe<Row[]>(text, ...values);
}

/** The name under which a statement is prepared; empty, which means none, for all that `statement` did not define. */
export function statementName({ sql }: { sql: string }): string {
  return names.get(sql) ?? '';
}

/** All statements that were defined so far, with their names. */
export function definedStatements(): { name: string; text: string }[] {
  return Array.from(names, ([text, name]) => ({ name, text }));
}
