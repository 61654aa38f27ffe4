import path from 'node:path';
import { pino } from 'pino';
import { type Config, mailDomainOf } from '../config.ts';
import { openDatabase } from '../database/client.ts';
import { type BackupHeader, totalRows } from '../operations/backup/backup-format.ts';
import { replayDatabase } from '../operations/backup/replay-database.ts';
import type { ReplayedGames } from '../operations/backup/replay-games.ts';
import { checkRestorable, restoreBackup } from '../operations/backup/restore-backup.ts';
import { finishRestore } from '../operations/backup/unfinished-restore.ts';
import { applyDepartures } from '../operations/departures/apply-departures.ts';
import { copyDepartures } from '../operations/departures/copy-departures.ts';
import { departuresSinceBackup } from '../operations/departures/departures-since-backup.ts';
import { backAgain, notCopied } from '../operations/departures/departures-words.ts';
import { counted } from '../rules/numbers.ts';
import type { Problem } from '../rules/sheet.ts';
import { formatDateTime } from '../text/dates.ts';
import { type BackupOutput, printReplays } from './backup.ts';
import type { OpenAddress } from './open-address.ts';
import { printProblems } from './output.ts';
import { showProgress } from './progress.ts';

/**
 * `whistlestop restore FILE`: restores a backup into an empty database and replays its games. Then it applies the list of
 * departures, from the folder of the backup, too. That list is copied to the data folder before, so that a start of the server
 * applies it if this process is killed. A restore that was interrupted is continued.
 * @param open opens the database; not called if the file cannot be restored anyway
 * @returns the exit status: 0, 1 if a replayed game differs, 2 if the backup cannot be restored
 */
export async function restore(
  open: () => Promise<OpenAddress>,
  { file, config }: { file: string; config: Config },
  output: BackupOutput,
): Promise<number> {
  const { onProgress, stop } = showProgress(output.stderr);
  const refuse = (problems: readonly Problem[]) => {
    stop();
    printProblems(output, problems);
    return 2;
  };
  const backup = await checkRestorable(file, onProgress);
  if (!backup.ok) return refuse(backup.problems);
  const { url, close } = await open();
  try {
    const { databaseId } = backup.value.header;
    const beforeRows = () => copyDepartures(folderOf(file), config.dataDir, databaseId);
    const restored = await restoreBackup(url, backup.value, { hold: true, beforeRows, onProgress });
    if (!restored.ok) return refuse(restored.problems);
    const replayed = await replayDatabase(url, onProgress);
    stop();
    printRestored(backup.value.header, replayed, output);
    await endAgain(url, { file, config }, output);
    await finishRestore(url);
    return replayed.differences.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

/** Closes and deletes again what has left the server since the backup, and prints what is known of that. */
async function endAgain(
  url: string,
  { file, config }: { file: string; config: Config },
  { stdout }: BackupOutput,
): Promise<void> {
  const db = await openDatabase(url);
  try {
    const log = pino({ level: 'error' }, pino.destination(2));
    const ctx = { db, log, now: () => new Date(), mailDomain: mailDomainOf(config.publicUrl) };
    const unusable = await applyDepartures(ctx, config, [folderOf(file)]);
    const since = await departuresSinceBackup(ctx, config, [folderOf(file)]);
    if (since !== null) stdout.write(`${backAgain(since, 'restored').join('\n')}\n`);
    if (unusable !== null) stdout.write(`${notCopied(unusable)}\n`);
  } finally {
    await db.close();
  }
}

function folderOf(file: string): string {
  return path.dirname(path.resolve(file));
}

function printRestored(header: BackupHeader, replayed: ReplayedGames, output: BackupOutput): void {
  const madeAt = formatDateTime(new Date(header.madeAt), 'UTC');
  output.stdout.write(`Restored ${counted(totalRows(header), 'row')} as they were on ${madeAt}.\n`);
  printReplays(replayed, output);
  output.stdout.write(
    'Start the server. It is held: it processes nothing and sends no mail until you decide on the page ' +
      '/operator/held how to go on. All sessions and links have ended.\n',
  );
}
