import { type BackupHeader, totalRows } from '../operations/backup/backup-format.ts';
import { replayDatabase } from '../operations/backup/replay-database.ts';
import type { ReplayedGames } from '../operations/backup/replay-games.ts';
import { checkRestorable, restoreBackup } from '../operations/backup/restore-backup.ts';
import { counted } from '../rules/numbers.ts';
import type { Problem } from '../rules/sheet.ts';
import { formatDateTime } from '../text/dates.ts';
import { type BackupOutput, printReplays } from './backup.ts';
import type { OpenAddress } from './open-address.ts';
import { printProblems } from './output.ts';
import { showProgress } from './progress.ts';

/**
 * `whistlestop restore FILE`: restores a backup into an empty database and replays its games.
 * @param open opens the database; not called if the file cannot be restored anyway
 * @returns the exit status: 0, 1 if a replayed game differs, 2 if the backup cannot be restored
 */
export async function restore(
  open: () => Promise<OpenAddress>,
  file: string,
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
    const restored = await restoreBackup(url, backup.value, { hold: true, onProgress });
    if (!restored.ok) return refuse(restored.problems);
    const replayed = await replayDatabase(url, onProgress);
    stop();
    printRestored(backup.value.header, replayed, output);
    return replayed.differences.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

function printRestored(header: BackupHeader, replayed: ReplayedGames, output: BackupOutput): void {
  const madeAt = formatDateTime(new Date(header.madeAt), 'UTC');
  output.stdout.write(`Restored ${counted(totalRows(header), 'row')} as they were on ${madeAt}.\n`);
  printReplays(replayed, output);
  output.stdout.write(
    'Start the server. It is held: it processes nothing and sends no mail until you decide on the page ' +
      '/operator/held how to go on. All sessions and links have ended; security codes and passkeys are those of the ' +
      'backup.\n',
  );
}
