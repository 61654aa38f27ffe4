import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isOfAnother } from './backup-database.ts';

/**
 * The name of a nightly backup: `whistlestop-2026-11-22T0330Z.backup.gz`, or `whistlestop-2026-11-22T0330Z-7b0f3c0e.backup.gz`.
 * Sorted by name, they are sorted by time.
 */
const NAME = /^whistlestop-\d{4}-\d{2}-\d{2}T\d{4}Z(-[0-9a-f]{8})?\.backup\.gz$/;

/**
 * The name of a nightly backup that is made now.
 * @param databaseId if it is given, the name has its beginning, and so no backup of another database has this name
 */
export function backupName(now: Date, databaseId?: string): string {
  const minute = now.toISOString().slice(0, 16).replace(/:/g, '');
  const suffix = databaseId === undefined ? '' : `-${databaseId.slice(0, 8)}`;
  return `whistlestop-${minute}Z${suffix}.backup.gz`;
}

/** The nightly backups in a folder, also those of other servers, the newest first; none if there is no such folder. */
export async function listBackups(dir: string): Promise<string[]> {
  return (await namesIn(dir))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/** A folder for backups, and the database whose backups in it are meant. */
export interface BackupsOf {
  dir: string;
  databaseId: string;
}

/**
 * Deletes all nightly backups of a database but the newest ones. Those dated in the future were made while the clock was wrong, and are the first
 * to go. Other files are not touched.
 * @param keep how many backups remain
 * @returns the names of the backups that were deleted
 */
export async function pruneBackups(
  { dir, databaseId }: BackupsOf,
  keep: number,
  now: Date,
): Promise<string[]> {
  const names: string[] = [];
  for (const name of await listBackups(dir)) {
    if (!(await isOfAnother(path.join(dir, name), databaseId))) names.push(name);
  }
  const latest = backupName(now);
  const old = [...names.filter((name) => name <= latest), ...names.filter((name) => name > latest)].slice(
    keep,
  );
  for (const name of old) await rm(path.join(dir, name), { force: true });
  return old;
}

async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
