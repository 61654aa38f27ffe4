import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { formatDateToMeet } from '../../text/dates.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { gmWords } from '../notices/gm-words.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { isSentAndStanding } from '../sheets/played-sheets.ts';

/* The mail that tells players that a turn was rolled back, or that this was undone. */

/** A due date for a notice that is mailed now; null if there is none. */
export function dateInWords(ctx: AppContext, { timeZone }: WholeGame, due: Date | null): string | null {
  return due && formatDateToMeet(due, timeZone, ctx.now());
}

/** What players are told of a rollback. */
export interface RollbackInWords {
  /** The turn that is open again. */
  turn: number;
  /** Its due date; null for none. */
  due: Date | null;
  /** The same in words. */
  dueInWords: string | null;
  /** The GM's reason; may be empty. */
  word: string;
  /** How many orders had been marked as final. */
  reopened: number;
}

/** Tells every player that a turn was rolled back, and whether a sheet for it is in. */
export async function notifyOfRollback(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  change: RollbackInWords,
): Promise<void> {
  const sheets = await tx.sheet.findMany({
    where: { gameId: game.id, turn: change.turn },
    select: { seatId: true, outcome: true, channel: true },
  });
  const sent = new Set(sheets.filter(isSentAndStanding).map(({ seatId }) => seatId));
  for (const seat of game.seats) {
    await notifySeat(tx, ctx, seat, rolledBackNotice(game, change, sent.has(seat.id)));
  }
}

function rolledBackNotice(game: WholeGame, change: RollbackInWords, isIn: boolean): Notice {
  const { turn, due, dueInWords, word, reopened } = change;
  const until = dueInWords ? ` The new due date is ${dueInWords}.` : '';
  const sheet = isIn
    ? `The sheet for turn ${turn} is still in. You can leave it as it is or send a corrected one.`
    : `No sheet of yours for turn ${turn} is in: you can send one now.`;
  const paragraphs = [
    `${game.gm.name} has rolled back turn ${turn} of ${gameNumber(game)}. The printouts after it are no longer in force, and turn ${turn} is open again.`,
    `${sheet}${until} If you have sent a sheet for turn ${turn + 1}, it will not be played: send it again after the new printout. Advance orders are entered again automatically, unless you have sent a sheet for turn ${turn + 1} in place of them.`,
    ...(game.processWhenComplete
      ? [
          `Turn ${turn} is not processed as soon as every sheet is in this time: it waits for its due date or for ${game.gm.name}.`,
        ]
      : []),
    ...(reopened === 0
      ? []
      : [
          'Orders are no longer marked as final. If yours are done, send your sheet again and mark it as final.',
        ]),
    `The dice of turn ${turn} will be the same when it is processed again: they follow from the game's secret.`,
  ];
  const calendar = { turn, due };
  return { subject: `turn ${turn} was rolled back`, paragraphs, ...gmWords(game, word), calendar };
}

/** What all players are told when a rollback was undone: also when the sheets of the open turn are due, null for no date. */
export function rolledForwardNotice(ctx: AppContext, game: WholeGame, due: Date | null): Notice {
  const { turn } = game;
  const next = due
    ? `Its sheets are due ${dateInWords(ctx, game, due)}.`
    : 'It has no due date yet. You will get an e-mail when one is set.';
  return {
    subject: `turn ${turn} is in force again`,
    paragraphs: [
      `${game.gm.name} has undone the rollback of turn ${turn} of ${gameNumber(game)}. Nothing had changed, and the printouts after it are in force again.`,
      `Turn ${turn + 1} is open again. If you have sent a sheet for it, that sheet is still in. Advance orders for it count as they are now. ${next}`,
    ],
    calendar: { turn: turn + 1, due },
  };
}
