import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { existingGame } from '../game/gm-access.ts';
import { notifyGmOfPlayer } from '../notices/notices.ts';
import { lockSeatableAccount } from './lock-seatable-account.ts';
import { seatPlayer } from './replace-player.ts';
import { checkNotHeld, hadAnotherSeat } from './takeover-eligibility.ts';

/**
 * A player reclaims their own seat from the computer. The computer's sheet for the open turn counts until the player
 * sends one. Problems: `unknown-game`, `not-running`, `not-reclaimable`, `sat-before`, `held-by-player` (of `checkNotHeld`, if it is
 * the GM), those of `lockSeatableAccount`.
 */
export async function reclaimSeat(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'running') return fail('', 'not-running', 'The game is not running.');
    const seat = game.seats.find(
      ({ opponent, reclaimableById }) => opponent && reclaimableById === wanted.by,
    );
    const seated = game.seats.some(({ accountId }) => accountId === wanted.by);
    if (!seat || seated) {
      return fail('seat', 'not-reclaimable', 'You have no seat in this game that you can reclaim.');
    }
    if (await hadAnotherSeat(tx, game, seat, wanted.by)) {
      return fail('seat', 'sat-before', 'You have had another seat in this game, so you know its secrets.');
    }
    const free = wanted.by === game.gmId ? await checkNotHeld(tx, game, seat, wanted.by) : ok(undefined);
    if (!free.ok) return free;
    const account = await lockSeatableAccount(tx, game, wanted.by);
    if (!account.ok) return account;
    const player = { account: account.value, name: seat.name, since: seat.since, acceptedAt: ctx.now() };
    await seatPlayer(tx, ctx, { game, seat, player: { ...player, change: 'reclaimed' } });
    const detail = `[${seat.identifier}] turn ${game.turn}: #${wanted.by}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatReclaimed', detail });
    await notifyGmOfPlayer(tx, ctx, game, {
      by: wanted.by,
      subject: `[${seat.identifier}] is back`,
      paragraphs: [`${seat.name} has reclaimed seat [${seat.identifier}] from the computer.`],
    });
    return ok(undefined);
  });
}
