import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { firstConnection } from './attempts.ts';
import type { Binaries } from './binaries.ts';
import { openCluster, SUPERUSER } from './cluster.ts';
import { connectionUrl, IN_USE_LOCK } from './connection.ts';
import { PATIENCE, stopPostgres } from './postgres.ts';
import { chooseRunner } from './program-runner.ts';

/** Another process, such as a running server, uses the embedded PostgreSQL. */
export class ClusterInUse extends Error {
  override name = 'ClusterInUse';
}

/** An embedded PostgreSQL that no other process uses or can begin to use. */
export interface ExclusiveCluster {
  /** The address of its database. It contains the password and must not be logged. */
  url: string;
  /** Shuts PostgreSQL down. @throws if it does not end in time */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data folder for this process alone. Other processes that want to use it wait until it has
 * been shut down.
 * @throws ClusterInUse if another process uses it, which is left alone
 * @throws OtherMajorVersion if these programs cannot open the cluster
 */
export async function startExclusively({
  dataDir,
  binaries,
  durable = true,
  log,
}: {
  dataDir: string;
  binaries: Binaries;
  durable?: boolean;
  log: Logger;
}): Promise<ExclusiveCluster> {
  const base = await realpath(dataDir);
  const home = path.join(base, 'postgres');
  const runner = await chooseRunner(binaries, base, home);
  const cluster = await openCluster({ home, binaries, runner, durable });
  const instance = { binaries, runner, cluster, durable, patience: PATIENCE, log };
  const { client, port } = await firstConnection(instance);
  // A session's own shared lock does not keep it from getting the exclusive one.
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    IN_USE_LOCK,
  ]);
  if (rows[0]?.alone !== true) {
    await client.end();
    throw new ClusterInUse(`Another process uses the database in ${home}. Stop the server first.`);
  }
  return {
    url: connectionUrl(cluster, port, SUPERUSER),
    async stop() {
      await stopPostgres(instance);
      await client.end().catch(() => {});
    },
  };
}
