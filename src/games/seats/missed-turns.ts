import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { isMissedByPlayer, owedSheets } from '../sheets/missing-sheets.ts';

/**
 * Records for a locked game's open turn which of the people who owe a sheet have missed it (see `isMissedByPlayer`).
 * Replaces what was recorded when the turn was processed before a rollback.
 */
export async function recordAttendance(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  const { id: gameId, turn } = game;
  await clearAttendance(tx, { gameId, turn });
  const owed = (await owedSheets(tx, game)).filter(({ seat }) => seat.accountId !== null);
  await tx.attendance.createMany({
    data: owed.map((sheet) => ({
      seatId: sheet.seat.id,
      gameId,
      turn,
      accountId: sheet.seat.accountId,
      processedAt: ctx.now(),
      missed: isMissedByPlayer(sheet),
    })),
  });
}

/** Takes back what was noted for a turn, where the turn itself is taken back. */
export async function clearAttendance(tx: Tx, of: { gameId: string; turn: number }): Promise<void> {
  await tx.attendance.deleteMany({ where: of });
}

/**
 * How many turns in a row, up to the latest, whoever sits there now has missed since taking the seat; excused
 * ones are passed over.
 */
export async function consecutiveMisses(
  tx: Tx,
  seat: { id: string; accountId: number | null; since: number },
): Promise<number> {
  if (seat.accountId === null) return 0;
  const counted = await tx.attendance.findMany({
    where: { seatId: seat.id, accountId: seat.accountId, excused: false, turn: { gte: seat.since } },
    orderBy: { turn: 'desc' },
    select: { missed: true },
  });
  const sent = counted.findIndex((owed) => !owed.missed);
  return sent < 0 ? counted.length : sent;
}

/**
 * The GM excuses a missed turn, or takes the excuse back. Problems: `unknown-game`, `not-gm`, `not-missed`.
 */
export async function excuseMiss(
  ctx: AppContext,
  wanted: { gameId: string; by: number; seatId: string; turn: number; excused: boolean },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    if (game.gmId !== wanted.by) return fail('', 'not-gm', 'Only the GM of the game excuses missed turns.');
    const { gameId, seatId, turn, excused } = wanted;
    const where = { gameId, seatId, turn, missed: true };
    const changed = await tx.attendance.updateMany({
      where: { ...where, excused: !excused },
      data: { excused },
    });
    if (changed.count === 0) {
      if ((await tx.attendance.count({ where })) > 0) return ok(undefined);
      return fail('turn', 'not-missed', `No sheet of this seat was missed in turn ${turn}.`);
    }
    const seat = game.seats.find((one) => one.id === seatId);
    const type = excused ? 'missExcused' : 'excuseWithdrawn';
    await logGameEvent(tx, ctx, {
      gameId,
      by: wanted.by,
      type,
      detail: `[${seat?.identifier}] turn ${turn}`,
    });
    return ok(undefined);
  });
}
