import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { SafeClient } from '../safe-client.ts';
import type { Cluster } from './cluster.ts';
import { SUPERUSER } from './cluster.ts';
import { isSameFolder } from './platform.ts';
import { type Instance, startPostgres } from './postgres.ts';
import {
  isAlive,
  isPostmasterOf,
  type Postmaster,
  readPostmaster,
  removeStalePidFile,
} from './postmaster.ts';
import { removeStaleSockets, requireUnused } from './use-elsewhere.ts';

/** Milliseconds between two looks at an empty postmaster.pid. */
const RETRY_INTERVAL = 50;

const STARTING = 'PostgreSQL is just starting or has just ended.';

/** The advisory lock that every process that uses the cluster shares, and that the one that shuts it down holds alone. */
export const IN_USE_LOCK = 0x77_68_69_73;

/** The connection that a process keeps open, with the shared lock, as long as it uses the cluster. */
export interface Connection {
  client: pg.Client;
  port: number;
  /** Resolves when the connection is lost or closed. */
  ended: Promise<void>;
}

/**
 * Connects to the cluster and takes the shared lock. Starts PostgreSQL if it does not run. This is one attempt: backends
 * of a killed PostgreSQL may keep its shared memory for a moment, and another process may be starting it or shutting it
 * down.
 * @param port where PostgreSQL must listen if it is started; null for any port
 * @throws PortTaken if that port is not free
 * @throws UsedElsewhere if another container uses the cluster
 * @throws if PostgreSQL does not start or does not accept the connection
 */
export async function connectOrStart(instance: Instance, port: number | null): Promise<Connection> {
  const { cluster } = instance;
  let running = await readSettledPostmaster(cluster.data);
  if (running === null || !(await isPostmasterOf(running.pid, cluster.data))) {
    const sockets = await requireUnused(cluster.home);
    // The sockets belong to another process that starts it at this moment if its postmaster.pid is there by now.
    if ((await readPostmaster(cluster.data))?.pid !== running?.pid) throw new Error(STARTING);
    await removeStaleSockets(sockets);
    if (running) await removeIfStale(cluster.data, running);
    await startPostgres(instance, port);
    running = await readPostmaster(cluster.data);
  }
  if (!running?.port) throw new Error(STARTING);
  return await connect(cluster, running.port);
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
async function connect(cluster: Cluster, port: number): Promise<Connection> {
  const client = new SafeClient({
    connectionString: connectionUrl(cluster, port, 'postgres'),
    application_name: 'whistlestop (in use)',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A lost connection shows in `ended`. Without a listener it would end the process.
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    // A copied data folder has the same password and may name the port of the original.
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    if (!isSameFolder(rows[0]?.data ?? '', cluster.data)) {
      throw new Error(`Port ${port} belongs to another database.`);
    }
    // Waits while another process is shutting the cluster down, and fails once it is down.
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
    return { client, port, ended };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
