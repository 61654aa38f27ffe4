import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { checkMessagesOpen } from '../game/messages-open.ts';
import { checkOpenToStrangers } from '../game/new-game-right.ts';

/**
 * Whether an account may write to the GM of a game. People who have or had a seat may, and so may those on the waitlist
 * and those to whom the GM has written. Everyone else may write while the game takes players or offers a seat, unless it
 * is a game for friends.
 * Problems: `own-game` (the account is the GM), `closed` (the game ended long ago, or the GM's account was deleted),
 * `transferred` (the game has moved to another server), `not-involved`.
 */
export async function checkMayWriteToGm(
  db: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
  accountId: number,
): Promise<Result<void>> {
  if (game.gmId === accountId) {
    return fail('', 'own-game', 'You are the GM of this game. Players write to you.');
  }
  const open = checkMessagesOpen(ctx, game);
  if (!open.ok) return open;
  const takesPlayers = game.status === 'forming' && checkOpenToStrangers(game).ok;
  const isOpenToAll = takesPlayers || game.seats.some(({ offered }) => offered);
  if (isOpenToAll || (await isInvolved(db, game, accountId))) return ok(undefined);
  const message = `Only people with a seat in ${gameNumber(game)} or on its waitlist can write to its GM now.`;
  return fail('', 'not-involved', message);
}

/**
 * The account to which the GM of a game may write first: the player of a seat, once they have accepted it. Problems:
 * `no-player` (the computer or no one plays the seat), `own-seat`, `not-accepted`.
 */
export function checkMayWriteToSeat(game: WholeGame, seat: WholeSeat): Result<Account> {
  const { account, identifier } = seat;
  if (account === null || account.deletedAt !== null) {
    return fail('', 'no-player', `[${identifier}] has no player to write to.`);
  }
  if (account.id === game.gmId) return fail('', 'own-seat', 'This is your own seat.');
  if (seat.acceptedAt !== null) return ok(account);
  const message = `The player of [${identifier}] has not opened the game yet. You can write to them once they have.`;
  return fail('', 'not-accepted', message);
}

/** Whether the account has the seat now, or can reclaim it from the computer. */
export function hasSeat(game: WholeGame, accountId: number): boolean {
  return game.seats.some((seat) => seat.accountId === accountId || seat.reclaimableById === accountId);
}

async function isInvolved(db: Tx, game: WholeGame, accountId: number): Promise<boolean> {
  if (hasSeat(game, accountId)) return true;
  const own = { gameId: game.id, accountId };
  // One after another: a transaction has one connection.
  return (
    (await db.waitlistEntry.count({ where: own })) > 0 ||
    (await db.printout.count({ where: own })) > 0 ||
    (await db.gmMessage.count({ where: { ...own, gmId: game.gmId, fromGm: true } })) > 0
  );
}
