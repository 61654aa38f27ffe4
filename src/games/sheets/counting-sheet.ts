import type { AppContext } from '../../context.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import { hasStandingOrders } from './hidden-sheet.ts';
import { SHEET_IS_KEPT } from './kept-sheets.ts';
import { type SheetStatus, sheetStatus } from './sheet-view.ts';
import { shownVersions } from './shown-versions.ts';

/** What counts of a seat's sheet for the open turn. */
export interface CountingSheet extends SheetStatus {
  /** The same in words for mail to the player. If nothing counts, they say what happens if nothing else is sent. */
  words: string;
}

/**
 * What counts of a seat's sheet for the open turn: the same that the page of the sheet shows. All mail to the player says it
 * with these words. Call it only if the seat owes a sheet.
 */
export async function countingSheet(ctx: AppContext, own: PlayerSeat): Promise<CountingSheet> {
  const read = await shownVersions(ctx, own, { turn: own.game.turn });
  const status = await sheetStatus(ctx, own, read);
  return { ...status, words: await inWords(ctx, own, { ...status, isSent: read.versions.length > 0 }) };
}

async function inWords(
  ctx: AppContext,
  own: PlayerSeat,
  { standingVersion, hiddenSheetStands, isKept, isSent }: SheetStatus & { isSent: boolean },
): Promise<string> {
  if (standingVersion !== null) return `Version ${standingVersion} of your sheet counts.`;
  if (hiddenSheetStands)
    return 'A sheet counts that someone else sent for your seat. Your first good sheet replaces it.';
  const none = isSent ? 'No version of your sheet counts.' : 'You have not sent a sheet for this turn yet.';
  return `${none} ${isKept ? SHEET_IS_KEPT : await otherwise(ctx, own)}`;
}

/** What is played if nothing else comes. */
async function otherwise({ db }: AppContext, { seat }: PlayerSeat): Promise<string> {
  return (await hasStandingOrders(db.prisma, seat))
    ? 'If no good sheet comes, your standing orders are played, except for anything that no longer fits.'
    : 'If no good sheet comes, the turn is played as the rules say for a missing sheet.';
}
