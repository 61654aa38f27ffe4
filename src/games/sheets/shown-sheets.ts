import type { AppContext } from '../../context.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { gotByOthers, type WholeSeat } from '../game/game-store.ts';

/**
 * Which versions of a seat's sheets are shown to its present player: those that the same account sent, and paper sheets
 * that the GM entered while it had the seat. A version that a former player or the computer sent is never shown.
 * Otherwise a GM could read a player's orders by taking the seat for a moment. It is played until a new one comes.
 */
export async function shownTo(ctx: AppContext, seat: WholeSeat): Promise<Prisma.SheetWhereInput> {
  const accountId = seat.accountId ?? -1;
  const post = { channel: 'post' as const };
  return {
    OR: [
      { sentById: accountId, channel: { not: 'post' } },
      // Its receipt went to the person who had the seat when it was entered.
      { ...post, deliveries: { some: { accountId } } },
      {
        ...post,
        deliveries: { none: { accountId: { not: accountId } } },
        turn: { gte: seat.since, notIn: await turnsOfOthers(ctx, seat.id, accountId) },
      },
    ],
  };
}

/**
 * The turns before which someone else had the seat. Records of mail are deleted after some time, so that the receipts of
 * paper sheets do not show it forever.
 */
async function turnsOfOthers(ctx: AppContext, seatId: string, accountId: number): Promise<number[]> {
  const printouts = await ctx.db.prisma.printout.findMany({
    where: { seatId, ...gotByOthers(accountId) },
    select: { turn: true },
  });
  return [...new Set(printouts.map(({ turn }) => turn))];
}
