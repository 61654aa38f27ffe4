import { problemsInWords } from '../../rules/result.ts';
import type { OnProgress } from './progress.ts';
import { replayDatabase } from './replay-database.ts';
import type { ReplayedGames } from './replay-games.ts';
import { type RestorableBackup, restoreBackup } from './restore-backup.ts';
import { inScratchDatabase } from './scratch-database.ts';

/** What was replayed to prove a backup. */
export interface BackupProof extends ReplayedGames {
  /** `scratch`: the games of the backup, restored into a scratch database; `running`: those of the running database. */
  where: 'scratch' | 'running';
  /** Why there was no scratch database, mostly in the words of PostgreSQL; null if there was one. */
  reason: string | null;
}

/**
 * Restores a backup into a scratch database on the server that it came from, and replays its games there. If there can
 * be none, because the role may not create databases, replays the games of the running database instead. Whatever
 * fails is a difference: the backup is there, but not proven.
 * @param url the address of the database that the backup came from
 */
export async function proveBackup(
  url: string,
  backup: RestorableBackup,
  onProgress: OnProgress,
): Promise<BackupProof> {
  try {
    const original = { url, databaseId: backup.header.databaseId ?? 'unknown' };
    const scratch = await inScratchDatabase(original, (scratchUrl) =>
      replayRestored(scratchUrl, backup, onProgress),
    );
    if (scratch.created) return { where: 'scratch', reason: null, ...scratch.value };
    const { reason } = scratch;
    return { where: 'running', reason, ...(await replayRunning(url, backup, onProgress)) };
  } catch (error) {
    const difference = `The backup could not be tried out: ${(error as Error).message}`;
    return { where: 'scratch', reason: null, ...unproven(difference) };
  }
}

async function replayRestored(
  scratchUrl: string,
  backup: RestorableBackup,
  onProgress: OnProgress,
): Promise<ReplayedGames> {
  const restored = await restoreBackup(scratchUrl, backup, { hold: true, onProgress });
  if (restored.ok) return replayDatabase(scratchUrl, onProgress);
  return unproven(`The backup cannot be restored: ${problemsInWords(restored.problems)}`);
}

async function replayRunning(
  url: string,
  { newerMigrations }: RestorableBackup,
  onProgress: OnProgress,
): Promise<ReplayedGames> {
  if (newerMigrations.length === 0) return replayDatabase(url, onProgress);
  return unproven('The games were not replayed, because the tables are those of an older version.');
}

function unproven(difference: string): ReplayedGames {
  return { games: 0, turns: 0, printoutsOfOtherVersions: 0, differences: [difference] };
}
