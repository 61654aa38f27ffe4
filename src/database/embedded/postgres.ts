import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { findFreePort, requireFreePort } from './free-port.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import type { ProgramRunner } from './program-runner.ts';
import { takesSockets } from './use-elsewhere.ts';

/** Faster, and with connections for several test files at a time, some of which start several servers. */
const FOR_TESTS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/** What starting, stopping and supervising the PostgreSQL of one cluster needs. */
export interface Instance {
  binaries: Binaries;
  runner: ProgramRunner;
  cluster: Cluster;
  durable: boolean;
  patience: Patience;
  log: Logger;
}

/** How long PostgreSQL is given, in milliseconds. */
export interface Patience {
  /** When a process begins to use it: from the first failure to the last. */
  firstStart: number;
  /** After it was lost: the longest pause between two attempts to start it again. */
  longestPause: number;
  /** After it was lost: for how long its port may be in use by another program. */
  portTaken: number;
}

/** How long PostgreSQL is given, except in tests. */
export const PATIENCE: Patience = { firstStart: 30_000, longestPause: 10_000, portTaken: 5 * 60_000 };

/**
 * How long a start or a shutdown may take, in milliseconds. Recovery after a crash takes seconds; two minutes mean
 * that something is wrong.
 */
export const START_TIMEOUT = 120_000;

/**
 * Starts PostgreSQL on the cluster and stores its port.
 * @param required the port that it must use; null for that of the last start or, if it is not free, any
 * @throws PortTaken if the required port is not free
 * @throws if pg_ctl fails
 */
export async function startPostgres(instance: Instance, required: number | null): Promise<void> {
  const { binaries, runner, cluster, durable, log } = instance;
  if (required !== null) await requireFreePort(required);
  const lastPort = await readLastPort(cluster.portFile);
  const port = required ?? (await findFreePort(lastPort));
  const settings = [
    'listen_addresses=127.0.0.1',
    // Relative to PostgreSQL's data folder. Only other containers look for the socket.
    `unix_socket_directories=${(await takesSockets(cluster)) ? '..' : ''}`,
    'unix_socket_permissions=0700',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    ...(durable ? [] : FOR_TESTS),
  ];
  const startedAt = performance.now();
  await runner.run(binaries.pgCtl, [
    'start',
    `--pgdata=${cluster.data}`,
    `--log=${cluster.logFile}`,
    '--wait',
    `--timeout=${START_TIMEOUT / 1000}`,
    '--silent',
    `--options=-p ${port} ${settings.map((setting) => `-c ${setting}`).join(' ')}`,
  ]);
  // On a full disk, writing what is there already would only lose it.
  if (port !== lastPort) await writeFile(cluster.portFile, `${port}\n`);
  log.info({ port, ms: Math.round(performance.now() - startedAt) }, 'embedded PostgreSQL started');
}

/**
 * Shuts PostgreSQL down. Callers must be connected to it, which guarantees that postmaster.pid names its process.
 * @throws if it does not end in time
 */
export async function stopPostgres({ binaries, runner, cluster }: Instance): Promise<void> {
  const running = await readPostmaster(cluster.data);
  // With --wait, pg_ctl would wait for any process, and another process may start the cluster again immediately.
  await runner.run(binaries.pgCtl, [
    'stop',
    `--pgdata=${cluster.data}`,
    '--mode=fast',
    '--no-wait',
    '--silent',
  ]);
  const until = Date.now() + START_TIMEOUT;
  while (running && (await isPostmasterOf(running.pid, cluster.data))) {
    if (Date.now() > until) throw new Error('PostgreSQL takes too long to shut down.');
    await wait(10);
  }
}

/** Returns the port of the last start, so that addresses remain valid; 0 if there is none. */
async function readLastPort(portFile: string): Promise<number> {
  const last = Number.parseInt(await readFile(portFile, 'utf8').catch(() => ''), 10);
  return last > 0 && last < 65_536 ? last : 0;
}
