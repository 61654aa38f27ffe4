import type { AppContext } from '../../context.ts';
import { applyDepartures } from '../departures/apply-departures.ts';
import { departuresSinceBackup } from '../departures/departures-since-backup.ts';
import { backAgain } from '../departures/departures-words.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { readHeld } from './held-state.ts';

/**
 * Applies the list of departures before a held server is released: the list may have come after the server started, and once it is
 * released, the list is not applied any more. Games that have moved would go on twice.
 * @param settings where the lists are
 * @returns what the operator has to know if the server must not be released yet, because a list cannot be read, or a game that has left
 * is still there; null if nothing stands in the way
 * @throws if the database fails
 */
export async function prepareRelease(ctx: AppContext, settings: BackupSettings): Promise<string[] | null> {
  await applyDepartures(ctx, settings);
  const since = await departuresSinceBackup(ctx, settings);
  if (since === null) return null;
  const { unreadable, undone } = since;
  if (unreadable.length + undone.moved.length + undone.deletedGames.length === 0) return null;
  return backAgain(since, (await readHeld(ctx))?.reason ?? 'operator');
}
