import type { Result } from '../../rules/result.ts';
import { type BackupHeader, countLines, totalRows } from './backup-format.ts';
import type { OnProgress } from './progress.ts';
import { readBackup } from './read-backup.ts';

/**
 * Reads a backup to its end and compares its hash and its row counts. Changes nothing.
 * Problems: `unreadable`, `unknown-format`, `newer-version`, `damaged`.
 */
export async function checkBackup(file: string, onProgress: OnProgress): Promise<Result<BackupHeader>> {
  let [done, total] = [0, 0];
  const count = async (rows: AsyncIterable<Buffer>) => {
    for await (const chunk of rows) {
      done += countLines(chunk);
      onProgress('check', done, total);
    }
  };
  return readBackup(file, {
    async header(header) {
      total = totalRows(header);
      onProgress('check', 0, total);
    },
    table: (_, rows) => count(rows),
    jobs: (_, rows) => count(rows),
  });
}
