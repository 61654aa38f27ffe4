import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Follows the name of a backup that is being written; a few random characters follow. */
export const PART_SUFFIX = '.part-';

/** The name of a nightly backup: `whistlestop-2026-11-22T0330Z.backup.gz`. Sorted by name, they are sorted by time. */
const NAME = /^whistlestop-\d{4}-\d{2}-\d{2}T\d{4}Z\.backup\.gz$/;
const PART = /^whistlestop-\d{4}-\d{2}-\d{2}T\d{4}Z\.backup\.gz\.part-[0-9a-f]+$/;

/** An unfinished backup that has not grown for so long (milliseconds) was left by a process that was killed. */
const ABANDONED_AFTER = 24 * 3_600_000;

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
 * Deletes all nightly backups but the newest ones, and what killed processes have left unfinished. Other files are not
 * touched.
 * @param keep how many backups remain
 * @returns the names of the backups that were deleted
 */
export async function pruneBackups(dir: string, keep: number): Promise<string[]> {
  const old = (await listBackups(dir)).slice(keep);
  for (const name of old) await rm(path.join(dir, name), { force: true });
  for (const name of (await namesIn(dir)).filter((name) => PART.test(name))) {
    const found = await stat(path.join(dir, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER)
      await rm(path.join(dir, name), { force: true });
  }
  return old;
}

async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
