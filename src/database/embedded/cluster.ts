import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';

/** The name of the database's superuser and of its database. */
export const owner = 'whistlestop';

/** Where a cluster lives. */
export interface Cluster {
  /** PostgreSQL's own data folder, with symbolic links resolved, as PostgreSQL names it. */
  data: string;
  /** What PostgreSQL writes as it runs. */
  logFile: string;
  /** Remembers the port from one start to the next. */
  portFile: string;
  password: string;
}

/** A half-made cluster older than this (milliseconds) was left by a process that was killed. */
const abandoned = 10 * 60_000;

/**
 * The cluster in `home`, made if there is none yet. It is made aside and then moved into place, so that a
 * process killed meanwhile leaves nothing half-made, and of two that start at once one wins and both use it.
 * @throws when PostgreSQL's initdb fails; the message holds what it wrote.
 */
export async function openCluster(
  home: string,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
): Promise<Cluster> {
  if (!(await hasCluster(home))) {
    await removeAbandoned(home);
    await create(home, binaries, launcher, durable);
  }
  const root = await realpath(home);
  return {
    data: path.join(root, 'cluster'),
    logFile: path.join(root, 'postgres.log'),
    portFile: path.join(root, 'port'),
    password: (await readFile(path.join(root, 'password'), 'utf8')).trim(),
  };
}

async function hasCluster(home: string): Promise<boolean> {
  return access(path.join(home, 'cluster', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function create(home: string, binaries: Binaries, launcher: Launcher, durable: boolean): Promise<void> {
  const stage = `${home}.new-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(stage, { mode: 0o700 });
    const passwordFile = path.join(stage, 'password');
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await launcher.give(passwordFile);
    await launcher.give(stage);
    await launcher.run(binaries.initdb, [
      `--pgdata=${path.join(stage, 'cluster')}`,
      `--username=${owner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // PostgreSQL's own collation: an index stays right when the operating system is upgraded.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await rename(stage, home);
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    if (!(await hasCluster(home))) throw error;
  }
}

async function removeAbandoned(home: string): Promise<void> {
  const folder = path.dirname(home);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(home)}.new-`)) continue;
    const file = path.join(folder, name);
    const made = await stat(file).catch(() => null);
    if (made && Date.now() - made.mtimeMs > abandoned) await rm(file, { recursive: true, force: true });
  }
}
