import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import {
  type MigrationList,
  noFilter,
  openSchemaEngine,
  readMigrations,
  type SchemaEngine,
} from './schema-engine.ts';

/** Held by whoever migrates, so that of two servers that start at once the second waits and finds it done. */
const migrating = 0x6d_69_67_72;

/**
 * Brings a database up to date: our tables (kept in step by the official table `_prisma_migrations`) and those of
 * the queue.
 * @param from the folder of the migrations; the project's own unless told
 * @returns the names of the migrations that were applied now
 * @throws when one fails; nothing of it remains, and the message says what to do.
 */
export async function migrate(url: string, from?: string): Promise<{ applied: string[] }> {
  const pool = new pg.Pool({ connectionString: url, application_name: 'whistlestop migrations', max: 4 });
  pool.on('error', () => {});
  try {
    const lock = await pool.connect();
    try {
      await lock.query('select pg_advisory_lock($1)', [migrating]);
      const applied = await applyMigrations(pool, from);
      await runMigrations({ pgPool: pool, logger: quiet });
      await lock.query('select pg_advisory_unlock($1)', [migrating]);
      return { applied };
    } finally {
      // Destroyed, not given back: whatever happened, the lock goes with its connection.
      lock.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function applyMigrations(pool: pg.Pool, from?: string): Promise<string[]> {
  const migrationsList = await readMigrations(from);
  const engine = await openSchemaEngine(pool);
  try {
    await prepareHistory(engine, migrationsList);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
    return appliedMigrationNames;
  } catch (cause) {
    throw new Error(
      `The database could not be brought up to date; nothing of the step that failed remains in it. ` +
        `Mend the cause and start again; until then the version of before still runs on it.\n${reason(cause)}`,
      { cause },
    );
  } finally {
    engine.free();
  }
}

/**
 * A migration that failed, or whose server was killed meanwhile, was rolled back whole (see schemaEngine.ts) and
 * may be tried again.
 * @throws if the database's past is not that of this version
 */
async function prepareHistory(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const options = { migrationsList, optInToShadowDatabase: false, filters: noFilter };
  const past = await engine.diagnoseMigrationHistory(options);
  const edited = past.editedMigrationNames.filter((name) => !past.failedMigrationNames.includes(name));
  if (edited.length > 0) {
    throw new Error(
      `These migrations were changed after this database had applied them: ${edited.join(', ')}. ` +
        'Use the version that it was made with, or a new database.',
    );
  }
  if (past.history && past.history.diagnostic !== 'databaseIsBehind') {
    throw new Error(
      `This database was used by a newer version, which applied: ${past.history.unpersistedMigrationNames.join(', ')}. Use that version or a newer one.`,
    );
  }
  for (const migrationName of past.failedMigrationNames)
    await engine.markMigrationRolledBack({ migrationName });
}

/** The engine's message, which is often followed by where in its own source it arose: cut off here. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const migration = /migration_name="(\w+)"/.exec(text)?.[1];
  const [message = ''] = text.split(/\n\s*0: /);
  return migration ? `${migration}: ${message}` : message;
}

/** What the queue says of its own migrations is of interest only if it fails, and then it throws. */
const quiet = new WorkerLogger(() => () => {});
