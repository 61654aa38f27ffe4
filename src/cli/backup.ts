import path from 'node:path';
import type { Config } from '../config.ts';
import { totalRows } from '../operations/backup/backup-format.ts';
import { giveToFolderOwner } from '../operations/backup/files.ts';
import { type MadeBackup, makeBackup } from '../operations/backup/make-backup.ts';
import type { BackupProof } from '../operations/backup/prove-backup.ts';
import type { ReplayedGames } from '../operations/backup/replay-games.ts';
import { counted, grouped } from '../rules/numbers.ts';
import { type Output, printProblems } from './output.ts';
import { type ProgressStream, showProgress } from './progress.ts';
import { notCompared } from './replay.ts';

/** Where commands about backups print: progress goes to standard error. */
export type BackupOutput = Output & { stderr: ProgressStream };

/**
 * `whistlestop backup FILE`: writes a backup of the whole database and proves it. In the folders of the server, it belongs to the
 * server's user even if root runs the command.
 * @param url the address of the database
 * @returns the exit status: 0, 1 if a replayed game differs or the file is damaged, 2 if there is no backup
 */
export async function backup(
  url: string,
  { file, replay, config }: { file: string; replay: boolean; config: Config },
  output: BackupOutput,
): Promise<number> {
  const progress = showProgress(output.stderr);
  const made = await makeBackup(url, path.resolve(file), { replay, onProgress: progress.onProgress });
  progress.stop();
  if (!made.ok) {
    printProblems(output, made.problems);
    return made.problems.some(({ code }) => code === 'damaged') ? 1 : 2;
  }
  if (isIn([config.dataDir, config.backups.dir], made.value.file)) await giveToFolderOwner(made.value.file);
  printBackup(made.value, output);
  return (made.value.proof?.differences.length ?? 0) > 0 ? 1 : 0;
}

/** Whether a file is in one of these folders. Elsewhere, a backup may not be meant for the owner of its folder. */
function isIn(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => file.startsWith(`${path.resolve(folder)}${path.sep}`));
}

function printBackup({ file, bytes, header, proof }: MadeBackup, output: Output): void {
  const { stdout } = output;
  const size = bytes < 1e6 ? `${grouped(bytes / 1e3)} kB` : `${grouped(bytes / 1e6)} MB`;
  stdout.write(`${file}: ${counted(totalRows(header), 'row')}, ${size}. It was read back and is complete.\n`);
  if (proof !== null) {
    stdout.write(`${proved(proof)}\n`);
    printReplays(proof, output);
  }
  stdout.write('It holds addresses and secrets: keep it safe, and keep a copy on another machine.\n');
}

function proved({ where, reason }: BackupProof): string {
  return where === 'scratch'
    ? 'It was restored into a scratch database, and the games were replayed there.'
    : `It was not restored, because there can be no scratch database (${reason}). The games of the running database were replayed.`;
}

/** Prints what replaying all games has shown. */
export function printReplays(replayed: ReplayedGames, { stdout, stderr }: Output): void {
  const { games, turns, printoutsOfOtherVersions, differences } = replayed;
  for (const difference of differences) stderr.write(`${difference}\n`);
  const which = `${counted(games, 'game')}, ${counted(turns, 'turn')} replayed`;
  if (differences.length === 0) stdout.write(`${which}: everything is the same.\n`);
  else stdout.write(`${which}: ${counted(differences.length, 'difference')}.\n`);
  if (printoutsOfOtherVersions > 0) stdout.write(`${notCompared(printoutsOfOtherVersions)}\n`);
}
