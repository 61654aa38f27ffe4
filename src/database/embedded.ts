// A real PostgreSQL out of an npm package, for those who have none. Why it works as it does:
// docs/decisions/0003-embedded-postgresql.md.
import { mkdir, open, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { type Cluster, openCluster, owner } from './embedded/cluster.ts';
import { chooseLauncher, type Launcher } from './embedded/launcher.ts';
import {
  isAlive,
  isPostmasterOf,
  type Postmaster,
  readPostmaster,
  removeStalePidFile,
} from './embedded/postmaster.ts';

export interface EmbeddedOptions {
  /** The folder of everything the server keeps; the database goes into `postgres` within it. */
  dataDir: string;
  log: Logger;
  /** False trades safety against power cuts for speed: for tests only. True unless told. */
  durable?: boolean;
}

/** A PostgreSQL that runs on this machine for us. */
export interface Embedded {
  /** Address of its database, password included: never to be logged. */
  url: string;
  /** Leaves the database; whoever leaves last shuts it down. */
  stop(): Promise<void>;
}

/** Everything that finding, starting and watching one cluster needs. */
interface Situation {
  binaries: Binaries;
  launcher: Launcher;
  cluster: Cluster;
  durable: boolean;
  log: Logger;
}

/** Milliseconds: recovery after a crash is a matter of seconds; two minutes mean that something is wrong. */
const patience = 120_000;
const pause = 50;
/** How often PostgreSQL may refuse to start before we believe it (about three seconds). */
const launches = 6;
/** Held shared by every process that uses the cluster, and alone by the one that shuts it down. */
const inUse = 0x77_68_69_73;

/**
 * Joins the PostgreSQL of a data folder, starting (and at first creating) it where none runs. Several processes
 * may do so at once. If it dies later, it is started again at the same address.
 * @throws when it cannot be started; the message says why and what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await mkdir(options.dataDir, { recursive: true });
  const base = await realpath(options.dataDir);
  const home = path.join(base, 'postgres');
  const durable = options.durable ?? true;
  const binaries = await findBinaries();
  const launcher = await chooseLauncher(binaries, base, home);
  const cluster = await openCluster(home, binaries, launcher, durable);
  const situation = { binaries, launcher, cluster, durable, log: options.log };

  const hold = await holdOn(situation);
  await makeDatabase(hold.client);
  const url = addressOf(cluster, hold.port, owner);
  const watch = watchOver(situation, hold);
  return { url, stop: () => watch.leave() };
}

interface Hold {
  /** A connection kept open for as long as this process uses the cluster. */
  client: pg.Client;
  port: number;
}

/** Comes back with a connection to our cluster that holds the lock `inUse`, whatever state it finds. */
async function holdOn(situation: Situation): Promise<Hold> {
  const { cluster } = situation;
  const until = Date.now() + patience;
  let trouble: unknown = null;
  let failures = 0;
  while (Date.now() < until && failures < launches) {
    const running = await readSettledPostmaster(cluster.data);
    try {
      if (running && (await isPostmasterOf(running.pid, cluster.data))) {
        if (running.port !== null) return { client: await join(cluster, running.port), port: running.port };
      } else {
        if (running) await removeIfStale(cluster.data, running);
        failures += 1;
        await launch(situation);
        failures = 0;
      }
    } catch (error) {
      trouble = error;
    }
    // Dying backends of a killed PostgreSQL may hold its memory for a moment, or another process may be first.
    await wait(Math.min(2_000, pause * 2 ** failures));
  }
  throw new Error(
    `The embedded PostgreSQL in ${cluster.data} could not be started. ` +
      `Its own log is ${cluster.logFile}; it ends with:\n${await tail(cluster.logFile)}`,
    { cause: trouble },
  );
}

/** An empty postmaster.pid is being written just now, or was left so by a power cut: a second will tell. */
async function readSettledPostmaster(data: string): Promise<Postmaster | null> {
  const until = Date.now() + 1_000;
  let found = await readPostmaster(data);
  while (found?.pid === 0 && Date.now() < until) {
    await wait(pause);
    found = await readPostmaster(data);
  }
  return found;
}

/** PostgreSQL itself deals with the number of a dead process, but takes any living one for another PostgreSQL. */
async function removeIfStale(data: string, found: Postmaster): Promise<void> {
  if (found.pid === 0 || isAlive(found.pid)) await removeStalePidFile(data, found);
}

/** @throws when nobody answers there, it is starting up or shutting down, or it is not this cluster. */
async function join(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(cluster, port, 'postgres'),
    application_name: 'whistlestop (in use)',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Before it is watched over, a lost connection shows in the query that follows.
  client.on('error', () => {});
  try {
    await client.connect();
    // A copied data folder has the same password and may name the port of the folder it was copied from.
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    if (rows[0]?.data !== cluster.data) throw new Error(`Port ${port} belongs to another database.`);
    // Waits while another process shuts the cluster down, and fails when it is down.
    await client.query('select pg_advisory_lock_shared($1)', [inUse]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function launch({ binaries, launcher, cluster, durable, log }: Situation): Promise<void> {
  const port = await choosePort(cluster.portFile);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const begun = performance.now();
  await launcher.run(binaries.pgCtl, [
    'start',
    `--pgdata=${cluster.data}`,
    `--log=${cluster.logFile}`,
    '--wait',
    `--timeout=${patience / 1000}`,
    '--silent',
    `--options=-p ${port} ${settings.map((setting) => `-c ${setting}`).join(' ')}`,
  ]);
  await writeFile(cluster.portFile, `${port}\n`);
  log.info({ port, ms: Math.round(performance.now() - begun) }, 'embedded PostgreSQL started');
}

/** The port of the last start if it is free (so that addresses stay good), else any that is. */
async function choosePort(portFile: string): Promise<number> {
  const last = Number.parseInt(await readFile(portFile, 'utf8').catch(() => ''), 10);
  if (last > 0 && last < 65_536 && (await tryPort(last)) !== null) return last;
  const free = await tryPort(0);
  if (free === null) throw new Error('No port is free on 127.0.0.1.');
  return free;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [owner]);
  if (rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(owner)}`);
  } catch (error) {
    // 42P04 and 23505: another process has made it at the same moment.
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error;
  }
}

/** Starts the cluster again when it is lost, and leaves it in order. */
function watchOver(situation: Situation, first: Hold): { leave(): Promise<void> } {
  const { log } = situation;
  let hold = first;
  let leaving = false;
  let recovery: Promise<void> = Promise.resolve();

  const recover = async () => {
    log.error('the embedded PostgreSQL was lost; starting it again');
    try {
      hold = await holdOn(situation);
      if (hold.port !== first.port) {
        log.fatal({ port: hold.port }, 'the embedded PostgreSQL is back at another port: restart the server');
      }
      watch();
    } catch (error) {
      log.fatal({ err: error }, 'the embedded PostgreSQL could not be started again: restart the server');
    }
  };
  const watch = () => {
    hold.client.once('end', () => {
      if (!leaving) recovery = recover();
    });
  };
  watch();
  let left: Promise<void> | null = null;
  const leave = async () => {
    leaving = true;
    await recovery;
    await leaveOrShutDown(situation, hold);
  };
  return {
    leave: () => {
      left ??= leave();
      return left;
    },
  };
}

/**
 * Gives up our share of the lock; if it can then be had alone, nobody else is in, and nobody can come in
 * before the cluster is down.
 */
async function leaveOrShutDown({ binaries, launcher, cluster, log }: Situation, hold: Hold): Promise<void> {
  try {
    await hold.client.query('select pg_advisory_unlock_shared($1)', [inUse]);
    const { rows } = await hold.client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      inUse,
    ]);
    if (!rows[0]?.last) {
      log.info('embedded PostgreSQL left running for another process');
      return;
    }
    // While our connection lasts, the process in postmaster.pid is the one that we are connected to.
    const running = await readPostmaster(cluster.data);
    // pg_ctl itself would not wait for this process but for any, and another may start the cluster again at once.
    await launcher.run(binaries.pgCtl, [
      'stop',
      `--pgdata=${cluster.data}`,
      '--mode=fast',
      '--no-wait',
      '--silent',
    ]);
    const until = Date.now() + patience;
    while (running && (await isPostmasterOf(running.pid, cluster.data))) {
      if (Date.now() > until) throw new Error('PostgreSQL takes too long to shut down.');
      await wait(10);
    }
    log.info('embedded PostgreSQL stopped');
  } catch (error) {
    if (await readPostmaster(cluster.data)) {
      log.error({ err: error }, 'the embedded PostgreSQL may not have stopped; the next start will cope');
    }
  } finally {
    await hold.client.end().catch(() => {});
  }
}

function addressOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${owner}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

async function tail(file: string): Promise<string> {
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
