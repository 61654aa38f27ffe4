import path from 'node:path';
import { z } from 'zod';
import { readStateFile, writeStateFile } from '../state-file.ts';

const moment = z.iso.datetime().transform((text) => new Date(text));

const BackupRecord = z.object({
  /** Since when nightly backups are on. */
  since: moment,
  /** The last nightly backup if it failed; null if it succeeded or there was none yet. */
  failure: z.object({ at: moment, reason: z.string() }).nullable(),
  /** The database of the last one that was tried. */
  database: z.string().optional(),
});

/** What is known of the nightly backups besides their files. */
export type BackupRecord = z.infer<typeof BackupRecord>;

/** Reads the record. Begins one if backups have just been turned on. */
export async function readBackupRecord(dataDir: string, now: Date): Promise<BackupRecord> {
  const found = await readStateFile(fileIn(dataDir), BackupRecord);
  if (found !== null) return found;
  const begun = { since: now, failure: null };
  await writeBackupRecord(dataDir, begun);
  return begun;
}

/** @throws if the file cannot be written */
export async function writeBackupRecord(dataDir: string, record: BackupRecord): Promise<void> {
  await writeStateFile(fileIn(dataDir), record);
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'nightly-backup.json');
}
