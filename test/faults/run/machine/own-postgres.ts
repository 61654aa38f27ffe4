import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query, type RunDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import type { Journal } from './journal.ts';
import { killAtExit } from './leftovers.ts';
import { findPrograms, type PostgresPrograms } from './postgres-programs.ts';
import { until, within } from './wait.ts';

const USER = 'whistlestop';

/** Durable, as a real one is. Small, because it may be on a small disk. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'min_wal_size=32MB',
  'max_wal_size=96MB',
  'shared_buffers=64MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m [%p] %a ',
];

/** Milliseconds between the end of a postmaster and the start of the next. */
const RESTART_DELAY = 500;

/** How long the first start may take, in milliseconds. */
const START_LIMIT = 60_000;

/** A PostgreSQL that the run starts itself, as a service that is started again whenever it ends. */
export interface OwnPostgres extends RunDatabase {
  port: number;
}

/**
 * Creates a cluster and starts it.
 * @param folder does not exist yet; the folder above is open to every user
 */
export async function startOwnPostgres(folder: string, journal: Journal): Promise<OwnPostgres> {
  const programs = await findPrograms(path.dirname(folder));
  await createCluster(folder, programs);
  const port = await freePort();
  const url = (name: string) => `postgresql://${USER}@127.0.0.1:${port}/${name}`;
  const write = journal.writer('postgres');
  let child: ChildProcess | null = null;
  let wanted = true;
  let delay = RESTART_DELAY;

  const launch = () => {
    if (!wanted) return;
    const args = ['-D', folder, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
    const [program, options, as] = programs.command(programs.postgres, args);
    const started = spawn(program, options, { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    journal.note('postmaster started', { pid: started.pid });
    started.stdout.on('data', write);
    started.stderr.on('data', write);
    started.on('error', (error) => write(`could not be started: ${error.message}\n`));
    started.on('exit', (code, signal) => {
      if (child === started) child = null;
      journal.note('postmaster ended', { code, signal });
      setTimeout(launch, delay);
      delay = RESTART_DELAY;
    });
  };
  killAtExit(() => child?.pid ?? null, 'SIGQUIT');

  const end = async (signal: NodeJS.Signals, limit: number) => {
    const running = child;
    if (running === null) return;
    const ended = new Promise<true>((resolve) => running.once('exit', () => resolve(true)));
    running.kill(signal);
    if (!(await within(ended, limit, false))) running.kill('SIGKILL');
    await within(ended, 5_000, false);
  };
  launch();
  const answers = () => query({ url: () => url('postgres') }, 'SELECT 1').then(() => true);
  if (!(await until(answers, START_LIMIT))) throw new Error('The PostgreSQL of the run does not start.');
  await query({ url: () => url('postgres') }, `CREATE DATABASE ${USER}`);
  return {
    port,
    url: () => url(USER),
    postmaster: () => child?.pid ?? null,
    async kill(down) {
      delay = down;
      await end('SIGKILL', 5_000);
      await sleep(down);
    },
    async shutDown() {
      wanted = false;
      await end('SIGINT', 20_000);
    },
  };
}

async function createCluster(folder: string, programs: PostgresPrograms): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (programs.owner !== null) await chown(folder, programs.owner.uid, programs.owner.gid);
  const [program, args, as] = programs.command(programs.initdb, [
    ...[`--pgdata=${folder}`, `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--locale=C'],
    '--wal-segsize=4',
  ]);
  const child = spawn(program, args, { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const status = await new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  if (status !== 0) throw new Error(`initdb failed (${String(status)}):\n${output}`);
}
