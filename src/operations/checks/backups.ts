import { formatDateTime } from '../../text/dates.ts';
import type { Condition, HealthCheck } from '../health.ts';
import { newestBackup } from '../nightly/backup-files.ts';
import { readBackupRecord } from '../nightly/backup-record.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';

/** How old the newest backup may be, in milliseconds: a night, and half a day for a server that was off. */
const MAX_AGE = 36 * 3_600_000;

/** Whether a backup is made every night. */
export function backupsCheck({ dataDir, backups }: BackupSettings, now: () => Date): HealthCheck {
  return {
    name: 'backups',
    async run() {
      if (backups.kept === 0) return { level: 'ok', message: 'No backups are made (BACKUPS_KEPT is 0).' };
      const { since, failure } = await readBackupRecord(dataDir, now());
      const newest = await newestBackup(backups.dir);
      const words = newest ? `The newest is from ${formatDateTime(newest.at, 'UTC')}.` : 'There is none yet.';
      if (failure !== null) return failed(failure, words);
      if (now().getTime() - (newest?.at ?? since).getTime() <= MAX_AGE) {
        return { level: 'ok', message: `A backup is made every night. ${words}` };
      }
      return {
        level: 'warning',
        message: `There is no backup of the last 36 hours in ${backups.dir}. ${words} Make sure that a server with a worker is running at night, and look for “nightly work” in its log.`,
      };
    },
  };
}

function failed({ at, reason }: { at: Date; reason: string }, words: string): Omit<Condition, 'check'> {
  return {
    level: 'warning',
    message: `The backup of ${formatDateTime(at, 'UTC')} failed: ${reason.replace(/\.?$/, '.')} ${words} Correct the cause, and start a backup on the System page.`,
  };
}
