import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import { databaseIdOf, isOfAnother } from '../backup/backup-database.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { backupName, pruneBackups } from '../backup/prune-backups.ts';
import { deleteAbandonedParts } from '../backup/unfinished-backups.ts';
import { newestBackup } from './backup-files.ts';
import { readBackupRecord, writeBackupRecord } from './backup-record.ts';
import { type BackupSpace, makeSpace, requireSpace } from './backup-space.ts';

/** Where nightly backups are written. */
export interface BackupSettings {
  /** The folder of everything that the server stores. */
  dataDir: string;
  /** The folder of the backups, and how many are kept; 0: none is written. */
  backups: { dir: string; kept: number };
}

/** The same, and how many megabytes the backup must leave free in the data folder; 0: no limit. */
export interface NightlyBackupSettings extends BackupSettings {
  minFreeMb: number;
}

/**
 * Makes a backup and deletes the oldest ones, if there is enough space for it. How it went is recorded for the check of the backups. The backup is read
 * back, but its games are not replayed: that would take minutes of computing every night.
 * @param deletes whether to delete old backups and what killed processes have left; false if a clock is wrong
 * @returns the name of the file, or `off` if no backups are made
 * @throws if it fails
 */
export async function makeNightlyBackup(
  ctx: AppContext,
  settings: NightlyBackupSettings,
  deletes: boolean,
): Promise<string> {
  const { dataDir, backups } = settings;
  if (backups.kept === 0) return 'off';
  const record = await readBackupRecord(dataDir, ctx.now());
  try {
    const databaseId = await databaseIdOf(ctx.db.pool);
    record.database = databaseId;
    const space = { ...settings, databaseId };
    // A folder that does not answer must not stop the other work of the night.
    await newestBackup(backups.dir, ctx.now(), databaseId);
    // First, because they may take the space that the new one needs.
    if (deletes) await deleteAbandonedParts(backups.dir);
    await makeSpace(space, ctx.now(), deletes);
    const name = await writeBackup(ctx, space);
    if (deletes) await pruneBackups({ dir: backups.dir, databaseId }, backups.kept, ctx.now());
    await writeBackupRecord(dataDir, { ...record, failure: null });
    return name;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await writeBackupRecord(dataDir, { ...record, failure: { at: ctx.now(), reason } });
    throw error;
  }
}

/** @returns the name of the file; one of this database that was made within the same minute counts */
async function writeBackup(ctx: AppContext, space: BackupSpace): Promise<string> {
  const { databaseId } = space;
  const now = ctx.now();
  const name = backupName(now);
  await mkdir(space.backups.dir, { recursive: true, mode: 0o700 });
  if (await writeUnlessThere(ctx, space, name)) return name;
  // Another server that uses the same folder made one in the same minute.
  const ownName = backupName(now, databaseId);
  if (await writeUnlessThere(ctx, space, ownName)) return ownName;
  throw new Error(`${name} and ${ownName} are backups of other databases`);
}

/** @returns false if there is a backup of another database with this name */
async function writeUnlessThere(ctx: AppContext, space: BackupSpace, name: string): Promise<boolean> {
  const file = path.join(space.backups.dir, name);
  const made = await makeBackup(ctx.db.url, file, { replay: false, requireSpace: () => requireSpace(space) });
  if (made.ok) return true;
  if (!made.problems.some(({ code }) => code === 'exists')) throw new Error(problemsInWords(made.problems));
  return !(await isOfAnother(file, space.databaseId));
}
