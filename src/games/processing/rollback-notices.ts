import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Attendance } from '../../database/generated/client.ts';
import { formatDateToMeet } from '../../text/dates.ts';
import { gameNumber } from '../game/game-number.ts';
import { readGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { gmWords } from '../notices/gm-words.ts';
import { type Notice, notifyAllSeats, notifySeat } from '../notices/notices.ts';
import { type OpenTurnSheet, openTurnSheets } from '../sheets/missing-sheets.ts';

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

/**
 * Tells every player that a turn was rolled back, and whether a sheet for it is in, and those who have lost their seats to the
 * computer by missing that turn or a later one that was rolled back before.
 */
export async function notifyOfRollback(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  change: RollbackInWords,
): Promise<void> {
  const opened = await readGame(tx, game.id);
  const came = opened === null ? [] : await openTurnSheets(tx, opened);
  for (const seat of game.seats) {
    const sheet = came.find((one) => one.seat.id === seat.id);
    await notifySeat(tx, ctx, seat, rolledBackNotice(game, change, sheetInWords(change.turn, sheet)));
  }
  const missed = await tx.rolledBackAttendance.findMany({
    where: { gameId: game.id, turn: { gte: change.turn }, missed: true },
  });
  await notifyReclaimers(tx, ctx, { game, missed, notice: (seat) => reclaimableNotice(game, change, seat) });
}

/**
 * Tells all players, and those who can reclaim a seat that they lost by missing the turn or a later one that was rolled back,
 * that a rollback was undone.
 */
export async function notifyOfRollForward(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  due: Date | null,
): Promise<void> {
  const notice = rolledForwardNotice(ctx, game, due);
  await notifyAllSeats(tx, ctx, game, notice);
  const missed = [
    ...(await tx.attendance.findMany({ where: { gameId: game.id, turn: game.turn, missed: true } })),
    ...(await tx.rolledBackAttendance.findMany({
      where: { gameId: game.id, turn: { gt: game.turn }, missed: true },
    })),
  ];
  const paragraphs = (seat: WholeSeat) => [
    ...notice.paragraphs,
    `The computer plays your seat [${seat.identifier}]. You can reclaim it on the game page.`,
  ];
  const { calendar: _, ...others } = notice;
  await notifyReclaimers(tx, ctx, {
    ...{ game, missed },
    notice: (seat) => ({ ...others, paragraphs: paragraphs(seat) }),
  });
}

/** The people whose seats the computer plays, and who can reclaim them: those who may get these notices without a seat. */
export async function reclaimersOf(tx: Tx, { seats }: WholeGame): Promise<Account[]> {
  const ids = seats.flatMap(({ opponent, reclaimableById }) => (opponent ? (reclaimableById ?? []) : []));
  return ids.length === 0 ? [] : await tx.account.findMany({ where: { id: { in: ids } } });
}

/** Tells those who missed a turn, and whose seats the computer plays since, as long as they can reclaim them. */
async function notifyReclaimers(
  tx: Tx,
  ctx: AppContext,
  {
    game,
    missed,
    notice,
  }: {
    game: WholeGame;
    missed: readonly Pick<Attendance, 'seatId' | 'accountId'>[];
    notice: (seat: WholeSeat) => Notice;
  },
): Promise<void> {
  for (const account of await reclaimersOf(tx, game)) {
    for (const seat of game.seats.filter((one) => one.opponent && one.reclaimableById === account.id)) {
      if (!missed.some((row) => row.seatId === seat.id && row.accountId === account.id)) continue;
      await notifySeat(tx, ctx, { ...seat, accountId: account.id, account }, notice(seat));
    }
  }
}

function reclaimableNotice(game: WholeGame, change: RollbackInWords, { identifier }: WholeSeat): Notice {
  const { turn, dueInWords, word } = change;
  const until = dueInWords ? ` Its due date is ${dueInWords}.` : '';
  const paragraphs = [
    `${game.gm.name} has rolled back turn ${turn} of ${gameNumber(game)}. The printouts after it are no longer in force, and turn ${turn} is open again.`,
    `The computer still plays your seat [${identifier}]. To send or change the sheet for turn ${turn}, reclaim the seat on the game page first.${until}`,
  ];
  const subject = `turn ${turn} was rolled back`;
  return { subject, paragraphs, ...gmWords(game, word), closedTurn: turn + 1 };
}

function sheetInWords(turn: number, sheet: OpenTurnSheet | undefined): string {
  if (sheet?.isKept) return `Your sheet for turn ${turn} stays as it was: you have seen what came of it.`;
  if (sheet?.standing)
    return `The sheet for turn ${turn} is still in. You can leave it as it is or send a corrected one.`;
  const isComputers = sheet?.versions.some(
    ({ outcome, channel }) => outcome === 'standing' && channel === 'opponent',
  );
  const otherwise = isComputers ? ' If you send none, the computer’s sheet is played.' : '';
  return `No sheet of yours for turn ${turn} is in: you can send one now.${otherwise}`;
}

function rolledBackNotice(game: WholeGame, change: RollbackInWords, sheet: string): Notice {
  const { turn, due, dueInWords, word, reopened } = change;
  const until = dueInWords ? ` The new due date is ${dueInWords}.` : '';
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
  const subject = `turn ${turn} was rolled back`;
  return { subject, paragraphs, ...gmWords(game, word), calendar, closedTurn: turn + 1 };
}

/** What all players are told when a rollback was undone: also when the sheets of the open turn are due, null for no date. */
function rolledForwardNotice(ctx: AppContext, game: WholeGame, due: Date | null): Notice {
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
    closedTurn: turn,
  };
}
