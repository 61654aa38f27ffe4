import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import { accountDeleted, lockSeatableAccount } from './lock-seatable-account.ts';
import { notifyGm } from './replace-absent-players.ts';
import { seatPlayer } from './replace-player.ts';

/**
 * A player takes a seat back from the computer. What the computer has sent for the open turn stands until a
 * sheet of the player's own comes. Problems: `unknown-game`, `not-running`, `not-kept`, `deleted`.
 */
export async function reclaimSeat(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    if (game.status !== 'running') return fail('', 'not-running', 'The game does not go on any more.');
    const seat = game.seats.find((one) => one.opponent && one.reclaimableById === wanted.by);
    const seated = game.seats.some((one) => one.accountId === wanted.by);
    if (!seat || seated) return fail('seat', 'not-kept', 'No seat of this game is kept for you.');
    const account = await lockSeatableAccount(tx, wanted.by);
    if (!account) return accountDeleted();
    await seatPlayer(tx, ctx, game, seat, { account, name: seat.name, since: seat.since });
    const detail = `[${seat.identifier}] turn ${game.turn}: #${wanted.by}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatReclaimed', detail });
    await notifyGm(tx, ctx, game, {
      subject: `[${seat.identifier}] is back`,
      paragraphs: [`${seat.name} has taken seat [${seat.identifier}] back from the computer.`],
    });
    return ok(undefined);
  });
}
