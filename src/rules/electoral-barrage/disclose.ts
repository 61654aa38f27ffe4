import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import { AREA_CODES, type AreaCode } from './data.ts';
import type { Orders, PlanRow } from './orders.ts';
import { hasRoom } from './play/round-play.ts';
import { findPlayer, type Placement, type Player, type RawSheets, type State } from './state.ts';

/** Stands for a refused sheet. It is not a sheet either, so it is refused again when the turn is replayed. */
const REFUSED = 'refused';

/**
 * Section 8: the sheets of a processed turn, with the rows of the plan that were used and no others. A row that was passed
 * over is replaced by the first area that had no room then, so that the rows below it keep their numbers. Refused sheets
 * are left out.
 */
export function disclose(before: State, sheets: RawSheets, after: State): Record<SeatIdentifier, unknown> {
  return Object.fromEntries(
    Object.entries(sheets).map(([seat, raw]) => {
      if (raw === null || raw === undefined) return [seat, null];
      const checked = check(before, seat, raw);
      return [seat, checked.ok ? discloseOrders(checked.orders, seat, before, after) : REFUSED];
    }),
  );
}

function discloseOrders(orders: Orders, seat: SeatIdentifier, before: State, after: State): Orders {
  const player = findPlayer(after, seat);
  if (before.phase !== 'round' || player === undefined) return orders;
  return { ...orders, plan: disclosePlan(orders.plan, player, after) };
}

function disclosePlan(plan: readonly PlanRow[], player: Player, after: State): PlanRow[] {
  const placements = after.last?.placements ?? [];
  const used = placements.filter((one) => one.player === player.id && one.row !== null);
  const rows = used.map(({ row }) => row as number);
  return plan.slice(0, Math.max(-1, ...rows) + 1).map((row, index) => {
    if (rows.includes(index)) return row;
    // Rows are used in order but for those that were passed over, so the next row that was used came after this one.
    const passed = used.find((placement) => (placement.row as number) > index) as Placement;
    const area = fullArea(placements.slice(0, placements.indexOf(passed)), player, after);
    return { area, when: null, before: null, after: null, replace: null, hold: false };
  });
}

/** The first area in code order that has no room for a player after these placements. There must be one. */
function fullArea(placed: readonly Placement[], player: Player, state: State): AreaCode {
  const staffersIn = new Map<AreaCode, number>();
  for (const { area } of placed) staffersIn.set(area, (staffersIn.get(area) ?? 0) + 1);
  const full = AREA_CODES.find((area) => !hasRoom(staffersIn, area, player, state.players.length));
  return full as AreaCode;
}
