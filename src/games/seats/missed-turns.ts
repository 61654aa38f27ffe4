import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';

/**
 * Notes for a locked game's open turn which of the people who owed a sheet have sent one: any version, an empty
 * or a refused one too, or a standing order that served, but not what the computer filled in. A turn that is processed
 * again is noted anew.
 * @param owing identifiers of the seats that owed a sheet
 */
export async function recordAttendance(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  owing: readonly SeatIdentifier[],
): Promise<void> {
  const { id: gameId, turn } = game;
  await clearAttendance(tx, { gameId, turn });
  const people = game.seats.filter((seat) => seat.accountId !== null && owing.includes(seat.identifier));
  const where: Prisma.SheetWhereInput = {
    ...{ gameId, turn, channel: { not: 'opponent' } },
    // A standing order counts while it serves; one put aside after a rollback says nothing of the turn played now.
    NOT: { channel: 'standing', outcome: 'superseded' },
  };
  const sent = await tx.sheet.findMany({ where, select: { seatId: true }, distinct: ['seatId'] });
  const came = new Set(sent.map((sheet) => sheet.seatId));
  await tx.attendance.createMany({
    data: people.map((seat) => ({
      seatId: seat.id,
      gameId,
      turn,
      accountId: seat.accountId,
      processedAt: ctx.now(),
      missed: !came.has(seat.id),
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
