import { checkSession } from '../../accounts/check-session.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { endProgramsOfOthers } from '../game/end-programs.ts';
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
 * A player gives up their seat in a running or abandoned game for good. The computer plays it from then on, and it is
 * offered to others if the GM's policy says so; in an abandoned game, if it is revived. A sheet that the player has sent for
 * the open turn counts. The player cannot come back: only the GM can give them a seat again, and so nothing else limits how
 * often a player can give one up. The player and the GM get notices. A seat of a game that was abandoned before it began is
 * removed, as when a player leaves a forming game.
 * @param wanted.seatId the seat that the player saw
 * @param wanted.token the token of the session in which the player asks for it; null if a program does
 * Problems: `unknown-game`, `transferred`, `session-ended`, `not-running`, `not-seated`.
 */
export async function giveUpSeat(
  ctx: AppContext,
  wanted: { gameId: string; seatId: string; by: number; token?: string | null },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    const open = await checkSession(tx, wanted.by, wanted.token ?? null);
    if (!open.ok) return open;
    const { status } = game;
    if (status !== 'running' && status !== 'abandoned') {
      return fail('', 'not-running', 'The game is not running.');
    }
    const seat = game.seats.find(({ id, accountId }) => id === wanted.seatId && accountId === wanted.by);
    if (!seat) return fail('seat', 'not-seated', 'You no longer have this seat.');
    const leaving = { seat, by: wanted.by };
    if (game.begunAt === null) await removeSeat(tx, ctx, game, leaving);
    else await leaveForGood(tx, ctx, game, leaving);
    return ok(undefined);
  });
}

/** A seat and its player, who leaves. */
interface Leaving {
  seat: WholeSeat;
  by: number;
}

async function leaveForGood(tx: Tx, ctx: AppContext, game: WholeGame, { seat, by }: Leaving): Promise<void> {
  const running = game.status === 'running';
  // When an abandoned game is revived, the computer gets its empty seats, and they are offered.
  if (running) await assignComputer(tx, game, seat, { turn: game.turn, reclaimable: false });
  else {
    const data = { accountId: null, invitedAs: null, reclaimableById: null };
    await tx.seat.update({ where: { id: seat.id }, data });
  }
  await endProgramsOfOthers(tx, seat.id, null);
  await recordSeatChange(tx, ctx, game, { seat, accountId: by, kind: 'gaveUp' });
  await tx.advanceOrders.deleteMany({ where: { seatId: seat.id, accountId: by } });
  if (running) await updateEarlyProcessing(tx, ctx, game.id);
  const detail = `[${seat.identifier}] turn ${game.turn}, ${playerInLog(seat, by)}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'seatGivenUp', detail });
  await notifySeat(tx, ctx, seat, playerNotice(game, seat));
  await notifyGmOfPlayer(tx, ctx, game, { by, ...gmNotice(game, seat) });
  if (running && game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
}

/** Removes a seat of a game that was abandoned before it began. */
async function removeSeat(tx: Tx, ctx: AppContext, game: WholeGame, { seat, by }: Leaving): Promise<void> {
  await tx.seat.delete({ where: { id: seat.id } });
  const detail = `[${seat.identifier}] #${by}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'playerLeft', detail });
  await notifyGmOfPlayer(tx, ctx, game, {
    by,
    subject: `[${seat.identifier}] has left`,
    paragraphs: [`${seat.name} [${seat.identifier}] has left the game.`],
  });
}

function playerNotice(game: WholeGame, { identifier }: WholeSeat): Notice {
  const next =
    game.status === 'running'
      ? `The computer plays it from turn ${game.turn} on.`
      : 'You will get no more e-mail about this game. If it is revived, the computer plays the seat.';
  return {
    subject: `you have given up [${identifier}]`,
    paragraphs: [
      `You have given up your seat in ${gameNumber(game)}. ${next} If you have sent a sheet for this turn, it still counts. You can still read the printouts that you received.`,
      'If that was not you, write to the GM at once, and change your security code.',
    ],
  };
}

function gmNotice(game: WholeGame, { identifier, name }: WholeSeat): Notice {
  if (game.status !== 'running') {
    return {
      subject: `[${identifier}] was given up`,
      paragraphs: [
        `${name} [${identifier}] has given up the seat. If you revive the game, the computer plays it.`,
      ],
    };
  }
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
