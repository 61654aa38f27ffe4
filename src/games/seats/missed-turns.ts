import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { logGameEvent } from '../game/game-log.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { type Notice, notifyGm, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { enqueueComputerSheets } from '../processing/computer-sheets.ts';
import { consecutiveMisses } from './attendance.ts';
import { offerLocked } from './offer-seat.ts';

/* What happens after missed turns: the computer takes the seat, and the seat may be offered to others. */

/**
 * Gives a seat of a locked running game to the computer.
 * @param options.turn the turn that is open, or that opens with this transaction
 * @param options.reclaimable whether the player of the seat may reclaim it
 */
export async function assignComputer(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
  seat: WholeSeat,
  { turn, reclaimable }: { turn: number; reclaimable: boolean },
): Promise<void> {
  const reclaimableById = reclaimable ? seat.accountId : null;
  await tx.seat.update({
    where: { id: seat.id },
    data: { opponent: true, offered: false, accountId: null, reclaimableById },
  });
  await enqueueComputerSheets(tx, { gameId: game.id, turn });
}

/**
 * Gives the computer each seat whose player has missed as many turns in a row as the game's policy allows, offers the
 * seat to others if the policy says so, and notifies player and GM. Called when a turn has been processed.
 * @param game the locked game as it was while the turn was open
 */
export async function handAbsentSeatsToComputer(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  if (game.maxMisses === 0) return;
  let seatsChanged = false;
  for (const seat of game.seats) {
    if (seat.account === null || seat.opponent) continue;
    const misses = await consecutiveMisses(tx, seat);
    if (misses < game.maxMisses) continue;
    await assignComputer(tx, game, seat, { turn: game.turn + 1, reclaimable: true });
    const detail = `[${seat.identifier}] #${seat.account.id}, after ${misses === 1 ? '1 missed turn' : `${misses} missed turns`}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'seatLeftToComputer', detail });
    await notifySeat(tx, ctx, seat, playerNotice(game, seat, misses));
    await notifyGm(tx, ctx, game, gmNotice(game, seat, misses));
    if (game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
    seatsChanged = true;
  }
  // Advance orders for the next turn are in already: without these players, all of its orders may be final.
  if (seatsChanged) await updateEarlyProcessing(tx, ctx, game.id);
}

function playerNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const until = game.offerAbandonedSeats
    ? 'The seat is offered to other players. You can take it back on the game’s page until someone else takes it over.'
    : 'You can take the seat back on the game’s page as long as the game is running.';
  return {
    subject: `the computer plays [${seat.identifier}] for you`,
    paragraphs: [
      `You did not send a sheet for ${turns(misses)}, so the computer plays your seat now.`,
      until,
    ],
  };
}

function gmNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const next = game.offerAbandonedSeats
    ? 'The seat is offered in the lobby. The player can take it back until someone else takes it over.'
    : 'The player can take the seat back as long as the game is running. You can also offer it to others or give it to another person.';
  return {
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `${seat.name} [${seat.identifier}] did not send a sheet for ${turns(misses)}. The computer plays the seat now.`,
      next,
    ],
  };
}

function turns(count: number): string {
  return count === 1 ? 'the last turn' : `the last ${count} turns`;
}
