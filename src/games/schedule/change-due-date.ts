import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { GameEventType } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { formatDateTime, formatDateToMeet, formatDayRange } from '../../text/dates.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { activeGmGame, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { gmWords, gmWordsProblems } from '../notices/gm-words.ts';
import { requestNotices } from '../notices/mail-limits.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { processEarlyIfReady } from '../processing/close-early.ts';
import { announce } from '../webhooks/announce.ts';
import { openTurnColumns, scheduleNotice } from './changed-schedule.ts';
import { dueAfterPause, timeOfLaterDates } from './moved-dates.ts';
import { blackoutAt, daysLater, liveDue, type Schedule, scheduleOf } from './schedule.ts';
import { scheduleJobs } from './schedule-jobs.ts';
import {
  policyInWords,
  type SchedulePolicy,
  scheduleColumns,
  schedulePolicyProblems,
} from './schedule-policy.ts';
import { missesCountFrom, noticeOf } from './short-notice.ts';

/* What the GM can do to the schedule of a game. Each change is logged, and mailed to every player. */

const MAX_EXTENSION_DAYS = 365;
/** Due dates can be at most this far ahead. */
const MAX_YEARS_AHEAD = 5;

/**
 * Changes the schedule policy of a game. It applies to future due dates: the due date of the open turn does not change.
 * Automatic processing, a longer grace period, and processing when every sheet is in apply at once; a shorter grace period applies from
 * the next turn on.
 * @param request.processWhenComplete whether a turn is processed as soon as every sheet is in; if undefined, as before
 * Problems: `unknown-game`, `not-gm`, `ended`, `too-often`, `too-much-mail`, and those of `schedulePolicyProblems` and
 * `openTurnColumns`.
 */
export async function setSchedule(
  ctx: AppContext,
  request: { gameId: string; by: number; policy: SchedulePolicy; processWhenComplete?: boolean },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const problems = schedulePolicyProblems(request.policy);
    if (problems.length > 0) return { ok: false, problems };
    const ofTurn = openTurnColumns(ctx, game, request.policy);
    if (!ofTurn.ok) return ofTurn;
    const action = { gameId: game.id, accountId: request.by, kind: 'schedule' as const };
    if (await limitReached(tx, ctx, action)) {
      return fail('', 'too-often', 'You have changed the schedule too often. Try again in an hour.');
    }
    await countAction(tx, ctx, action);
    if (game.status === 'running') {
      const allowed = await requestNotices(tx, ctx, game, request.by);
      if (!allowed.ok) return allowed;
    }
    const { processWhenComplete = game.processWhenComplete } = request;
    const columns = { ...scheduleColumns(request.policy), processWhenComplete, ...ofTurn.value };
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: columns });
    await scheduleJobs(tx, ctx, game.id);
    const after = { ...game, ...columns };
    if (game.status === 'running') await processEarlyIfReady(tx, ctx, after);
    const detail = policyInWords({ ...request.policy, processWhenComplete });
    await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'scheduleSet', detail });
    if (game.status === 'running') {
      await notifyAllSeats(tx, ctx, game, scheduleNotice(ctx, { before: game, after, detail }));
    }
    return ok(after);
  });
}

/**
 * Sets or clears (null) the due date of the open turn. Printouts that were already sent do not change.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `past`, `too-far`, `blackout`, `too-long` (the reason),
 * `too-much-mail`.
 */
export async function setDueDate(
  ctx: AppContext,
  request: GmRequest & { due: Date | null; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const problems = [...dueProblems(ctx, request.due, scheduleOf(game)), ...reasonProblems(request.reason)];
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    return ok(await changeDueDate(tx, ctx, { ...request, game, type: 'dueDateSet' }));
  });
}

/**
 * Extends the open turn by some days. The time of day stays the same, and blackouts are skipped.
 * @param request.knownDue the due date that the GM wants to extend, so that a second click adds no days; if it is undefined, whatever
 * the date is
 * Problems: those of `setDueDate` except `blackout`, and `not-days`, `no-due` (no due date is set), `moved` (the due date is another
 * one).
 */
export async function extendTurn(
  ctx: AppContext,
  request: GmRequest & { days: number; knownDue?: Date | null | undefined; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    if (game.due === null)
      return fail('days', 'no-due', 'This turn has no due date to extend. Set one instead.');
    const { days, knownDue = game.due } = request;
    if (!Number.isInteger(days) || days < 1 || days > MAX_EXTENSION_DAYS) {
      return fail('days', 'not-days', `Enter a whole number of days from 1 to ${MAX_EXTENSION_DAYS}.`);
    }
    if (knownDue?.getTime() !== game.due.getTime()) {
      // A double click: the days have just been added.
      if (knownDue && daysLater(knownDue, days, scheduleOf(game)).getTime() === game.due.getTime())
        return ok(game);
      const message =
        'The due date has changed, so no days were added. Check whether the turn still needs more time.';
      return fail('days', 'moved', message);
    }
    const due = daysLater(game.due, days, scheduleOf(game));
    const problems = [...rangeProblems(ctx, due), ...reasonProblems(request.reason)];
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    return ok(await changeDueDate(tx, ctx, { ...request, game, due, type: 'turnExtended' }));
  });
}

/**
 * Pauses a game: no turn is processed until it resumes, but players can still send sheets.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `paused` (it already is), `too-long` (the
 * reason), `too-much-mail`.
 */
export async function pauseGame(
  ctx: AppContext,
  request: GmRequest & { reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    if (game.pausedAt) return fail('', 'paused', 'The game is already paused.');
    const problems = reasonProblems(request.reason);
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    const pausedAt = ctx.now();
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { pausedAt, earlyProcessingAt: null } });
    await scheduleJobs(tx, ctx, game.id);
    const reason = oneLine(request.reason ?? '');
    const detail = `turn ${game.turn}${reason === '' ? '' : `: ${reason}`}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'gamePaused', detail });
    const paragraphs = [
      `${game.gm.name} has paused the game. No turn is processed until it resumes. You can still send your sheet.`,
    ];
    const calendar = { turn: game.turn, due: null };
    const notice = { subject: 'game paused', paragraphs, ...gmWords(game, reason), calendar };
    await notifyAllSeats(tx, ctx, game, notice);
    return ok({ ...game, pausedAt, earlyProcessingAt: null });
  });
}

/**
 * Resumes a paused game.
 * @param request.due the new due date of the open turn, null for none; if undefined, the old due date stays or moves as
 *   `dueAfterPause` says; in a live game, it is a whole turn from now
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `not-paused`, `past`, `blackout`, `too-long` (the
 * reason), `too-much-mail`.
 */
export async function resumeGame(
  ctx: AppContext,
  request: GmRequest & { due?: Date | null; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    if (!game.pausedAt) return fail('', 'not-paused', 'The game is not paused.');
    const due = request.due === undefined ? await oldDueDate(tx, ctx, game) : request.due;
    const typed = request.due ?? null;
    const problems = [...dueProblems(ctx, typed, scheduleOf(game)), ...reasonProblems(request.reason)];
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { pausedAt: null } });
    const changed = await changeDueDate(tx, ctx, { ...request, game, due, type: 'gameResumed' });
    // The last sheet may have been sent during the pause, when nothing was processed.
    await processEarlyIfReady(tx, ctx, game);
    return ok({ ...changed, pausedAt: null });
  });
}

/**
 * The due date of a paused game that resumes, if its GM sets none. A live game continues with a whole turn, also if it had no
 * date, such as after a revival.
 */
async function oldDueDate(tx: Tx, ctx: AppContext, game: WholeGame): Promise<Date | null> {
  const { due, pausedAt, autoProcess, minutesPerTurn } = game;
  if (minutesPerTurn !== null) return liveDue(ctx.now(), minutesPerTurn);
  if (due === null || pausedAt === null) return due;
  const since = await dateSetInPause(tx, { gameId: game.id, pausedAt });
  return dueAfterPause({ due, pausedAt: since ?? pausedAt, autoProcess }, ctx.now(), scheduleOf(game));
}

/**
 * When a paused game last got a new due date: only the part of the pause after that has cost anyone time. Null if never, or if
 * a rollback was undone since, which brings the old date back.
 */
async function dateSetInPause(
  tx: Tx,
  { gameId, pausedAt }: { gameId: string; pausedAt: Date },
): Promise<Date | null> {
  const type = { in: ['dueDateSet' as const, 'turnRolledBack' as const, 'turnRolledForward' as const] };
  const where = { gameId, type, at: { gt: pausedAt } };
  const last = await tx.gameEvent.findFirst({ where, orderBy: [{ at: 'desc' }, { id: 'desc' }] });
  return last === null || last.type === 'turnRolledForward' ? null : last.at;
}

/** Why the due date of the open turn of a game changes. */
interface DueDateChange {
  game: WholeGame;
  /** Null if the turn has no due date anymore. */
  due: Date | null;
  type: keyof typeof DUE_DATE_WORDS;
  /** The account that changes the date; null if the players voted for it. */
  by: number | null;
  reason?: string;
}

/**
 * Changes the due date of the open turn of a locked game, with its jobs, the log and a notice to every player. The time
 * of day of later due dates stays as it was.
 */
export async function changeDueDate(tx: Tx, ctx: AppContext, change: DueDateChange): Promise<WholeGame> {
  const { game, due, type, by, reason } = change;
  const dueTime = timeOfLaterDates(game, due);
  const timing = { now: ctx.now(), notice: await noticeOf(tx, game) };
  const dates = { due, dueTime, missesCountFrom: missesCountFrom(game, due, timing) };
  await tx.gameSchedule.update({ where: { gameId: game.id }, data: dates });
  await scheduleJobs(tx, ctx, game.id);
  const date = due && formatDateTime(due, game.timeZone);
  const typedReason = oneLine(reason ?? '');
  const detail = `turn ${game.turn}: ${date === null ? 'no due date' : `due ${date}`}${typedReason === '' ? '' : ` (${typedReason})`}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by, type, detail });
  const words = DUE_DATE_WORDS[type];
  const isSame = due?.getTime() === game.due?.getTime();
  const paragraphs = [
    words.what(game),
    due === null
      ? `Turn ${game.turn} has no due date for now.`
      : `Sheets for turn ${game.turn} are ${isSame ? 'still' : 'now'} due ${formatDateToMeet(due, game.timeZone, ctx.now())}.`,
  ];
  const calendar = { turn: game.turn, due };
  const notice = { subject: words.subject(game), paragraphs, ...gmWords(game, typedReason), calendar };
  await notifyAllSeats(tx, ctx, game, notice);
  if (!isSame) await announce(tx, ctx, { gameId: game.id, event: 'turn.due', turn: game.turn, due });
  return { ...game, ...dates };
}

type Words = (game: WholeGame) => string;

/** The subject and the first sentence of the notice, by the type of the logged event. */
const DUE_DATE_WORDS = {
  dueDateSet: {
    subject: (game) => `new due date for turn ${game.turn}`,
    what: (game) => `${game.gm.name} has changed the due date of turn ${game.turn}.`,
  },
  turnExtended: {
    subject: (game) => `more time for turn ${game.turn}`,
    what: (game) => `${game.gm.name} has extended turn ${game.turn}.`,
  },
  turnExtendedByVote: {
    subject: (game) => `more time for turn ${game.turn}`,
    what: (game) => `The players have voted for more time for turn ${game.turn}.`,
  },
  gameResumed: {
    subject: () => 'game resumed',
    what: (game) => `${game.gm.name} has resumed the game.`,
  },
} as const satisfies Partial<Record<GameEventType, { subject: Words; what: Words }>>;

function reasonProblems(reason: string | undefined): Problem[] {
  return gmWordsProblems('reason', oneLine(reason ?? ''));
}

function rangeProblems(ctx: AppContext, due: Date | null): Problem[] {
  if (due === null) return [];
  if (!(due <= latestDue(ctx.now()))) {
    const message = `Choose a due date within the next ${MAX_YEARS_AHEAD} years, or leave it blank.`;
    return [{ field: 'due', code: 'too-far', message }];
  }
  if (due > ctx.now()) return [];
  return [{ field: 'due', code: 'past', message: 'Choose a due date in the future, or leave it blank.' }];
}

/** The latest due date that can be set. Dates far in the future would not even fit into the database. */
export function latestDue(now: Date): Date {
  return DateTime.fromJSDate(now).plus({ years: MAX_YEARS_AHEAD }).toJSDate();
}

/**
 * Why this cannot be a due date: `past`, `too-far`, or `blackout` if it is on a day without due dates. Null is always
 * allowed.
 */
export function dueProblems(ctx: AppContext, due: Date | null, schedule: Schedule): Problem[] {
  const range = rangeProblems(ctx, due);
  const blackout = due && blackoutAt(due, schedule);
  if (range.length > 0 || !blackout) return range;
  const days = formatDayRange({ firstDay: blackout.from, lastDay: blackout.to });
  const message = `No sheets are due on these days: ${days}. Choose another day.`;
  return [{ field: 'due', code: 'blackout', message }];
}
