import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { tellGm } from './replace-absent-players.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { seatPlayer } from './replace-player.ts';
import { noSitter, sitterOf } from './lock-seatable-account.ts';

/**
 * A player takes a seat back from the computer. What the computer has sent for the open turn stands until a
 * sheet of the player's own comes. Problems: `unknown-game`, `not-running`, `not-kept`, `deleted`.
 */
export async function takeBackSeat(
  house: House,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    if (game.status !== 'running') return refused('', 'not-running', 'The game does not go on any more.');
    const seat = game.seats.find((one) => one.opponent && one.keptForId === wanted.by);
    const seated = game.seats.some((one) => one.accountId === wanted.by);
    if (!seat || seated) return refused('seat', 'not-kept', 'No seat of this game is kept for you.');
    const account = await sitterOf(tx, wanted.by);
    if (!account) return noSitter();
    await seatPlayer(tx, house, game, seat, { account, name: seat.name, since: seat.since });
    const detail = `[${seat.identifier}] turn ${game.turn}: #${wanted.by}`;
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'seat taken back', detail });
    await tellGm(tx, house, game, {
      subject: `[${seat.identifier}] is back`,
      paragraphs: [`${seat.name} has taken seat [${seat.identifier}] back from the computer.`],
    });
    return good(undefined);
  });
}
