import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** The name of a nightly backup: `whistlestop-2026-11-22T0330Z.backup.gz`. Sorted by name, they are sorted by time. */
const NAME = /^whistlestop-\d{4}-\d{2}-\d{2}T\d{4}Z\.backup\.gz$/;

/** The name of a nightly backup that is made now. */
export function backupName(now: Date): string {
  const minute = now.toISOString().slice(0, 16).replace(/:/g, '');
  return `whistlestop-${minute}Z.backup.gz`;
}

/** The nightly backups in a folder, the newest first; none if there is no such folder. */
export async function listBackups(dir: string): Promise<string[]> {
  return (await namesIn(dir))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/**
 * Deletes all nightly backups but the newest ones. Those dated in the future were made while the clock was wrong, and are the first
 * to go. Other files are not touched.
 * @param keep how many backups remain
 * @returns the names of the backups that were deleted
 */
export async function pruneBackups(dir: string, keep: number, now: Date): Promise<string[]> {
  const names = await listBackups(dir);
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
