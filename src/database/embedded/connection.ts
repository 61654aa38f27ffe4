import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { type Instance, START_TIMEOUT, startPostgres } from './postgres.ts';
import {
  isAlive,
  isPostmasterOf,
  type Postmaster,
  readPostmaster,
  removeStalePidFile,
} from './postmaster.ts';

/** Milliseconds between two attempts to connect. */
const RETRY_INTERVAL = 50;
/** How many starts may fail before the error is reported (about three seconds). */
const MAX_START_FAILURES = 6;

/** The advisory lock that every process that uses the cluster shares, and that the one that shuts it down holds alone. */
export const IN_USE_LOCK = 0x77_68_69_73;

/** The connection that a process keeps open, with the shared lock, as long as it uses the cluster. */
export interface Connection {
  client: pg.Client;
  port: number;
}

/**
 * Returns a connection to the cluster that holds the lock. Starts PostgreSQL if necessary.
 * @throws if it cannot be started; the message contains the end of PostgreSQL's log
 */
export async function acquireConnection(instance: Instance): Promise<Connection> {
  const { cluster } = instance;
  const until = Date.now() + START_TIMEOUT;
  let lastError: unknown = null;
  let failures = 0;
  while (Date.now() < until && failures < MAX_START_FAILURES) {
    const running = await readSettledPostmaster(cluster.data);
    try {
      if (running && (await isPostmasterOf(running.pid, cluster.data))) {
        if (running.port !== null) {
          return { client: await connect(cluster, running.port), port: running.port };
        }
      } else {
        if (running) await removeIfStale(cluster.data, running);
        failures += 1;
        await startPostgres(instance);
        failures = 0;
      }
    } catch (error) {
      lastError = error;
    }
    // Backends of a killed PostgreSQL may keep its shared memory for a moment, or another process may be starting it.
    await wait(Math.min(2_000, RETRY_INTERVAL * 2 ** failures));
  }
  throw new Error(
    `The embedded PostgreSQL in ${cluster.data} could not be started. Correct the cause and start again. ` +
      `Its log ${cluster.logFile} ends with:\n${await readTail(cluster.logFile)}`,
    { cause: lastError },
  );
}

/** The address of a database in the cluster, with its password. */
export function connectionUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/** Waits up to a second while postmaster.pid is empty: it is being written, or a power cut has left it empty. */
async function readSettledPostmaster(data: string): Promise<Postmaster | null> {
  const until = Date.now() + 1_000;
  let found = await readPostmaster(data);
  while (found?.pid === 0 && Date.now() < until) {
    await wait(RETRY_INTERVAL);
    found = await readPostmaster(data);
  }
  return found;
}

/** PostgreSQL recognizes the pid of a dead process, but takes any live process for another PostgreSQL. */
async function removeIfStale(data: string, found: Postmaster): Promise<void> {
  if (found.pid === 0 || isAlive(found.pid)) await removeStalePidFile(data, found);
}

/** @throws if nothing listens there, PostgreSQL is starting up or shutting down, or it is not this cluster */
async function connect(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, port, 'postgres'),
    application_name: 'whistlestop (in use)',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Until the supervisor watches it, a lost connection shows in the next query.
  client.on('error', () => {});
  try {
    await client.connect();
    // A copied data folder has the same password and may name the port of the original.
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    if (rows[0]?.data !== cluster.data) throw new Error(`Port ${port} belongs to another database.`);
    // Waits while another process is shutting the cluster down, and fails once it is down.
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function readTail(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, 2_000);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString('utf8').trim();
    } finally {
      await handle.close();
    }
  } catch {
    return '(no log)';
  }
}
