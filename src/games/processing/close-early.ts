import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { formatDateToMeet } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import { NOT_ROLLED_BACK, readGame, type WholeGame } from '../game/game-store.ts';
import { type Notice, notifyAllSeats } from '../notices/notices.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { areAllFinal, areAllIn, type ComingSheet, owedSheets } from '../sheets/missing-sheets.ts';

/*
 * A turn is processed before its due date for one of two reasons, whichever the GM has chosen:
 * - every sheet is in (`processWhenComplete`): it is processed at once;
 * - all orders are final (`processWhenFinal`): it is processed after some minutes in which players may reopen theirs.
 */

/** How often a turn's orders may be reopened after all were final. After that the turn waits for its due date. */
const MAX_TIMES_REOPENED = 5;

/** The same for all turns of a game in 24 hours, so that turns that are rolled back and processed again do not add up. */
const MAX_REOPENED_A_DAY = 10;

const DAY = 86_400_000;

/**
 * Whether `processEarlyIfReady` may have anything to do after a sheet of a locked game has come. It tells from what the
 * caller has read already, so that most sheets take no other statement.
 * @param owed what has come from the seats that owe a sheet for the open turn, with the new sheet
 */
export function mayBeProcessedEarly(
  game: Pick<
    WholeGame,
    'status' | 'pausedAt' | 'autoProcess' | 'processWhenComplete' | 'processWhenFinal' | 'earlyProcessingAt'
  >,
  owed: readonly ComingSheet[],
): boolean {
  if (game.earlyProcessingAt !== null) return true;
  return (game.processWhenComplete && areAllIn(owed)) || (asksForFinalOrders(game) && areAllFinal(owed));
}

/** After sheets of a locked game's open turn have come: has the turn processed early if there is a reason now. */
export async function processEarlyIfReady(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  await processIfAllSheetsIn(tx, game);
  await updateEarlyProcessing(tx, ctx, game.id);
}

/**
 * Whether every sheet that is owed for a locked game's open turn is in. A turn that was rolled back waits for its due date
 * or its GM: its sheets are in already, so the first player who sends a correction would end it for all others. So does a
 * game in which only the computer sits: it would play itself to its end at once, and no one could reclaim a seat.
 */
export async function allSheetsIn(tx: Tx, game: WholeGame): Promise<boolean> {
  if (await wasRolledBackSinceItOpened(tx, game)) return false;
  if (game.seats.every(({ accountId }) => accountId === null)) return false;
  return areAllIn(await owedSheets(tx, game));
}

/** Whether the open turn was rolled back, and the turn before it has not been processed again since with new sheets for all. */
async function wasRolledBackSinceItOpened(tx: Tx, { id: gameId, turn }: WholeGame): Promise<boolean> {
  const last = await tx.rollback.findFirst({
    where: { gameId, turn, undoneAt: null },
    orderBy: { at: 'desc' },
    select: { at: true },
  });
  if (last === null) return false;
  const before = { gameId, turn: turn - 1, processedAt: { gt: last.at }, ...NOT_ROLLED_BACK };
  return (await tx.turn.count({ where: before })) === 0;
}

/** The first reason. */
async function processIfAllSheetsIn(tx: Tx, game: WholeGame): Promise<void> {
  if (!game.processWhenComplete || !(await allSheetsIn(tx, game))) return;
  const { id: gameId, turn } = game;
  await enqueueJob(tx, 'process', { gameId, turn }, { jobKey: `process:${gameId}:${turn}` });
}

/**
 * Whether a locked game asks for final orders, all orders of the open turn are final, and they have not been reopened
 * too often.
 */
export async function allOrdersFinal(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
): Promise<boolean> {
  // Each reopening is mailed to all players. The limit keeps one player from filling the mailboxes of the others.
  if (!asksForFinalOrders(game) || game.timesReopened >= MAX_TIMES_REOPENED) return false;
  if (!areAllFinal(await owedSheets(tx, game))) return false;
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  const where = { gameId: game.id, type: 'earlyProcessingCanceled' as const, at };
  return (await tx.gameEvent.count({ where })) < MAX_REOPENED_A_DAY;
}

/**
 * The second reason. To be called after anything has changed on which it depends: a sheet or its mark, who plays a
 * seat, the schedule policy, a pause. Schedules early processing or cancels it, and tells all players.
 * @param gameId of a locked game
 */
export async function updateEarlyProcessing(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  // Most games do not ask for final orders. The whole game is read only if it matters.
  const row = await tx.game.findUnique({
    where: { id: gameId },
    select: { status: true, schedule: true },
  });
  if (!row?.schedule) return;
  const { status, schedule } = row;
  if (!asksForFinalOrders({ status, ...schedule }) && schedule.earlyProcessingAt === null) return;
  const game = await readGame(tx, gameId);
  if (!game) return;
  const final = await allOrdersFinal(tx, ctx, game);
  if (final === (game.earlyProcessingAt !== null)) return;
  const at = final ? new Date(ctx.now().getTime() + game.reopenMinutes * 60_000) : null;
  const reopened = final ? {} : { timesReopened: { increment: 1 } };
  await tx.gameSchedule.update({ where: { gameId }, data: { earlyProcessingAt: at, ...reopened } });
  await scheduleJobs(tx, ctx, gameId);
  const type = at ? 'earlyProcessingScheduled' : 'earlyProcessingCanceled';
  await logGameEvent(tx, ctx, { gameId, by: null, type, detail: `turn ${game.turn}` });
  await notifyAllSeats(tx, ctx, game, at ? scheduledNotice(ctx, game, at) : canceledNotice(ctx, game));
}

function scheduledNotice(ctx: AppContext, game: WholeGame, at: Date): Notice {
  return {
    subject: `turn ${game.turn} will be processed early`,
    paragraphs: [
      `All orders for turn ${game.turn} are final. The turn will be processed ${formatDateToMeet(at, game.timeZone, ctx.now())}, before its due date.`,
      'Until then you can reopen your orders on the page of your sheet.',
    ],
  };
}

function canceledNotice(ctx: AppContext, game: WholeGame): Notice {
  return {
    subject: `turn ${game.turn} will not be processed early`,
    paragraphs: [
      `Turn ${game.turn} will not be processed early after all: some orders are no longer final.`,
      ...(game.due ? [`Sheets are still due ${formatDateToMeet(game.due, game.timeZone, ctx.now())}.`] : []),
    ],
  };
}
