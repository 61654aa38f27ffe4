import type pg from 'pg';
import type { Logger } from 'pino';
import { hasApplied } from './schema-comparison.ts';
import {
  type MigrationList,
  noFilter,
  openSchemaEngine,
  readMigrations,
  type SchemaEngine,
} from './schema-engine.ts';

export interface ApplyOptions {
  /** Connected, and holding the lock that keeps other servers from migrating. */
  client: pg.Client;
  /** Where the client is connected. */
  url: string;
  /** The folder of the migrations. Default: the project's own. */
  from?: string | undefined;
  /** The names of the migrations to apply. Default: all. */
  only?: readonly string[] | undefined;
  log: Logger;
}

/** A migration that is missing in the database, or may be. */
interface Pending {
  name: string;
  /** The migrations up to this one. */
  list: MigrationList;
  /** Whether an attempt is recorded that did not finish: it failed, or its server was killed. */
  attempted: boolean;
  /** Whether that attempt still has to be marked as rolled back. */
  unmarked: boolean;
}

interface Applying extends ApplyOptions {
  engine: SchemaEngine;
}

/**
 * Applies the migrations that are missing, in order. Each one is a transaction together with the row of
 * `_prisma_migrations` that records it.
 * @returns the names of the migrations that were applied now
 * @throws if one fails; it is rolled back, and the message says what to do
 */
export async function applyMigrations(options: ApplyOptions): Promise<string[]> {
  const migrationsList = await readMigrations(options.from, options.only);
  const engine = await openSchemaEngine(options.client, options.url);
  const applied: string[] = [];
  try {
    for (const pending of await findPending({ ...options, engine }, migrationsList)) {
      const isNew = await applyOne({ ...options, engine }, pending).catch((cause: unknown) => {
        throw new Error(failure(pending, { applied, cause }), { cause });
      });
      if (isNew) applied.push(pending.name);
    }
    return applied;
  } finally {
    engine.free();
  }
}

/** @throws if the database's history is not that of this version */
async function findPending({ engine, client }: Applying, migrationsList: MigrationList): Promise<Pending[]> {
  const found = await engine
    .diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilter })
    .catch((cause: unknown) => {
      throw new Error(`The history of the database could not be read.\n${reason(cause)}`, { cause });
    });
  const { failedMigrationNames: failed, history } = found;
  const edited = found.editedMigrationNames.filter((name) => !failed.includes(name));
  if (edited.length > 0) {
    throw new Error(
      `These migrations were changed after this database had applied them: ${edited.join(', ')}. ` +
        'Use the version of Whistlestop that applied them, or a new database.',
    );
  }
  if (history && history.diagnostic !== 'databaseIsBehind') {
    throw new Error(
      `This database was used by a newer version of Whistlestop, which applied: ${history.unpersistedMigrationNames.join(', ')}. Use that version or a newer one.`,
    );
  }
  const attempted = found.hasMigrationsTable ? await attemptedMigrations(client) : [];
  const missing = [...failed, ...(history?.unappliedMigrationNames ?? [])];
  return migrationsList.migrationDirectories.flatMap(({ path: name }, index, all) => {
    if (!missing.includes(name)) return [];
    const list = { ...migrationsList, migrationDirectories: all.slice(0, index + 1) };
    return { name, list, attempted: attempted.includes(name), unmarked: failed.includes(name) };
  });
}

async function attemptedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select distinct migration_name as name from _prisma_migrations where finished_at is null',
  );
  return rows.map(({ name }) => name);
}

/**
 * Applies a migration. Earlier versions of Whistlestop recorded an attempt before it and its end after it, each in a
 * transaction of its own. If such a server was killed, PostgreSQL may have completed the migration all the same.
 * @returns false if it turns out that it was applied before
 */
async function applyOne({ engine, client, log }: Applying, pending: Pending): Promise<boolean> {
  const { name: migrationName, list: migrationsList, attempted, unmarked } = pending;
  return await inTransaction(client, async () => {
    if (unmarked) await engine.markMigrationRolledBack({ migrationName });
    if (attempted && (await hasApplied(client, scriptsOf(migrationsList)))) {
      await engine.markMigrationApplied({ migrationName, migrationsList });
      log.warn(
        { migration: migrationName },
        'a server was killed during this migration; it is complete in the database and is now recorded',
      );
      return false;
    }
    await engine.applyMigrations({ migrationsList, filters: noFilter });
    return true;
  });
}

function scriptsOf(list: MigrationList): string[] {
  return list.migrationDirectories.map(({ migrationFile: { content } }) =>
    content.tag === 'ok' ? content.value : '',
  );
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back.');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new LostConnection('The connection to the database was lost.', { cause: error });
    });
    throw error;
  }
}

/** The connection ended during a transaction. If it was the commit, no one knows yet whether it succeeded. */
class LostConnection extends Error {
  override name = 'LostConnection';
}

/** What became of a migration that failed, and what to do. */
function failure(
  { name, attempted }: Pending,
  { applied, cause }: { applied: string[]; cause: unknown },
): string {
  if (cause instanceof LostConnection) {
    return (
      `The connection to the database was lost during the migration ${name}. ` +
      `PostgreSQL keeps all of it or nothing. Start again: the next start finds out and continues.\n${reason(cause.cause)}`
    );
  }
  const earlier =
    applied.length === 0
      ? 'Nothing was changed, so the version that used this database before still runs on it.'
      : `Before it, this was applied: ${applied.join(', ')}. Older versions no longer run on this database.`;
  const interrupted = attempted
    ? ' An earlier attempt at this migration was interrupted or failed. If tables were changed by hand since, undo that; otherwise restore a backup from before the upgrade.'
    : '';
  return (
    `The database could not be brought up to date. The migration ${name} failed and was rolled back. ${earlier} ` +
    `Correct the cause and start again.${interrupted}\n${name}: ${reason(cause)}`
  );
}

/** The engine's message without the location in its own source that often follows. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [message = ''] = text.split(/\n[ \t]*0: /);
  return message;
}
