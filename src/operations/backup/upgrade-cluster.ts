// The way of the embedded database to another major version of PostgreSQL, which cannot open the old files: a backup is
// made with the old programs and restored into a new cluster. docs/decisions/0011-backups.md says why.
import { copyFile, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { oldFolderName } from '../../database/embedded/cluster.ts';
import { ClusterInUse, type ExclusiveCluster, startExclusively } from '../../database/embedded/exclusive.ts';
import { isPostmasterOf, readPostmaster } from '../../database/embedded/postmaster.ts';
import { startEmbedded } from '../../database/embedded.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { exists, flushFolder } from './files.ts';
import { makeBackup } from './make-backup.ts';
import { findOldPrograms } from './old-programs.ts';
import type { OnProgress } from './progress.ts';
import { replayDatabase } from './replay-database.ts';
import type { ReplayedGames } from './replay-games.ts';
import { checkRestorable, restoreBackup } from './restore-backup.ts';
import { PART_SUFFIX } from './unfinished-backups.ts';
import { copyMark } from './unfinished-restore.ts';

export interface UpgradeOptions {
  dataDir: string;
  log: Logger;
  /** Whether the upgrade is completed even if a replayed game differs. */
  despiteDifferences?: boolean;
  onProgress?: OnProgress;
}

/** What became of the embedded database. */
export type Upgrade =
  /** This version's PostgreSQL has created it, so there was nothing to do. */
  | { kind: 'current' }
  /** An earlier run had done everything but the last step. */
  | { kind: 'completed'; oldFolder: string }
  | { kind: 'upgraded'; oldFolder: string; backupFile: string; replayed: ReplayedGames };

/** The names of folders in which new clusters are made. */
const ASIDE = /^postgres-\d+-new$/;

/** Where everything is in the data folder. */
interface Folders {
  base: string;
  /** The cluster that a start uses. */
  home: string;
}

/**
 * Upgrades the embedded database to the major version of PostgreSQL that this version of Whistlestop brings. The old
 * cluster is only renamed. If the process is killed, the next run starts over or completes the last step.
 * Problems: `no-database`, `in-use`, `no-programs`, `old-folder`, `differs`; those of `makeBackup` and
 * `checkRestorable`.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Result<Upgrade>> {
  const base = await realpath(options.dataDir).catch(() => options.dataDir);
  const folders = { base, home: path.join(base, 'postgres') };
  if (!(await exists(folders.home))) return completeRenaming(folders);
  const majors = await findOldPrograms(folders);
  if (!majors.ok) return majors;
  if (majors.value === null) {
    await removeEmptyAside(base);
    return ok({ kind: 'current' });
  }
  const { found, expected, binaries } = majors.value;
  const oldFolder = path.join(base, oldFolderName(found));
  if (await exists(oldFolder)) {
    return fail(
      'dataDir',
      'old-folder',
      `${oldFolder} exists already. Move it elsewhere: the present database will get that name.`,
    );
  }
  const aside = path.join(base, `postgres-${expected}-new`);
  try {
    const old = await startExclusively({ dataDir: base, binaries, log: options.log });
    const copied = await copyCluster(old, { ...options, aside, found });
    if (!copied.ok) {
      await removeAside(aside, options.log);
      return copied;
    }
    await copyFile(path.join(folders.home, 'port'), path.join(aside, 'postgres', 'port'));
    await putInPlace({ ...folders, oldFolder, aside });
    return ok({ kind: 'upgraded', oldFolder, ...copied.value });
  } catch (error) {
    if (error instanceof ClusterInUse) return fail('dataDir', 'in-use', error.message);
    throw error;
  }
}

interface Copied {
  backupFile: string;
  replayed: ReplayedGames;
}

/** Copies the old database by a backup, and shuts both clusters down. Problems: `differs`, those of the steps. */
async function copyCluster(
  old: ExclusiveCluster,
  options: UpgradeOptions & { aside: string; found: number },
): Promise<Result<Copied>> {
  const { onProgress = () => {}, aside, log } = options;
  try {
    await removeAside(aside, log);
    const backupFile = path.join(path.dirname(aside), `postgres-${options.found}.backup.gz`);
    await removeEarlierBackups(backupFile);
    const made = await makeBackup(old.url, backupFile, { replay: false, onProgress });
    if (!made.ok) return made;
    const replayed = await restoreAside(old.url, backupFile, options);
    if (!replayed.ok) return replayed;
    return ok({ backupFile, replayed: replayed.value });
  } catch (error) {
    // In most cases the disk is full.
    await removeAside(aside, log).catch(() => {});
    throw error;
  } finally {
    await old.stop();
  }
}

/** Removes what earlier runs have left: a backup, since the server may have been used later, and unfinished ones. */
async function removeEarlierBackups(backupFile: string): Promise<void> {
  const [folder, name] = [path.dirname(backupFile), path.basename(backupFile)];
  for (const found of await readdir(folder)) {
    const ofEarlierRun = found === name || found.startsWith(`${name}${PART_SUFFIX}`);
    if (ofEarlierRun) await rm(path.join(folder, found), { force: true });
  }
}

/** Problems: `differs`, those of `checkRestorable` and `restoreBackup`. */
async function restoreAside(
  oldUrl: string,
  backupFile: string,
  { aside, log, onProgress = () => {}, despiteDifferences = false }: UpgradeOptions & { aside: string },
): Promise<Result<ReplayedGames>> {
  const backup = await checkRestorable(backupFile, () => {});
  if (!backup.ok) return backup;
  await mkdir(aside, { mode: 0o755 });
  const created = await startEmbedded({ dataDir: aside, log });
  try {
    const restored = await restoreBackup(created.url, backup.value, { hold: false, onProgress });
    if (!restored.ok) return restored;
    // If a restore into the old database was interrupted, the next start must still hold the server.
    await copyMark(oldUrl, created.url);
    const replayed = await replayDatabase(created.url, onProgress);
    if (replayed.differences.length === 0 || despiteDifferences) return ok(replayed);
    const message =
      'The database was not upgraded, because these games differ when they are replayed. To upgrade it ' +
      'nevertheless, add --despite-differences.';
    return fail('games', 'differs', [message, ...replayed.differences].join('\n'));
  } finally {
    await created.stop();
  }
}

/** Removes what an earlier run has left, whose PostgreSQL may still be running. */
async function removeAside(aside: string, log: Logger): Promise<void> {
  if (await isRunning(path.join(aside, 'postgres'))) {
    await (await startEmbedded({ dataDir: aside, log })).stop();
  }
  // An initdb that outlived its process may still be writing there.
  await rm(aside, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function isRunning(home: string): Promise<boolean> {
  const data = path.join(await realpath(home).catch(() => home), 'cluster');
  const found = await readPostmaster(data);
  return found !== null && (await isPostmasterOf(found.pid, data));
}

/** Puts the new cluster in the place of the old one. Both are shut down. */
async function putInPlace({
  base,
  home,
  oldFolder,
  aside,
}: Folders & { oldFolder: string; aside: string }): Promise<void> {
  const created = path.join(aside, 'postgres');
  if (await readPostmaster(path.join(created, 'cluster'))) {
    throw new Error(`PostgreSQL is still running on ${created}. Run this command again.`);
  }
  await rename(home, oldFolder);
  if (await readPostmaster(path.join(oldFolder, 'cluster'))) {
    await rename(oldFolder, home);
    throw new Error(
      `Another process has started the database in ${home}. Stop it, and run this command again.`,
    );
  }
  await flushFolder(base);
  await rename(created, home);
  await removeEmptyAside(base);
  await flushFolder(base);
}

/**
 * Puts the new cluster in its place if a run was killed after it had moved the old one away.
 * Problems: `no-database`.
 */
async function completeRenaming({ base, home }: Folders): Promise<Result<Upgrade>> {
  const names = await readdir(base).catch(() => []);
  const old = names.find((name) => /^postgres-\d+-old$/.test(name));
  const aside = names.find((name) => ASIDE.test(name));
  if (old === undefined || aside === undefined) {
    return fail('dataDir', 'no-database', `There is no embedded database in ${base}. Check DATA_DIR.`);
  }
  await rename(path.join(base, aside, 'postgres'), home);
  await removeEmptyAside(base);
  await flushFolder(base);
  return ok({ kind: 'completed', oldFolder: path.join(base, old) });
}

/** Removes the folder in which the new cluster was made, once it is empty. */
async function removeEmptyAside(base: string): Promise<void> {
  const names = (await readdir(base)).filter((name) => ASIDE.test(name));
  for (const name of names) await rmdir(path.join(base, name)).catch(() => {});
}
