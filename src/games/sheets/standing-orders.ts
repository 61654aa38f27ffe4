import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { SeatNotes } from '../../database/json-types.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { STANDING_ORDERS } from './advance-orders.ts';
import { pruneOrders } from './prune-orders.ts';
import { storeSheet } from './submit-sheet.ts';

/** What became of a seat's standing order, by the seat's identifier. */
export type StandingNotes = Record<string, NonNullable<SeatNotes['standing']>>;

/**
 * Before a turn is processed, perhaps again after a rollback: standing orders that served before are put aside, for
 * they may have been changed or withdrawn since.
 */
export async function retireStandingOrders(tx: Tx, game: WholeGame): Promise<void> {
  const where = { gameId: game.id, turn: game.turn, channel: 'standing' as const };
  await tx.sheet.updateMany({ where: { ...where, outcome: 'standing' }, data: { outcome: 'superseded' } });
}

/**
 * For each person of a locked game who owes a sheet for the open turn and has none standing: the standing order, made
 * to fit, becomes the sheet. One of which nothing is left serves nothing. Part of processing the turn, so that no
 * standing order ever closes one.
 */
export async function serveStandingOrders(tx: Tx, ctx: AppContext, game: WholeGame): Promise<StandingNotes> {
  const ruleset = rulesetOf(game);
  const owing = new Set(ruleset.seatsOwing(game.state));
  const orders = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn: STANDING_ORDERS } });
  const of = { gameId: game.id, turn: game.turn, outcome: 'standing' as const };
  const there = new Set(
    (await tx.sheet.findMany({ where: of, select: { seatId: true } })).map((s) => s.seatId),
  );
  const notes: StandingNotes = {};
  for (const seat of game.seats) {
    const order = orders.find((one) => one.seatId === seat.id && one.accountId === seat.accountId);
    if (!order || !owing.has(seat.identifier) || there.has(seat.id)) continue;
    const check = (raw: unknown) => ruleset.check(game.state, seat.identifier, raw);
    const fitted = pruneOrders(check, ruleset.sheet(game.state, seat.identifier), order.raw);
    notes[seat.identifier] = { played: !fitted.void, dropped: fitted.dropped };
    if (fitted.void) continue;
    const { raw, dropped } = fitted;
    const sheet = { raw, dropped, channel: 'standing' as const, sentById: order.accountId };
    await storeSheet(tx, ctx, game, seat, sheet);
  }
  return notes;
}
