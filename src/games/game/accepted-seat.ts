import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Seat } from '../../database/generated/client.ts';
import { logGameEvent } from './game-log.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from './game-store.ts';

/*
 * Anyone with an e-mail address can be invited, so the account behind an address must not show before its owner has
 * accepted the seat: by opening the game, or by doing something in it.
 */

/**
 * A person accepts a seat that they were given. Does nothing if they have accepted it before, or the seat is no longer
 * theirs.
 */
export async function acceptSeat(
  ctx: AppContext,
  wanted: { gameId: string; seatId: string; accountId: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    const seat = game?.seats.find(
      ({ id, accountId }) => id === wanted.seatId && accountId === wanted.accountId,
    );
    if (seat) await acceptLocked(tx, ctx, seat);
  });
}

/** Like `acceptSeat`, for a seat of a locked game. Callers must make sure that its player does something. */
export async function acceptLocked(
  tx: Tx,
  ctx: AppContext,
  seat: Pick<WholeSeat, 'id' | 'gameId' | 'accountId' | 'identifier' | 'acceptedAt'>,
): Promise<void> {
  const { id, gameId, accountId, identifier } = seat;
  if (accountId === null || seat.acceptedAt !== null) return;
  await tx.seat.update({ where: { id }, data: { acceptedAt: ctx.now(), invitedAs: null } });
  await tx.waitlistEntry.deleteMany({ where: { gameId, accountId } });
  const detail = `[${identifier}] #${accountId}, invited`;
  await logGameEvent(tx, ctx, { gameId, by: accountId, type: 'playerJoined', detail });
}

/** The account of a seat as others may see it: null if its person has not accepted the seat. */
export function visibleAccount(seat: Pick<WholeSeat, 'acceptedAt' | 'account'>): WholeSeat['account'] {
  return seat.acceptedAt === null ? null : seat.account;
}

/** The player of a seat, as the log names them: `#10468`, but not before they have accepted the seat. */
export function playerInLog({ acceptedAt }: Pick<Seat, 'acceptedAt'>, accountId: number): string {
  return acceptedAt === null ? 'an invited person' : `#${accountId}`;
}

/**
 * The accounts that the GM of a game may know by number and name: those that have accepted a seat, those that have done
 * something in the game, and the GM's own.
 */
export async function knownAccounts(db: Tx, game: WholeGame): Promise<Set<number>> {
  const acted = await db.gameEvent.findMany({
    where: { gameId: game.id, accountId: { not: null } },
    select: { accountId: true },
    distinct: ['accountId'],
  });
  const seated = game.seats.filter(({ acceptedAt }) => acceptedAt !== null);
  return new Set([
    game.gmId,
    ...acted.flatMap(({ accountId }) => accountId ?? []),
    ...seated.flatMap(({ accountId, reclaimableById }) => accountId ?? reclaimableById ?? []),
  ]);
}
