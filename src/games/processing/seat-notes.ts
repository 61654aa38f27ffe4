import type { SeatNotes } from '../../database/json-types.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import type { DueAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import type { StandingOrdersNotes } from '../sheets/standing-orders.ts';

/** What the printout of each seat says of its standing orders, and of its advance orders for the turn that opens. */
export function seatNotes(
  standingOrders: StandingOrdersNotes,
  advanceOrders: readonly DueAdvanceOrders[],
): Record<SeatIdentifier, SeatNotes> {
  const notes: Record<SeatIdentifier, SeatNotes> = {};
  for (const [identifier, standing] of Object.entries(standingOrders)) notes[identifier] = { standing };
  for (const { seat, version, dropped } of advanceOrders) {
    notes[seat.identifier] = { ...notes[seat.identifier], advance: { version, dropped } };
  }
  return notes;
}
