import { formatDateTime } from '../../text/dates.ts';
import type { Condition, HealthCheck } from '../health.ts';
import { type BackupFile, newestBackup } from '../nightly/backup-files.ts';
import { type BackupRecord, readBackupRecord } from '../nightly/backup-record.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { lookAt } from '../slow-folder.ts';

/** How old the newest backup may be, in milliseconds: a night, and half a day for a server that was off. */
const MAX_AGE = 36 * 3_600_000;

type Result = Omit<Condition, 'check'>;

/**
 * Whether a backup is made every night. Whatever is wrong with the backups is a warning: it must not keep players from
 * the pages.
 */
export function backupsCheck({ dataDir, backups }: BackupSettings, now: () => Date): HealthCheck {
  async function look(): Promise<Result> {
    const record = await lookAt(dataDir, () => readBackupRecord(dataDir, now()));
    return judge(record, await newestBackup(backups.dir, now(), record.database ?? null), {
      dir: backups.dir,
      now: now(),
    });
  }
  return {
    name: 'backups',
    async run() {
      if (backups.kept === 0) return { level: 'ok', message: 'No backups are made (BACKUPS_KEPT is 0).' };
      return await look().catch((error: Error) => unreadable(backups.dir, error.message));
    },
  };
}

function judge(
  { since, failure }: BackupRecord,
  newest: BackupFile | null,
  { dir, now }: { dir: string; now: Date },
): Result {
  const words = newest ? `The newest is from ${formatDateTime(newest.at, 'UTC')}.` : 'There is none yet.';
  if (failure !== null) {
    const reason = failure.reason.replace(/\.?$/, '.');
    return {
      level: 'warning',
      message: `The backup of ${formatDateTime(failure.at, 'UTC')} failed: ${reason} ${words} Correct the cause, and start a backup on the System page.`,
    };
  }
  // A record that was begun while the clock was wrong may lie in the future.
  if (Math.abs(now.getTime() - (newest?.at ?? since).getTime()) <= MAX_AGE) {
    return { level: 'ok', message: `A backup is made every night. ${words}` };
  }
  return {
    level: 'warning',
    message: `There is no backup of the last 36 hours in ${dir}. ${words} Make sure that a server with a worker is running at night, and look for “nightly work” in its log.`,
  };
}

function unreadable(dir: string, reason: string): Result {
  return {
    level: 'warning',
    message: `The backups in ${dir} cannot be listed: ${reason}. Check the folder and its permissions, or set BACKUP_DIR.`,
  };
}
