import type { AppContext } from '../../../src/context.ts';
import type { Seat, Sheet } from '../../../src/database/generated/client.ts';
import { type Submission, submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { goodSheet, type Job, jobsOf } from '../game/play.ts';

/** Every version that a seat has sent, by turn and version; of one turn if it is given. */
export function versionsOf(ctx: AppContext, seat: Seat, turn?: number): Promise<Sheet[]> {
  return ctx.db.prisma.sheet.findMany({
    where: { seatId: seat.id, ...(turn !== undefined && { turn }) },
    orderBy: [{ turn: 'asc' }, { version: 'asc' }],
  });
}

/** A seat's player sends a good sheet for the open turn, marked as final or not. */
export async function sendGood(
  ctx: AppContext,
  seat: Seat,
  turn: number,
  final: boolean,
): Promise<Submission> {
  const { gameId, id: seatId, accountId } = seat;
  const raw = await goodSheet(ctx, gameId, seat);
  const sentById = accountId as number;
  return submitSheet(ctx, { gameId, seatId, turn, raw, channel: 'web', sentById, final });
}

/** The waiting jobs of one kind that concern a game. */
export async function jobsOfGame(ctx: AppContext, gameId: string, task: string): Promise<Job[]> {
  return (await jobsOf(ctx, task)).filter(({ payload }) => payload.gameId === gameId);
}
