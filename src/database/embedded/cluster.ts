import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { ProgramRunner } from './program-runner.ts';

/** The name of the database's superuser and of its database. */
export const SUPERUSER = 'whistlestop';

/** The files of a database cluster. */
export interface Cluster {
  /** The folder of these files, with symbolic links resolved. PostgreSQL's socket is there, too. */
  home: string;
  /** PostgreSQL's data folder, with symbolic links resolved, as PostgreSQL itself reports it. */
  data: string;
  /** PostgreSQL's log. */
  logFile: string;
  /** Stores the port from one start to the next. */
  portFile: string;
  password: string;
}

/** Where and how a cluster is created. */
export interface ClusterOptions {
  home: string;
  binaries: Binaries;
  runner: ProgramRunner;
  /** False skips flushing to disk, for tests. */
  durable: boolean;
}

/** An unfinished cluster older than this (milliseconds) was left by a process that was killed. */
const ABANDONED_AFTER = 10 * 60_000;
/** For how long (milliseconds) renaming a new cluster is tried on Windows. */
const RENAME_PATIENCE = 10_000;

/** The cluster was created by another major version of PostgreSQL, which alone can open it. */
export class OtherMajorVersion extends Error {
  override name = 'OtherMajorVersion';
  /** The major version that created the cluster. */
  readonly found: number;
  /** The major version of the programs that were to open it. */
  readonly expected: number;

  constructor(folder: string, { found, expected }: { found: number; expected: number }) {
    super(
      `The database in ${folder} was created by PostgreSQL ${found}, and this version of Whistlestop brings ` +
        `PostgreSQL ${expected}. Run: npm run -s whistlestop -- upgrade-database (docs/operators-guide.md, Upgrade)`,
    );
    this.found = found;
    this.expected = expected;
  }
}

/**
 * Opens the cluster in `home` and creates it if necessary. It is created in another folder and then renamed, so that a
 * process that is killed meanwhile leaves no unfinished cluster. If two processes create it at the same time, one
 * succeeds and both use it.
 * @throws OtherMajorVersion if another major version created it
 * @throws if PostgreSQL's initdb fails; the message contains its output
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { home } = options;
  if (!(await hasCluster(home))) {
    await requireNoUpgrade(home);
    await refuseDamaged(home);
    await removeAbandoned(home);
    await createCluster(options);
  }
  const root = await realpath(home);
  await requireSameMajor(root, options);
  return {
    home: root,
    data: path.join(root, 'cluster'),
    logFile: path.join(root, 'postgres.log'),
    portFile: path.join(root, 'port'),
    password: (await readFile(path.join(root, 'password'), 'utf8')).trim(),
  };
}

async function requireSameMajor(root: string, { binaries, runner }: ClusterOptions): Promise<void> {
  const found = Number.parseInt(await readFile(versionFile(root), 'utf8'), 10);
  const version = await runner.run(binaries.postgres, ['--version']);
  const expected = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]);
  if (found !== expected) throw new OtherMajorVersion(root, { found, expected });
}

/** The file in which PostgreSQL names the major version that created the cluster. */
function versionFile(home: string): string {
  return path.join(home, 'cluster', 'PG_VERSION');
}

async function hasCluster(home: string): Promise<boolean> {
  return access(versionFile(home)).then(
    () => true,
    () => false,
  );
}

/** @throws if there are files of a database, but not all. A new one must never take its place by itself. */
async function refuseDamaged(home: string): Promise<void> {
  const files = await readdir(home).catch(() => []);
  if (files.length === 0 || (await hasCluster(home))) return;
  throw new Error(
    `The database in ${home} is damaged: ${versionFile(home)} is missing or cannot be read. ` +
      `Restore a backup. To begin with an empty database instead, move ${home} to another place.`,
  );
}

/** The name of the folder of a cluster after the upgrade to another major version. */
export function oldFolderName(major: number): string {
  return `postgres-${major}-old`;
}

/**
 * Does not let a new database take the place of one that is being upgraded.
 * @throws if an upgrade was interrupted after it had moved the old cluster, and before the new one was in its place
 */
async function requireNoUpgrade(home: string): Promise<void> {
  const folder = path.dirname(home);
  const old = (await readdir(folder)).find((name) => /^postgres-\d+-old$/.test(name));
  if (old === undefined) return;
  throw new Error(
    `There is no database in ${home}, but ${old} is beside it: an upgrade was interrupted. To complete it, run: ` +
      `npm run -s whistlestop -- upgrade-database. To begin with an empty database, move ${old} elsewhere first.`,
  );
}

async function createCluster({ home, binaries, runner, durable }: ClusterOptions): Promise<void> {
  const temporary = `${home}.new-${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(temporary, { mode: 0o700 });
    const passwordFile = path.join(temporary, 'password');
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await runner.takeOwnership(passwordFile);
    await runner.takeOwnership(temporary);
    await runner.run(binaries.initdb, [
      `--pgdata=${path.join(temporary, 'cluster')}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // PostgreSQL's own collation: indexes remain correct when the operating system is upgraded.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await moveIntoPlace(temporary, home);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!(await hasCluster(home))) throw error;
  }
}

/** On Windows, a virus scanner may keep new files open for some seconds, and then they cannot be renamed. */
async function moveIntoPlace(temporary: string, home: string): Promise<void> {
  const until = Date.now() + (process.platform === 'win32' ? RENAME_PATIENCE : 0);
  for (;;) {
    try {
      return await rename(temporary, home);
    } catch (error) {
      if (Date.now() >= until || (await hasCluster(home))) throw error;
      await wait(200);
    }
  }
}

async function removeAbandoned(home: string): Promise<void> {
  const folder = path.dirname(home);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(home)}.new-`)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) {
      // What cannot be removed now takes space, but is no reason not to start.
      await rm(file, { recursive: true, force: true }).catch(() => {});
    }
  }
}
