import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { inTransaction } from '../game/game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { hasOpenedPaperSheet, inspect } from '../inspections/inspect.ts';
import { seatsOwing } from './missing-sheets.ts';

/**
 * The GM opens the form for a paper sheet of the open turn. What the form offers, and what it says of mistakes, may
 * reveal secrets of the seat, so this is recorded, once for each seat and turn.
 * Problems: those of `runningGmGameAtTurn`, `unknown-seat`, `not-owed` (no person owes a sheet for the seat), those of
 * `inspect`.
 */
export async function openPaperSheet(
  ctx: AppContext,
  request: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const seat = findSeat(game, request.seatId);
    if (!seat.ok) return seat;
    const { id: seatId, identifier, opponent } = seat.value;
    if (opponent || !seatsOwing(game).some(({ id }) => id === seatId)) {
      return fail('seat', 'not-owed', `No person owes a sheet for [${identifier}].`);
    }
    if (await hasOpenedPaperSheet(tx, game, seatId)) return ok(undefined);
    return inspect(tx, ctx, game, { by: request.by, kind: 'paperSheet', seatId });
  });
}
