import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.ts';
import { problemsInWords } from '../../rules/result.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { backupName, pruneBackups } from '../backup/prune-backups.ts';
import { deleteAbandonedParts } from '../backup/unfinished-backups.ts';
import { newestBackup } from './backup-files.ts';
import { readBackupRecord, writeBackupRecord } from './backup-record.ts';
import { makeSpace, requireSpace } from './backup-space.ts';

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
    // A folder that does not answer must not stop the other work of the night.
    await newestBackup(backups.dir, ctx.now());
    // First, because they may take the space that the new one needs.
    if (deletes) await deleteAbandonedParts(backups.dir);
    await makeSpace(settings, ctx.now(), deletes);
    const name = await writeBackup(ctx, settings);
    if (deletes) await pruneBackups(backups.dir, backups.kept, ctx.now());
    await writeBackupRecord(dataDir, { ...record, failure: null });
    return name;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await writeBackupRecord(dataDir, { ...record, failure: { at: ctx.now(), reason } });
    throw error;
  }
}

/** @returns the name of the file; one that was made within the same minute counts */
async function writeBackup(ctx: AppContext, settings: NightlyBackupSettings): Promise<string> {
  const { dir } = settings.backups;
  const name = backupName(ctx.now());
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const options = { replay: false, requireSpace: () => requireSpace(settings) };
  const made = await makeBackup(ctx.db.url, path.join(dir, name), options);
  if (made.ok || made.problems.some(({ code }) => code === 'exists')) return name;
  throw new Error(problemsInWords(made.problems));
}
