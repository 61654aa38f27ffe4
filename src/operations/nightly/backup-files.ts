import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isOfAnother } from '../backup/backup-database.ts';
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
 * @param databaseId the database that they are of; null: any
 * @throws if the folder cannot be read, or does not answer
 */
export async function backupFiles(dir: string, databaseId: string | null): Promise<BackupFile[]> {
  return await lookAt(dir, async () => {
    const files: BackupFile[] = [];
    for (const name of await listBackups(dir)) {
      if (await isForeign(dir, name, databaseId)) continue;
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
 * @param databaseId the database that it is of; null: any
 * @throws if the folder cannot be read, or does not answer
 */
export async function newestBackup(
  dir: string,
  now: Date,
  databaseId: string | null,
): Promise<BackupFile | null> {
  const latest = new Date(now.getTime() + TOLERANCE);
  return await lookAt(dir, async () => {
    for (const name of await listBackups(dir)) {
      if (momentIn(name) > latest || (await isForeign(dir, name, databaseId))) continue;
      return await backupFile(dir, name);
    }
    return null;
  });
}

async function isForeign(dir: string, name: string, databaseId: string | null): Promise<boolean> {
  return databaseId !== null && (await isOfAnother(path.join(dir, name), databaseId));
}

/** Null if the file has just been deleted. */
async function backupFile(dir: string, name: string): Promise<BackupFile | null> {
  const found = await stat(path.join(dir, name)).catch(() => null);
  return found && { name, at: momentIn(name), bytes: found.size };
}

/** The moment in the name of a backup, which a copy of the file keeps: see `backupName`. */
function momentIn(name: string): Date {
  const [, day, hour, minute] = /(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z/.exec(name) ?? [];
  return new Date(`${day}T${hour}:${minute}:00Z`);
}
