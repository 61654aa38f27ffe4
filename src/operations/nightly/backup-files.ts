import { stat } from 'node:fs/promises';
import path from 'node:path';
import { listBackups } from '../backup/prune-backups.ts';
import { lookAt } from '../slow-folder.ts';

/** A nightly backup. */
export interface BackupFile {
  name: string;
  /** When it was made, to the minute. */
  at: Date;
  bytes: number;
}

/**
 * The nightly backups in a folder, the newest first; none if there is no such folder.
 * @throws if the folder cannot be read, or does not answer
 */
export async function backupFiles(dir: string): Promise<BackupFile[]> {
  return await lookAt(dir, async () => {
    const files: BackupFile[] = [];
    for (const name of await listBackups(dir)) {
      const file = await backupFile(dir, name);
      if (file !== null) files.push(file);
    }
    return files;
  });
}

/** So far in the future (milliseconds) a backup may be dated: clocks of machines that share a folder may differ. */
const TOLERANCE = 10 * 60_000;

/**
 * The newest nightly backup in a folder; null if there is none. One that is dated in the future was made while the clock was
 * wrong, and does not count.
 * @throws if the folder cannot be read, or does not answer
 */
export async function newestBackup(dir: string, now: Date): Promise<BackupFile | null> {
  const latest = new Date(now.getTime() + TOLERANCE);
  return await lookAt(dir, async () => {
    const name = (await listBackups(dir)).find((found) => momentIn(found) <= latest);
    return name === undefined ? null : await backupFile(dir, name);
  });
}

/** Null if the file has just been deleted. */
async function backupFile(dir: string, name: string): Promise<BackupFile | null> {
  const found = await stat(path.join(dir, name)).catch(() => null);
  return found && { name, at: momentIn(name), bytes: found.size };
}

/** The moment in the name of a backup, which a copy of the file keeps: `whistlestop-2026-11-22T0330Z.backup.gz`. */
function momentIn(name: string): Date {
  const [, day, hour, minute] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z/.exec(name) ?? [];
  return new Date(`${day}T${hour}:${minute}:00Z`);
}
