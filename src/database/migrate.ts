import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import { noFilter, openSchemaEngine, readMigrations } from './schemaEngine.ts';

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
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
    return appliedMigrationNames;
  } catch (cause) {
    throw new Error(
      `The database could not be brought up to date; what had been applied before is unharmed. ${reason(cause)}`,
      { cause },
    );
  } finally {
    engine.free();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the queue says of its own migrations is of interest only if it fails, and then it throws. */
const quiet = new WorkerLogger(() => () => {});
