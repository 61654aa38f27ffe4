import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Rollback, Turn } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, NEW_TURN, NOT_ROLLED_BACK, readGame, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { recordRollbackOfGm } from '../inspections/inspect.ts';
import { gmWordsProblems } from '../notices/gm-words.ts';
import { requestNotices } from '../notices/mail-limits.ts';
import { markPrinted } from '../press/press-moderation.ts';
import { dueProblems } from '../schedule/change-due-date.ts';
import { dueAfterPause, timeOfLaterDates } from '../schedule/moved-dates.ts';
import { wasPutOff } from '../schedule/put-off.ts';
import { nextDue, outsideBlackouts, scheduleOf } from '../schedule/schedule.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { missesCountFrom, noticeOf } from '../schedule/short-notice.ts';
import { keepAttendance, restoreAttendance } from '../seats/attendance.ts';
import {
  dueAdvanceOrders,
  enterAdvanceOrders,
  enterOrdersForComputers,
} from '../sheets/enter-advance-orders.ts';
import { seatsKeepingSheets } from '../sheets/kept-sheets.ts';
import { announce } from '../webhooks/announce.ts';
import { processEarlyIfReady } from './close-early.ts';
import {
  giveOpenPrintouts,
  gmWouldPlay,
  gmWouldRead,
  hidePrintoutsOfOthers,
  mailUnsentPrintouts,
} from './printouts-after-rollback.ts';
import { dateInWords, notifyOfRollback, notifyOfRollForward, reclaimersOf } from './rollback-notices.ts';
import { countSheets, releasedWithTurn, turnInForce, unchangedTurn } from './unchanged-turn.ts';

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

/** How many turns an account may roll back in 24 hours, in all its games. */
const MAX_ROLLBACKS_PER_DAY = 24;

/**
 * Rolls back the last processed turn: it is open again with its sheets, which may be corrected. No orders are final any
 * more, so the turn waits for corrections. The turn and its printouts stay in the database, marked as rolled back, and
 * all players are notified by e-mail. The GM has read what was printed: one without a seat can never have one in this game,
 * and one who plays keeps the sheet that they had for the turn. A game that is over cannot be rolled back: the secret of its dice has been published.
 * @param request.turn the turn that is open now; the one before it is rolled back
 * @param request.due when the sheets of the reopened turn are due; null for no date
 * @param request.word the GM's reason, for the mail; may be empty
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `no-turn`, `held-by-player`, `past`, `too-far`, `blackout`, `too-long` (the
 * reason), `too-often`, `too-much-mail`.
 */
export async function rollBack(
  ctx: AppContext,
  request: GmRequest & { due: Date | null; word?: string },
): Promise<Result<void>> {
  const { by, due, word = '' } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const last = game.turn - 1;
    if (last < 1) return fail('', 'no-turn', 'No turn of this game has been processed yet.');
    const problems = [...dueProblems(ctx, due, scheduleOf(game)), ...gmWordsProblems('word', word)];
    if (problems.length > 0) return { ok: false, problems };
    const action = { gameId: game.id, accountId: by, kind: 'rollback' as const };
    if (await limitReached(tx, ctx, action)) {
      return fail('', 'too-often', 'You have rolled this game back too often. Try again in an hour.');
    }
    if (await hasRolledBackEnough(tx, ctx, by)) {
      const message = 'You have rolled back too many turns in the last 24 hours. Try again tomorrow.';
      return fail('', 'too-often', message);
    }
    const allowed = await requestNotices(tx, ctx, game, by, await reclaimersOf(tx, game));
    if (!allowed.ok) return allowed;
    await countAction(tx, ctx, action);
    if (await gmWouldPlay(tx, game, last)) {
      const message = `You have taken a seat that another person had in turn ${last}, so you would see what only they may see. The turn cannot be rolled back.`;
      return fail('', 'held-by-player', message);
    }
    const turn = await turnInForce(tx, game.id, last);
    const before = await turnInForce(tx, game.id, last - 1);

    await putOutOfForce(tx, ctx, turn);
    await markPrinted(tx, game, releasedWithTurn(turn), null);
    await keepAttendance(tx, { gameId: game.id, turn: last });
    await recordRollback(tx, ctx, game, { turn, by });
    await recordRollbackOfGm(tx, ctx, game, { by, turn: last });
    await openTurn(tx, ctx, game, { turn: last, state: before.state, due });
    const opened = await readGame(tx, game.id);
    if (opened) await giveOpenPrintouts(tx, ctx, opened);
    const reopened = await clearFinalMarks(tx, game, last);
    await enterOrdersForComputers(tx, ctx, game.id);
    await scheduleJobs(tx, ctx, game.id);
    await announceOpen(tx, ctx, { gameId: game.id, turn: last, due });
    await tx.reminder.deleteMany({ where: { turn: last, seat: { gameId: game.id } } });
    const change = { due, dueInWords: dateInWords(ctx, game, due), word: oneLine(word), reopened };
    await notifyOfRollback(tx, ctx, game, { turn: last, ...change });
    const detail = `turn ${last}, attempt ${turn.attempt}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'turnRolledBack', detail });
    return ok(undefined);
  });
}

/**
 * Puts the turn that was rolled back last in force again. This is possible only as long as no sheet has come for it
 * since, the standing and advance orders that were played in it are as they were, and the turn before it is the one that it
 * followed.
 * @param request.turn the turn that is open now, and was rolled back
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `not-rolled-back`, `changed`, `too-much-mail`.
 */
export async function rollForward(ctx: AppContext, request: GmRequest): Promise<Result<void>> {
  const { by } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const rollback = await lastRollback(tx, game);
    if (!rollback) return fail('', 'not-rolled-back', `Turn ${game.turn} has not been rolled back.`);
    const turn = await unchangedTurn(tx, game, rollback);
    if (!turn) {
      const message = `Turn ${game.turn} cannot be rolled forward: sheets have come in since the rollback, standing or advance orders that count for it have changed, an earlier turn has changed, or you have decided otherwise on a press release. Process it again instead.`;
      return fail('', 'changed', message);
    }
    if (await gmWouldRead(tx, game, turn)) {
      const message = `You have taken a seat that another person played in turn ${game.turn + 1}, so you would read that person’s printout. Process turn ${game.turn} again instead.`;
      return fail('', 'held-by-player', message);
    }
    const allowed = await requestNotices(tx, ctx, game, by, await reclaimersOf(tx, game));
    if (!allowed.ok) return allowed;
    const { state, attempt } = turn;

    await putInForce(tx, turn);
    await markPrinted(tx, game, releasedWithTurn(turn), turn.turn);
    await restoreAttendance(tx, ctx, game, { rollback, by });
    const undone = { undoneAt: ctx.now(), undoneById: by };
    await tx.rollback.update({ where: { id: rollback.id }, data: undone });
    const due = dueAfterRollForward(ctx, game, rollback);
    await openTurn(tx, ctx, game, { turn: game.turn + 1, state, due, before: rollback.due });
    await hidePrintoutsOfOthers(tx, game);
    const opened = await readGame(tx, game.id);
    if (!opened) throw new Error('The game is gone, although it is locked.');
    await giveOpenPrintouts(tx, ctx, opened);
    await mailUnsentPrintouts(tx, ctx, opened);
    await scheduleJobs(tx, ctx, game.id);
    const announced = game.pausedAt === null ? due : null;
    await announceOpen(tx, ctx, { gameId: game.id, turn: game.turn + 1, due: announced });
    const sentSince = { turn: game.turn + 1, state, sentAfter: rollback.at };
    await enterAdvanceOrders(tx, ctx, game.id, await dueAdvanceOrders(tx, game, sentSince));
    await enterOrdersForComputers(tx, ctx, game.id);
    await notifyOfRollForward(tx, ctx, game, announced);
    const detail = `turn ${game.turn}, attempt ${attempt}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by, type: 'turnRolledForward', detail });
    // All sheets of the turn that is open now may have been in, or final, before the rollback. Its jobs are gone.
    await processEarlyIfReady(tx, ctx, opened);
    return ok(undefined);
  });
}

/** The turn that `rollForward` would put in force again; null if there is none. */
export async function turnToRollForward(tx: Tx, game: WholeGame): Promise<number | null> {
  if (game.status !== 'running') return null;
  const rollback = await lastRollback(tx, game);
  return rollback && (await unchangedTurn(tx, game, rollback)) ? rollback.turn : null;
}

/**
 * When the sheets of the turn after one that is rolled forward are due. A live turn begins anew. Another date stays if players
 * have a day; otherwise it moves as after a pause, and they have at least as much time as before the rollback. If it has passed, a
 * game that is processed by the server gets the next date of its schedule: without one, nothing would ever happen in it. In a
 * paused game the date moves when the game resumes.
 */
function dueAfterRollForward(
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
  { due, at }: Pick<Rollback, 'due' | 'at'>,
): Date | null {
  if (due === null) return null;
  const now = ctx.now();
  const schedule = scheduleOf(game);
  if (game.minutesPerTurn !== null) return nextDue(due, now, schedule);
  if (game.pausedAt !== null) return due;
  if (due <= now) return game.autoProcess ? nextDue(due, now, schedule) : null;
  if (due.getTime() - now.getTime() >= DAY) return due;
  const leftBefore = Math.min(due.getTime() - at.getTime(), DAY);
  const least = new Date(Math.ceil((now.getTime() + leftBefore) / MINUTE) * MINUTE);
  const moved = dueAfterPause({ due, pausedAt: at, autoProcess: game.autoProcess }, now, schedule);
  return moved >= least ? moved : outsideBlackouts(least, schedule);
}

async function openTurn(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
  {
    turn,
    state,
    due,
    before = null,
  }: { turn: number; state: unknown; due: Date | null; before?: Date | null },
): Promise<void> {
  // Players who are excused because the date was put off stay excused when the turn is processed again.
  const missesExcused = await wasPutOff(tx, { gameId: game.id, turn });
  // Without a date nothing of the schedule changes, so that rolling forward leaves everything as it was.
  const dueTime = due === null ? game.dueTime : timeOfLaterDates({ ...game, due: game.due ?? before }, due);
  const unannounced = { ...game, due: null, missesCountFrom: null };
  const notice = await noticeOf(tx, game);
  const countFrom = missesCountFrom(unannounced, due, { now: ctx.now(), notice });
  const opened = { ...NEW_TURN, missesExcused, missesCountFrom: countFrom };
  const schedule = { update: { due, dueTime, ...opened } };
  await tx.game.update({ where: { id: game.id }, data: { turn, schedule, state: { update: { state } } } });
}

/** Programs learn that another turn is open now, and chats when its sheets are due. */
async function announceOpen(
  tx: Tx,
  ctx: AppContext,
  opened: { gameId: string; turn: number; due: Date | null },
): Promise<void> {
  for (const event of ['turn.open', 'turn.due'] as const) await announce(tx, ctx, { ...opened, event });
}

async function recordRollback(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { turn, by }: { turn: Turn; by: number },
): Promise<void> {
  const sheetCount = await countSheets(tx, game.id, turn.turn);
  const seat = game.seats.find((one) => (one.accountId ?? one.reclaimableById) === by);
  await tx.rollback.create({
    data: {
      ...{ gameId: game.id, turn: turn.turn, attempt: turn.attempt },
      ...{
        at: ctx.now(),
        byId: by,
        seatId: seat?.id ?? null,
        due: game.due,
        sheetCount,
        keepsAttendance: true,
      },
    },
  });
}

/**
 * Players marked their orders as final before they knew of the correction. A sheet that is kept cannot be corrected, so its
 * mark stays. Returns how many orders are no longer final.
 */
async function clearFinalMarks(tx: Tx, game: WholeGame, turn: number): Promise<number> {
  const kept = await seatsKeepingSheets(tx, game, turn);
  const where = { gameId: game.id, turn, seatId: { notIn: kept }, final: true };
  const data = { final: false };
  const { count } = await tx.sheet.updateMany({ where: { ...where, outcome: 'standing' }, data });
  // They are entered again if the turn before is rolled back, too.
  await tx.advanceOrders.updateMany({ where, data });
  return count;
}

function keyOf({ gameId, turn, attempt }: Turn) {
  return { gameId_turn_attempt: { gameId, turn, attempt } };
}

async function putOutOfForce(tx: Tx, ctx: AppContext, turn: Turn): Promise<void> {
  const data = { rolledBackAt: ctx.now() };
  await tx.turn.update({ where: keyOf(turn), data, select: { turn: true } });
  await tx.printout.updateMany({
    where: { gameId: turn.gameId, turn: turn.turn + 1, ...NOT_ROLLED_BACK },
    data,
  });
}

async function putInForce(tx: Tx, turn: Turn): Promise<void> {
  const data = { rolledBackAt: null };
  await tx.turn.update({ where: keyOf(turn), data, select: { turn: true } });
  const { gameId, attempt } = turn;
  await tx.printout.updateMany({ where: { gameId, attempt, turn: turn.turn + 1 }, data });
}

function lastRollback(tx: Tx, game: WholeGame): Promise<Rollback | null> {
  const where = { gameId: game.id, turn: game.turn, undoneAt: null };
  return tx.rollback.findFirst({ where, orderBy: { attempt: 'desc' } });
}

/**
 * Whether a GM has rolled back as many turns of all games as a day allows. Each attempt at a turn is kept for good, with its
 * sheets and printouts, so that anyone can check later what was done.
 */
async function hasRolledBackEnough(tx: Tx, ctx: Pick<AppContext, 'now'>, by: number): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - DAY);
  return (await tx.rollback.count({ where: { byId: by, at: { gt: since } } })) >= MAX_ROLLBACKS_PER_DAY;
}
