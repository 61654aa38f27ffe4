import type { RefusedNote, SeatNotes } from '../../database/json-types.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import type { DueAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import type { StandingOrdersNotes } from '../sheets/standing-orders.ts';

/**
 * What the printout of each seat says of its refused sheet, its standing orders, and its advance orders for the turn that
 * opens.
 */
export function seatNotes(
  refused: Readonly<Record<SeatIdentifier, RefusedNote>>,
  standingOrders: StandingOrdersNotes,
  advanceOrders: readonly DueAdvanceOrders[],
): Record<SeatIdentifier, SeatNotes> {
  const notes: Record<SeatIdentifier, SeatNotes> = {};
  for (const [identifier, note] of Object.entries(refused)) notes[identifier] = { refused: note };
  for (const [identifier, standing] of Object.entries(standingOrders)) {
    notes[identifier] = { ...notes[identifier], standing };
  }
  for (const { seat, version, dropped } of advanceOrders) {
    notes[seat.identifier] = { ...notes[seat.identifier], advance: { version, dropped } };
  }
  return notes;
}
