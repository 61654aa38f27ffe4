import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import type { GameNumber } from '../../games/game/game-number.ts';
import { STANDING_ORDERS } from '../../games/sheets/advance-orders.ts';
import { type AdvanceOrdersPage, advanceOrdersPage } from '../../games/sheets/advance-orders-view.ts';
import { GameParams, TurnNumber } from '../forms/read-request.ts';
import { type SeatContext, seatContext } from './sheet-context.ts';
import type { LinkedRemark } from './view-model.ts';

/** The turn in an address is a number, or `standing` for the standing orders. */
export const AdvanceOrdersParams = GameParams.extend({
  turn: z.union([z.literal('standing').transform(() => STANDING_ORDERS), TurnNumber]),
});

/** A player and advance orders for one turn, or standing orders. Only for that account. */
export interface AdvanceOrdersContext extends SeatContext {
  page: AdvanceOrdersPage;
}

/** Why the page is shown. */
export type AdvanceOrdersState =
  /** It was opened with the saved orders. */
  | { kind: 'open' }
  /** The orders were just saved. */
  | { kind: 'saved' }
  /** They were checked without being saved. */
  | { kind: 'checked' }
  /** What it takes to lead a state was filled in, or a row was moved, without scripts. */
  | { kind: 'edited'; remark: LinkedRemark; moved?: string | undefined }
  | { kind: 'refused'; reason: string }
  | { kind: 'signed-in' };

/** The account's own advance orders for a turn. @throws a 404 if it has no seat in the game */
export async function advanceOrdersContext(
  ctx: AppContext,
  account: Account,
  wanted: { number: GameNumber; turn: number },
): Promise<AdvanceOrdersContext> {
  const base = await seatContext(ctx, account, wanted.number);
  return { ...base, page: await advanceOrdersPage(ctx, base.own, wanted.turn) };
}
