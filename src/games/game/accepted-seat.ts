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

/** What the GM of a game may know of the people who have, or had, its seats. */
export interface KnownPlayers {
  /**
   * Whether the GM may know an account by number and name as the player of a seat: it has accepted that seat, or it is the GM's own.
   * What else it has done in the game does not count: otherwise the GM would learn who someone on the waitlist is by inviting their
   * address.
   */
  isKnown: (accountId: number, seatId: string) => boolean;
  /** Whether the GM may know the present address of an account: it has a seat, or can reclaim one, and has accepted it. */
  hasSeat: (accountId: number) => boolean;
}

/**
 * What the log says of players of a seat. The detail begins with the identifier, and names the account if it had accepted the seat
 * (`playerInLog`).
 */
const OF_PLAYERS = ['playerJoined', 'seatTakenOver', 'seatReclaimed', 'seatGivenUp'] as const;

/** What `knownPlayers` needs of a game. */
export type GameOfPlayers = Pick<WholeGame, 'id' | 'gmId'> & { seats: readonly SeatOfPerson[] };

type SeatOfPerson = Pick<WholeSeat, 'id' | 'identifier' | 'accountId' | 'reclaimableById' | 'acceptedAt'>;

/** What the GM of a game may know of the people who have, or had, its seats. */
export async function knownPlayers(db: Tx, game: GameOfPlayers): Promise<KnownPlayers> {
  const events = await db.gameEvent.findMany({
    where: { gameId: game.id, accountId: { not: null }, type: { in: [...OF_PLAYERS] } },
    select: { accountId: true, detail: true },
  });
  const named = events.filter(({ accountId, detail }) => detail.includes(`#${accountId}`));
  const accepted = new Set(named.map(({ accountId, detail }) => `${accountId} ${detail.split(' ')[0]}`));
  const isPlayer = (seat: SeatOfPerson, accountId: number) =>
    (seat.accountId ?? seat.reclaimableById) === accountId;
  return {
    isKnown(accountId, seatId) {
      if (accountId === game.gmId) return true;
      const seat = game.seats.find(({ id }) => id === seatId);
      if (seat === undefined) return false;
      if (isPlayer(seat, accountId)) return seat.acceptedAt !== null;
      return accepted.has(`${accountId} [${seat.identifier}]`);
    },
    hasSeat: (accountId) =>
      accountId === game.gmId ||
      game.seats.some((seat) => seat.acceptedAt !== null && isPlayer(seat, accountId)),
  };
}
