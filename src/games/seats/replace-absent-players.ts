import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { logGameEvent } from '../game/game-log.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { enqueueComputerSheets } from '../processing/computer-sheets.ts';
import { consecutiveMisses } from './missed-turns.ts';
import { offerLocked } from './offer-seat.ts';

/* Seats whose players do not write: the computer plays on for them until they come back. */

/**
 * Hands a seat of a locked running game to the computer. Whoever sat there may take it back, unless `keep` is false.
 * @param turn the turn that is open, or opens with this transaction
 */
export async function assignComputer(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
  seat: WholeSeat,
  { turn, keep }: { turn: number; keep: boolean },
): Promise<void> {
  const reclaimableById = keep ? seat.accountId : null;
  await tx.seat.update({
    where: { id: seat.id },
    data: { opponent: true, offered: false, accountId: null, reclaimableById },
  });
  await enqueueComputerSheets(tx, { gameId: game.id, turn });
}

/**
 * After a turn: the computer takes over each seat whose player has missed as many turns in a row as the GM
 * allows, and where the GM wants it so the seat is offered to others. Player and GM are told.
 * @param game as it was while the turn was open
 */
export async function replaceAbsentPlayers(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  if (game.maxMisses === 0) return;
  let relieved = false;
  for (const seat of game.seats) {
    if (seat.account === null || seat.opponent) continue;
    const misses = await consecutiveMisses(tx, seat);
    if (misses < game.maxMisses) continue;
    await assignComputer(tx, game, seat, { turn: game.turn + 1, keep: true });
    const detail = `[${seat.identifier}] #${seat.account.id}, after ${misses} missed turns`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'seatLeftToComputer', detail });
    await notifySeat(tx, ctx, seat, playersNotice(game, seat, misses));
    await notifyGm(tx, ctx, game, gmsNotice(game, seat, misses));
    if (game.offerAbandonedSeats) await offerLocked(tx, ctx, game, seat, null);
    relieved = true;
  }
  // Sheets sent ahead are there already: whether all that is owed are last words may hang on who sits where.
  if (relieved) await updateEarlyProcessing(tx, ctx, game.id);
}

/** A notice to the GM of a game; a GM who plays along gets it all the same. */
export async function notifyGm(tx: Tx, ctx: AppContext, game: WholeGame, notice: Notice): Promise<void> {
  const detail = { subject: notice.subject, paragraphs: notice.paragraphs };
  await enqueueDelivery(tx, { kind: 'notice', account: game.gm, gameId: game.id, detail }, ctx);
}

function playersNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const until = game.offerAbandonedSeats
    ? 'The seat is offered to other players. Until one of them has taken it over, you can take it back on the game’s page.'
    : 'The seat is kept for you: you can take it back on the game’s page at any time while the game goes on.';
  return {
    subject: `the computer plays [${seat.identifier}] for you`,
    paragraphs: [
      `No sheet of yours came for ${turns(misses)}, and so the game goes on with the computer in your seat.`,
      until,
    ],
  };
}

function gmsNotice(game: WholeGame, seat: WholeSeat, misses: number): Notice {
  const next = game.offerAbandonedSeats
    ? 'It is offered in the lobby; until somebody has taken it over, the player may take it back.'
    : 'The player may take it back while the game goes on; you may also offer it, or give it to somebody else.';
  return {
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `${seat.name} [${seat.identifier}] has sent no sheet for ${turns(misses)}. The computer has taken the seat over.`,
      next,
    ],
  };
}

function turns(count: number): string {
  return count === 1 ? 'the last turn' : `the last ${count} turns`;
}
