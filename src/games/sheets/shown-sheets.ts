import type { AppContext } from '../../context.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { statement } from '../../database/sql.ts';
import type { WholeSeat } from '../game/game-store.ts';

/**
 * Which versions of a seat's sheets are shown to its present player: those that the same account sent, and paper sheets
 * that the GM entered while it had the seat. A version that a former player or the computer sent is never shown.
 * Otherwise a GM could read a player's orders by taking the seat for a moment. It is played until a new one comes.
 */
export async function shownTo(ctx: AppContext, seat: WholeSeat): Promise<Prisma.SheetWhereInput> {
  const accountId = seat.accountId ?? -1;
  const post = { channel: 'post' as const };
  const others = await turnsOfOthers(ctx.db.prisma, seat.id, accountId);
  return {
    OR: [
      { sentById: accountId, channel: { not: 'post' } },
      // Its receipt went to the person who had the seat when it was entered.
      { ...post, deliveries: { some: { accountId } } },
      {
        ...post,
        deliveries: { none: { accountId: { not: accountId } } },
        turn: { gte: seat.since, notIn: others.map(({ turn }) => turn) },
      },
    ],
  };
}

/**
 * The turns before which someone else had the seat. A printout without an account is that of a player who has deleted
 * theirs. Records of mail are deleted after some time, so that the receipts of paper sheets do not show it forever.
 */
const turnsOfOthers = statement<{ turn: number }, [seatId: string, accountId: number]>(
  'turns-of-other-players',
  `select distinct "turn" from "Printout"
  where "seatId" = $1::uuid and ("accountId" is null or "accountId" <> $2::int)`,
);
