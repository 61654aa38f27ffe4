import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { seatsKeepingSheets } from './kept-sheets.ts';

/*
 * Advance and standing orders become sheets. While a turn is rolled back, such sheets stand for the turn that is open again and
 * for later ones, and rolling forward puts these turns in force with their sheets. A player who withdraws or replaces the orders
 * must not have them played all the same.
 */

/** Sheets that orders of a seat became: advance orders of one turn, or standing orders of the open turn and later ones. */
export interface EnteredOrders {
  seatId: string;
  /** Whose orders they were: those of a former player of the seat stay. */
  sentById: number | null;
  channel: 'advance' | 'standing';
  turn: number | { gte: number };
}

/** Supersedes the sheets of a locked game that these orders became, except for those that the seat keeps. */
export async function supersedeEntered(tx: Tx, game: WholeGame, entered: EnteredOrders): Promise<void> {
  const where = { ...entered, gameId: game.id, outcome: 'standing' as const };
  const sheets = await tx.sheet.findMany({ where, select: { id: true, turn: true } });
  for (const { id, turn } of sheets) {
    const kept = await seatsKeepingSheets(tx, game, turn);
    if (kept.includes(entered.seatId)) continue;
    await tx.sheet.update({ where: { id }, data: { outcome: 'superseded' }, select: { id: true } });
  }
}
