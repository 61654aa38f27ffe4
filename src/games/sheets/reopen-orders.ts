import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { existingGame } from '../game/gm-access.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { overtakenBy } from './overtaken-orders.ts';

/**
 * A player reopens their final orders. The sheet is still standing. Problems: `unknown-game`, `transferred`, `no-seat`, `wrong-turn`,
 * `not-final`, `overtaken` (they were marked as final, or sent, after the mail).
 * @param request.by the player's account
 * @param request.sentAt when the mail was sent that asks for it; missing if it is not asked by mail
 */
export async function reopenOrders(
  ctx: AppContext,
  request: { gameId: string; by: number; turn: number; sentAt?: Date },
): Promise<Result<void>> {
  const { gameId, by, turn, sentAt } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, gameId);
    if (!found.ok) return found;
    const game = found.value;
    const seat = game.seats.find(({ accountId }) => accountId === by);
    if (!seat) return fail('', 'no-seat', 'You have no seat in this game.');
    if (game.status !== 'running' || game.turn !== turn) {
      return fail('turn', 'wrong-turn', `Turn ${turn} is no longer open.`);
    }
    const overtaken =
      sentAt && (await overtakenBy(tx, { seatId: seat.id, turn }, { sentAt, sentById: by, marks: true }));
    if (overtaken) return fail('', 'overtaken', overtaken(game.timeZone));
    const standing = await tx.sheet.findFirst({ where: { seatId: seat.id, turn, outcome: 'standing' } });
    const asked = sentAt ?? ctx.now();
    const markedAt = new Date(Math.max(asked.getTime(), standing?.markedAt?.getTime() ?? 0));
    // Also if they are not final: a FINAL that was mailed before may still be on its way.
    if (standing !== null)
      await tx.sheet.update({ where: { id: standing.id }, data: { final: false, markedAt } });
    if (standing?.final !== true) return fail('', 'not-final', 'Your orders are not marked as final.');
    // After a rollback, advance orders are entered again. They must not be final again.
    await tx.advanceOrders.updateMany({
      where: { seatId: seat.id, turn, accountId: by },
      data: { final: false },
    });
    const detail = `[${seat.identifier}] turn ${turn}`;
    await logGameEvent(tx, ctx, { gameId, by, type: 'ordersReopened', detail });
    await updateEarlyProcessing(tx, ctx, gameId);
    return ok(undefined);
  });
}
