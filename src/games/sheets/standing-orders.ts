import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel, SheetOutcome } from '../../database/generated/client.ts';
import type { SeatNotes } from '../../database/json-types.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { STANDING_ORDERS } from './advance-orders.ts';
import { seatsKeepingSheets } from './kept-sheets.ts';
import { isMissing, owedSheets } from './missing-sheets.ts';
import { pruneOrders } from './prune-orders.ts';
import { openPartOf } from './standing-form.ts';
import { storeSheet } from './store-sheet.ts';

/** What became of a seat's standing orders, by the seat's identifier. */
export type StandingOrdersNotes = Record<string, NonNullable<SeatNotes['standing']>>;

/** Whether a version was entered from standing orders and has not been superseded. */
export function isStandingOrdersEntry(sheet: { outcome: SheetOutcome; channel: Channel }): boolean {
  return sheet.outcome === 'standing' && sheet.channel === 'standing';
}

/**
 * Supersedes the sheets that standing orders entered when the turn was processed before its rollback: they may have
 * been changed or withdrawn since. Those of seats that keep their sheets stay.
 */
export async function supersedeStandingOrders(tx: Tx, game: WholeGame): Promise<void> {
  const kept = await seatsKeepingSheets(tx, game, game.turn);
  const entered = { gameId: game.id, turn: game.turn, channel: 'standing' as const, seatId: { notIn: kept } };
  await tx.sheet.updateMany({
    where: { ...entered, outcome: 'standing' },
    data: { outcome: 'superseded' },
  });
}

/**
 * Enters the standing orders, pruned, as the sheet of each player of a locked game whose sheet for the open turn is
 * missing. Standing orders are not entered if nothing of them is left, or if the seat keeps the sheet that it had. This is a part of processing the turn, so standing
 * orders never cause early processing.
 */
export async function enterStandingOrders(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
): Promise<StandingOrdersNotes> {
  const ruleset = rulesetOf(game);
  const rows = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn: STANDING_ORDERS } });
  const missing = rows.length === 0 ? [] : (await owedSheets(tx, game)).filter(isMissing);
  const notes: StandingOrdersNotes = {};
  for (const { seat } of missing) {
    const row = rows.find(({ seatId, accountId }) => seatId === seat.id && accountId === seat.accountId);
    if (!row) continue;
    const check = (raw: unknown) => ruleset.check(game.state, seat.identifier, raw);
    const sent = openPartOf(ruleset, game.state, row.raw);
    const pruned = pruneOrders(check, ruleset.sheet(game.state, seat.identifier), sent);
    const { raw, dropped } = pruned;
    notes[seat.identifier] = { played: !pruned.void, dropped };
    if (pruned.void) continue;
    await storeSheet(tx, ctx, { game, seat, raw, dropped, channel: 'standing', sentById: row.accountId });
  }
  return notes;
}

/**
 * Whether standing orders have been sent since a time that would be played in a locked game's open turn, as its sheets are
 * now. Those that were withdrawn are not among them: their sheet is superseded at once.
 */
export async function newStandingOrdersCount(tx: Tx, game: WholeGame, since: Date): Promise<boolean> {
  const where = { gameId: game.id, turn: STANDING_ORDERS, receivedAt: { gt: since } };
  const rows = await tx.advanceOrders.findMany({ where, select: { seatId: true, accountId: true } });
  if (rows.length === 0) return false;
  const missing = (await owedSheets(tx, game)).filter(isMissing);
  return missing.some(({ seat }) =>
    rows.some(({ seatId, accountId }) => seatId === seat.id && accountId === seat.accountId),
  );
}
