import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { isMissing, isMissingFromComputer, openTurnSheetsOf } from '../sheets/missing-sheets.ts';
import {
  enterStandingOrders,
  isStandingOrdersEntry,
  type StandingOrdersNotes,
  supersedeStandingOrders,
} from '../sheets/standing-orders.ts';
import { fillComputerSheets } from './computer-sheets.ts';
import { type OpenTurn, type OpenTurnVersion, readOpenTurn } from './open-turn.ts';

/**
 * Enters every sheet for a locked game's open turn that can be had: of computer candidates, and from standing orders. Does
 * nothing if none is missing.
 * @returns all versions of all sheets, and what became of the standing orders
 */
export async function enterMissingSheets(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  stored: OpenTurn,
): Promise<{ sheets: OpenTurnVersion[]; standingOrders: StandingOrdersNotes }> {
  const came = openTurnSheetsOf(game, stored.sheets);
  const changes =
    stored.sheets.some(isStandingOrdersEntry) ||
    came.some(isMissingFromComputer) ||
    (stored.hasStandingOrders && came.some(isMissing));
  if (!changes) return { sheets: stored.sheets, standingOrders: {} };
  await supersedeStandingOrders(tx, game);
  await fillComputerSheets(tx, ctx, game);
  const standingOrders = await enterStandingOrders(tx, ctx, game);
  const { sheets } = await readOpenTurn(tx, ctx, game);
  return { sheets, standingOrders };
}
