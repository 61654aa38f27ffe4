import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SUPERUSER } from '../../src/database/embedded/cluster.ts';

/** A whole server in a process of its own, with its database, on a small disk that only this process sees. */
export interface SmallDiskServer {
  process: ChildProcess;
  /** `http://127.0.0.1:4711` */
  home: string;
  /** The address of its database. */
  databaseUrl: string;
  /** The path at which the test can write to the disk of the server. */
  disk: string;
  /** What the server has logged so far. */
  log(): string;
  stop(): Promise<void>;
}

const { uid, gid } = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };

/**
 * Runs a command with a tmpfs mounted over a folder, in a mount namespace of its own, so that nothing is left behind.
 * Without root, a user namespace gives the right to mount, and another one inside takes it away again: PostgreSQL must
 * not believe that it runs as root.
 */
export function onSmallDisk(folder: string, size: string, command: string[]): [string, string[]] {
  const isRoot = uid === 0;
  const mount = `mount -t tmpfs -o size=${size},mode=755 tmpfs ${folder}`;
  const asBefore = isRoot ? '' : `unshare --user --map-user=${uid} --map-group=${gid}`;
  const script = `${mount} && exec ${asBefore} "$@"`;
  const namespace = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
  return ['unshare', [...namespace, 'sh', '-c', script, 'sh', ...command]];
}

/** Why there can be no small disk on this machine; null if there can. */
export function smallDiskObstacle(): string | null {
  if (process.platform !== 'linux') return 'a tmpfs in a namespace needs Linux';
  const [program, args] = onSmallDisk('/mnt', '1m', ['true']);
  const tried = spawnSync(program, args, { encoding: 'utf8' });
  if (tried.status === 0) return null;
  return `no tmpfs can be mounted: ${tried.stderr?.trim() || tried.error?.message}`;
}

/** A process with a folder on a small disk that only it sees. */
interface SmallDiskProcess {
  process: ChildProcess;
  /** What it wrote after the words for which it was waited. */
  said: string;
  /** The path at which the test can write to its disk. */
  disk: string;
  log(): string;
  stop(): Promise<void>;
}

/** Starts a program with DATA_DIR on a small disk. @throws if it does not write what matches within a minute */
async function startOnSmallDisk(
  size: string,
  program: { script: string; env: Record<string, string>; says: RegExp },
): Promise<SmallDiskProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-small-disk-'));
  const command = [process.execPath, '--import', './src/typescript.js', program.script];
  const child = spawn(...onSmallDisk(folder, size, command), {
    env: { ...process.env, ...program.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await once(child, 'exit');
      clearTimeout(late);
    }
    await rm(folder, { recursive: true, force: true });
  };
  const until = Date.now() + 60_000;
  let said: string | undefined;
  while (said === undefined) {
    said = program.says.exec(log)?.[1];
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`${program.script} did not start:\n${log}`);
    }
    await wait(50);
  }
  return { process: child, said, disk: `/proc/${child.pid}/root${folder}`, log: () => log, stop };
}

/** Starts a server, with its settings but for the data folder. @throws if it does not listen within a minute */
export async function startSmallDiskServer(
  size: string,
  settings: Record<string, string>,
): Promise<SmallDiskServer> {
  const env = { PORT: '0', DATABASE_URL: '', SMTP_URL: '', ...settings };
  const says = /"address":"(http[^"]+)"/;
  const { said: home, ...started } = await startOnSmallDisk(size, { script: 'src/main.ts', env, says });
  const read = async (file: string) =>
    (await readFile(path.join(started.disk, 'postgres', file), 'utf8')).trim();
  const databaseUrl = `postgresql://${SUPERUSER}:${await read('password')}@127.0.0.1:${await read('port')}/${SUPERUSER}`;
  return { ...started, home, databaseUrl };
}

/** Starts a PostgreSQL alone. @throws if it does not start within a minute */
export async function startSmallDiskDatabase(
  size: string,
): Promise<Pick<SmallDiskServer, 'databaseUrl' | 'disk' | 'stop'>> {
  const program = { script: 'test/helpers/database-alone.ts', env: {}, says: /"url":"([^"]+)"/ };
  const { said: databaseUrl, disk, stop } = await startOnSmallDisk(size, program);
  return { databaseUrl, disk, stop };
}
