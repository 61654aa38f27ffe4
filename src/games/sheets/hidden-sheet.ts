import type { Tx } from '../../database/client.ts';
import type { WholeSeat } from '../game/game-store.ts';
import { STANDING_ORDERS } from './advance-orders.ts';
import { isOwn, type VersionSummary } from './missing-sheets.ts';

/** Whether the player of a seat has standing orders. */
export async function hasStandingOrders(
  tx: Tx,
  { id, accountId }: Pick<WholeSeat, 'id' | 'accountId'>,
): Promise<boolean> {
  if (accountId === null) return false;
  return (await tx.advanceOrders.count({ where: { seatId: id, turn: STANDING_ORDERS, accountId } })) > 0;
}

/**
 * Whether a sheet that was sent and is standing, but is not shown to the player of its seat, is played if the player sends
 * nothing. Standing orders replace one of the computer's, unless the seat keeps its sheet: see `enterStandingOrders`.
 */
export function hiddenSheetIsPlayed(
  seat: Pick<WholeSeat, 'accountId'>,
  sheet: Pick<VersionSummary, 'channel'>,
  instead: { hasStandingOrders: boolean; isKept?: boolean },
): boolean {
  return isOwn(seat, sheet) || !instead.hasStandingOrders || instead.isKept === true;
}
