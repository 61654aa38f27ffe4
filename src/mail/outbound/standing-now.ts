import { countingSheet } from '../../games/sheets/counting-sheet.ts';
import { shownVersions } from '../../games/sheets/shown-versions.ts';
import { isYetToCome } from '../../games/sheets/waits-for-turn.ts';
import type { ComposeDeps, FullDelivery } from './composer.ts';
import { seatOfReader } from './mailed-sheet.ts';

/** What stands of a seat's sheet for a turn when a mail is written. */
interface StandingNow {
  /** The version that counts, waits or was played; null if there is none, or if someone else sent it. */
  version: number | null;
  /** Whether the turn is open. */
  isOpen: boolean;
  /** Whether a version counts that someone else sent. */
  isHidden: boolean;
  /** The same in words for the reader; may be empty. */
  words: string;
}

/**
 * What stands of a seat's sheet for a turn, as the pages show it to the reader of a mail; null if the reader does not have the
 * seat: what its next player has sent is not the reader's business.
 */
export async function standingNow(
  deps: ComposeDeps,
  delivery: FullDelivery,
  turn: number,
): Promise<StandingNow | null> {
  const own = await seatOfReader(deps, delivery);
  if (own === null) return null;
  const { game } = own;
  const isRunning = game.status === 'running';
  if (isRunning && game.turn === turn) {
    const { standingVersion, hiddenSheetStands, words } = await countingSheet(deps.ctx, own);
    return { version: standingVersion, isOpen: true, isHidden: hiddenSheetStands, words };
  }
  const { versions } = await shownVersions(deps.ctx, own, { turn });
  const version = versions.find(({ outcome }) => outcome === 'standing')?.version ?? null;
  const waits = isRunning && isYetToCome(game, turn);
  const wasPlayed = game.status === 'over' || turn < game.turn;
  const became = waits ? `waits until turn ${turn} is open again` : wasPlayed ? 'was played' : '';
  const words = version === null || became === '' ? '' : `Version ${version} of your sheet ${became}.`;
  return { version, isOpen: false, isHidden: false, words };
}
