import type { AppContext } from '../../context.ts';
import { readBackupRecord, writeBackupRecord } from './backup-record.ts';

/** Where nightly backups are written. */
export interface BackupSettings {
  /** The folder of everything that the server stores. */
  dataDir: string;
  /** The folder of the backups, and how many are kept; 0: none is written. */
  backups: { dir: string; kept: number };
}

/**
 * Makes a backup and deletes the oldest ones. How it went is recorded for the check of the backups.
 * @returns the file, or `off` if no backups are made
 * @throws if it fails
 */
export async function makeNightlyBackup(ctx: AppContext, settings: BackupSettings): Promise<string> {
  const { dataDir, backups } = settings;
  if (backups.kept === 0) return 'off';
  const record = await readBackupRecord(dataDir, ctx.now());
  try {
    const file = await writeBackup(ctx, backups);
    await writeBackupRecord(dataDir, { ...record, failure: null });
    return file;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await writeBackupRecord(dataDir, { ...record, failure: { at: ctx.now(), reason } });
    throw error;
  }
}

/** Writes one backup. TODO: call makeBackup and pruneBackups of src/operations/backup. */
async function writeBackup(_ctx: AppContext, _backups: BackupSettings['backups']): Promise<string> {
  return 'off';
}
