import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gotByOthers, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { checkReliability } from './reliability.ts';

/**
 * Checks whether an account may take over an offered seat of a game. Problems: `not-running`, `gm` (of this game),
 * `own-seat` (which the account can reclaim), `already-seated`, `sat-before` (the account knows another seat's
 * secrets), `gave-up` (the account gave up a seat of the game), `unreliable`.
 * @param db the caller's transaction, if there is one
 */
export async function checkTakeover(
  ctx: AppContext,
  candidate: { game: WholeGame; seat: Pick<WholeSeat, 'id' | 'reclaimableById'>; accountId: number },
  db: Tx = ctx.db.prisma,
): Promise<Result<void>> {
  const { game, seat, accountId } = candidate;
  if (game.status !== 'running') return fail('', 'not-running', 'The game is not running.');
  if (game.gmId === accountId) {
    return fail('', 'gm', 'You run this game, so you have seen more than players are allowed to see.');
  }
  if (seat.reclaimableById === accountId) {
    return fail('', 'own-seat', 'This is your own seat. Reclaim it on the game page.');
  }
  if (game.seats.some((other) => other.accountId === accountId)) {
    return fail('', 'already-seated', 'You already have a seat in this game.');
  }
  if (await hadAnotherSeat(db, game, seat, accountId)) {
    return fail('', 'sat-before', 'You had another seat in this game, so you know its secrets.');
  }
  if ((await db.seatChange.count({ where: { gameId: game.id, accountId, kind: 'gaveUp' } })) > 0) {
    const message = 'You gave up your seat in this game. Only the GM can give you one again.';
    return fail('', 'gave-up', message);
  }
  if (game.minReliability === null) return ok(undefined);
  return checkReliability(ctx, game.minReliability, accountId, db);
}

/** A change of the player before the game began. Other changes with turn 0 are older ones whose turn is not known. */
const BEFORE_THE_GAME = { turn: 0, kind: 'corrected' as const };

/**
 * Whether the account ever had another seat in the game. Its printouts show that. An account that had a seat for only a
 * part of a turn got no printout, although it could see everything of the seat; but it was recorded that it got the seat.
 * Someone who had a seat only before the game began, such as by a mistyped address, has seen nothing.
 */
export async function hadAnotherSeat(
  db: Tx,
  game: WholeGame,
  seat: Pick<WholeSeat, 'id'>,
  accountId: number,
): Promise<boolean> {
  const other = { gameId: game.id, accountId, seatId: { not: seat.id } };
  const printed = { ...other, AND: { seatId: { not: null } } };
  return (
    (await db.printout.count({ where: printed })) > 0 ||
    (await db.seatChange.count({ where: { ...other, NOT: BEFORE_THE_GAME } })) > 0
  );
}

/**
 * Checks that no other person has played a seat in the open turn or a later one, before the GM of the game gets it: they would see that
 * person's printout. Problem: `held-by-player`.
 */
export async function checkNotHeld(
  tx: Tx,
  game: WholeGame,
  seat: WholeSeat,
  gmId: number,
): Promise<Result<void>> {
  // Later turns, too: they are rolled back, and may be rolled forward.
  const since = { seatId: seat.id, turn: { gte: game.turn } };
  const held =
    seat.accountId !== null ||
    (await tx.printout.count({ where: { ...since, ...gotByOthers(gmId) } })) > 0 ||
    (await tx.sheet.count({ where: { ...since, sentById: { not: gmId } } })) > 0;
  if (!held) return ok(undefined);
  const message = `Another person has played [${seat.identifier}] in turn ${game.turn}, so you would see what only they may see. You can take a seat only if the computer has played it for the whole turn.`;
  return fail('email', 'held-by-player', message);
}
