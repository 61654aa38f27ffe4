import { runMigrations, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { applyMigrations } from './apply-migrations.ts';
import { surviveLostConnections } from './lost-connections.ts';
import { SafeClient, SafePool } from './safe-client.ts';

/** The advisory lock that makes the second of two servers that start together wait for the first. */
const MIGRATION_LOCK = 0x6d_69_67_72;

export interface MigrateOptions {
  /** The folder of the migrations. Default: the project's own. */
  from?: string;
  /** The names of the migrations to apply, for tables as an earlier version had them. Default: all. */
  only?: readonly string[];
  log?: Logger;
}

/**
 * Brings the tables of a database up to date: ours (recorded in Prisma's table `_prisma_migrations`) and those of the
 * job queue. A process that is killed meanwhile leaves each migration applied and recorded, or neither.
 * @returns the names of our migrations that were applied now
 * @throws if one fails; it is rolled back, and the message says what to do
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const { from, only, log = pino({ level: 'silent' }) } = options;
  const settings = { connectionString: url, application_name: 'whistlestop migrations', keepAlive: true };
  const client = new SafeClient(settings);
  // A lost connection shows in the next query. Without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await takeLock(client, log);
    const applied = await applyMigrations({ client, url, from, only, log });
    await client.end();
    await migrateQueue(settings, log);
    return { applied };
  } finally {
    // Ends the session, and with it the lock.
    await client.end().catch(() => {});
  }
}

/** The queue's migrations are transactions, too. The connection that runs them holds the lock. */
async function migrateQueue(settings: pg.PoolConfig, log: Logger): Promise<void> {
  const pool = new SafePool({ ...settings, max: 1, onConnect: (client) => takeLock(client, log) });
  surviveLostConnections(pool, () => {});
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger });
  } finally {
    await pool.end();
  }
}

/** Takes the lock for this connection and waits for it if necessary. */
async function takeLock(client: pg.ClientBase, log: Logger): Promise<void> {
  // A migration may take longer than the database's settings allow a query.
  await client.query(
    'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
  );
  // If this process is killed, PostgreSQL notices within a second instead of at the end of the running statement, and
  // the next start need not wait. Not every operating system supports it.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  if (rows[0]?.taken) return;
  log.info('waiting for another server that brings the database up to date');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** The queue throws if its migrations fail, so its log messages are not needed. */
const silentLogger = new WorkerLogger(() => () => {});
