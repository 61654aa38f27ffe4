import { fail, ok, type Result } from '../../rules/result.ts';
import { addDepartures, DEPARTURES_FILE, readDepartures } from './departure-list.ts';

/**
 * Adds what the list beside a backup knows of a database to the list of the data folder. Does nothing if there is no list
 * beside the backup.
 * @param from the folder of the backup
 * @param databaseId the database that the backup is of; null if the backup is of a version that had no lists
 * Problems: `unreadable`, `not-written`.
 */
export async function copyDepartures(
  from: string,
  dataDir: string,
  databaseId: string | null,
): Promise<Result<null>> {
  if (databaseId === null) return ok(null);
  const { lines, unreadable } = await readDepartures([from], databaseId);
  if (unreadable.length > 0) {
    return fail(
      'file',
      'unreadable',
      `The list of departures (${DEPARTURES_FILE}) in ${from}, beside the backup, cannot be read. Without it, games that have moved and accounts that were deleted would be back. Make the list readable, or put the backup into a folder without it.`,
    );
  }
  try {
    if (lines.length > 0) await addDepartures(dataDir, databaseId, lines);
    return ok(null);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return fail(
      'dataDir',
      'not-written',
      `The list of departures (${DEPARTURES_FILE}) beside the backup could not be copied to ${dataDir} (${code ?? message}). Make room there, or correct the permissions, and run the command again.`,
    );
  }
}
