import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { existingGame } from '../game/gm-access.ts';
import { type Notice, notifyGmOfPlayer, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { assignComputer } from './missed-turns.ts';
import { offerLocked } from './offer-seat.ts';
import { recordSeatChange } from './seat-changes.ts';

/**
 * A player gives up their seat in a running game for good. The computer plays it from then on, and it is offered to others
 * if the GM's policy says so. A sheet that the player has sent for the open turn counts. The player cannot come back: only
 * the GM can give them a seat again, and so nothing else limits how often a player can give one up. The player and the GM
 * get notices.
 * @param wanted.seatId the seat that the player saw
 * Problems: `unknown-game`, `not-running`, `not-seated`.
 */
export async function giveUpSeat(
  ctx: AppContext,
  wanted: { gameId: string; seatId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'running') return fail('', 'not-running', 'The game is not running.');
    const seat = game.seats.find(({ id, accountId }) => id === wanted.seatId && accountId === wanted.by);
    if (!seat) return fail('seat', 'not-seated', 'You no longer have this seat.');
    await leaveForGood(tx, ctx, game, { seat, by: wanted.by });
    return ok(undefined);
  });
}

async function leaveForGood(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { seat, by }: { seat: WholeSeat; by: number },
): Promise<void> {
  await assignComputer(tx, game, seat, { turn: game.turn, reclaimable: false });
  await recordSeatChange(tx, ctx, game, { seat, accountId: by, kind: 'gaveUp' });
  await tx.advanceOrders.deleteMany({ where: { seatId: seat.id, accountId: by } });
  await updateEarlyProcessing(tx, ctx, game.id);
  const detail = `[${seat.identifier}] turn ${game.turn}, ${playerInLog(seat, by)}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatGivenUp', detail });
  await notifySeat(tx, ctx, seat, playerNotice(game, seat));
  await notifyGmOfPlayer(tx, ctx, game, { by, ...gmNotice(game, seat) });
  if (game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
}

function playerNotice(game: WholeGame, { identifier }: WholeSeat): Notice {
  return {
    subject: `you have given up [${identifier}]`,
    paragraphs: [
      `You have given up your seat in ${gameNumber(game)}. The computer plays it from turn ${game.turn} on. If you have sent a sheet for this turn, it still counts. You can still read the printouts that you received.`,
      'If that was not you, write to the GM at once, and change your security code.',
    ],
  };
}

function gmNotice(game: WholeGame, { identifier, name }: WholeSeat): Notice {
  const next = game.offerAbandonedSeats
    ? 'The seat is offered in the lobby.'
    : 'You can offer the seat to others or give it to another person.';
  return {
    subject: `the computer plays [${identifier}]`,
    paragraphs: [
      `${name} [${identifier}] has given up the seat in turn ${game.turn}. The computer plays it now. ${next}`,
    ],
  };
}
