import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import {
  type MigrationList,
  noFilter,
  openSchemaEngine,
  readMigrations,
  type SchemaEngine,
} from './schema-engine.ts';

/** The advisory lock that makes the second of two servers that start together wait for the first. */
const MIGRATION_LOCK = 0x6d_69_67_72;

/**
 * Brings the tables of a database up to date: ours (recorded in Prisma's table `_prisma_migrations`) and those of the
 * job queue.
 * @param from the folder of the migrations; default: the project's own
 * @param only the names of the migrations to apply, for a database as it was at an earlier version; default: all
 * @returns the names of the migrations that were applied now
 * @throws if one fails; it is rolled back, and the message says what to do
 */
export async function migrate(
  url: string,
  from?: string,
  only?: readonly string[],
): Promise<{ applied: string[] }> {
  const pool = new pg.Pool({ connectionString: url, application_name: 'whistlestop migrations', max: 4 });
  pool.on('error', () => {});
  try {
    const lock = await pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const applied = await applyMigrations(pool, await readMigrations(from, only));
      await runMigrations({ pgPool: pool, logger: silentLogger });
      await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      return { applied };
    } finally {
      // Closing the connection instead of returning it to the pool releases the lock in every case.
      lock.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function applyMigrations(pool: pg.Pool, migrationsList: MigrationList): Promise<string[]> {
  const engine = await openSchemaEngine(pool);
  try {
    await prepareHistory(engine, migrationsList);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
    return appliedMigrationNames;
  } catch (cause) {
    throw new Error(
      `The database could not be brought up to date. The failed step was rolled back. ` +
        `Correct the cause and start again. Until then, the previous version still runs on it.\n${reason(cause)}`,
      { cause },
    );
  } finally {
    engine.free();
  }
}

/**
 * Marks migrations that failed, or whose server was killed meanwhile, so that they are tried again: they were rolled
 * back completely (see schema-engine.ts).
 * @throws if the database's history is not that of this version
 */
async function prepareHistory(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const options = { migrationsList, optInToShadowDatabase: false, filters: noFilter };
  const history = await engine.diagnoseMigrationHistory(options);
  const edited = history.editedMigrationNames.filter((name) => !history.failedMigrationNames.includes(name));
  if (edited.length > 0) {
    throw new Error(
      `These migrations were changed after this database had applied them: ${edited.join(', ')}. ` +
        'Use the version of Whistlestop that applied them, or a new database.',
    );
  }
  if (history.history && history.history.diagnostic !== 'databaseIsBehind') {
    throw new Error(
      `This database was used by a newer version of Whistlestop, which applied: ${history.history.unpersistedMigrationNames.join(', ')}. Use that version or a newer one.`,
    );
  }
  for (const migrationName of history.failedMigrationNames)
    await engine.markMigrationRolledBack({ migrationName });
}

/** The engine's message without the location in its own source that often follows. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const migration = /migration_name="(\w+)"/.exec(text)?.[1];
  const [message = ''] = text.split(/\n\s*0: /);
  return migration ? `${migration}: ${message}` : message;
}

/** The queue throws if its migrations fail, so its log messages are not needed. */
const silentLogger = new WorkerLogger(() => () => {});
