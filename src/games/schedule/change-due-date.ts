import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { GameEventType } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { formatDateTime } from '../../text/dates.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { activeGmGame, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { processEarlyIfReady, updateEarlyProcessing } from '../processing/close-early.ts';
import { blackoutAt, daysLater, type Schedule, scheduleOf } from './schedule.ts';
import { scheduleJobs } from './schedule-jobs.ts';
import {
  policyInWords,
  type SchedulePolicy,
  scheduleColumns,
  schedulePolicyProblems,
} from './schedule-policy.ts';

/* The GM's hand on a game's calendar. Whatever changes is logged, and mailed to every seat. */

const MAX_REASON = 500;
const MAX_EXTENSION = 365;
const DAY = 86_400_000;

/**
 * Changes a game's schedule: for future dates; the one that is set stays. Grace period and `autoProcess` hold at once.
 * Problems: `unknown-game`, `not-gm`, `ended`, and those of `scheduleProblems`.
 */
export async function setSchedule(
  ctx: AppContext,
  wanted: { gameId: string; by: number; rules: SchedulePolicy },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = schedulePolicyProblems(wanted.rules);
    if (problems.length > 0) return { ok: false, problems };
    const columns = scheduleColumns(wanted.rules);
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: columns });
    await scheduleJobs(tx, ctx, game.id);
    await updateEarlyProcessing(tx, ctx, game.id);
    const detail = policyInWords({ ...wanted.rules, processWhenComplete: game.processWhenComplete });
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'scheduleSet', detail });
    if (game.status === 'running') {
      const paragraphs = [
        `${game.gm.name} has changed the calendar of the game: ${detail}.`,
        game.due
          ? `The sheets of turn ${game.turn} stay due ${formatDateTime(game.due, game.timeZone)}; the new calendar counts from the next turn on.`
          : 'It counts from the next turn on.',
      ];
      await notifyAllSeats(tx, ctx, game, { subject: 'a new calendar', paragraphs });
    }
    return ok({ ...game, ...columns });
  });
}

/**
 * Sets or clears (null) the date by which the sheets of `turn` are due; printouts already sent keep theirs.
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `past`, `blackout`, `too-long` (the reason).
 */
export async function setDueDate(
  ctx: AppContext,
  wanted: GmRequest & { due: Date | null; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = [...dueProblems(ctx, wanted.due, scheduleOf(game)), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    return ok(await changeDueDate(tx, ctx, game, wanted.due, { ...wanted, type: 'dueDateSet' }));
  });
}

/**
 * Gives the players of the open turn more days; the time of day stays, and a day without due dates is passed over.
 * Problems: those of `setDue`, `not-days`, `no-due` (there is no date to put off).
 */
export async function extendTurn(
  ctx: AppContext,
  wanted: GmRequest & { days: number; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.due === null) return fail('days', 'no-due', 'No date is set that could be put off: set one.');
    const { days } = wanted;
    if (!Number.isInteger(days) || days < 1 || days > MAX_EXTENSION) {
      return fail('days', 'not-days', `The days are a whole number from 1 to ${MAX_EXTENSION}.`);
    }
    const due = daysLater(game.due, days, scheduleOf(game));
    const late = dueProblem(ctx, due);
    const problems = [...(late ? [late] : []), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    return ok(await changeDueDate(tx, ctx, game, due, { ...wanted, type: 'turnExtended' }));
  });
}

/**
 * Stops a game: until it goes on, no turn is processed, whatever its dates. Sheets are still taken in.
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `paused` (it is already), `too-long`.
 */
export async function pauseGame(
  ctx: AppContext,
  wanted: GmRequest & { reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.pausedAt) return fail('', 'paused', 'The game is paused already.');
    const problems = reasonProblems(wanted.reason);
    if (problems.length > 0) return { ok: false, problems };
    const pausedAt = ctx.now();
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { pausedAt, earlyProcessingAt: null } });
    await scheduleJobs(tx, ctx, game.id);
    await logGameEvent(tx, ctx, {
      gameId: game.id,
      by: wanted.by,
      type: 'gamePaused',
      detail: said(game, wanted),
    });
    const paragraphs = [
      `${game.gm.name} has paused the game: no turn is processed until it goes on. Sheets may still be sent, and are kept.`,
      ...reasonLines(game, wanted.reason),
    ];
    const calendar = { turn: game.turn, due: null };
    await notifyAllSeats(tx, ctx, game, { subject: 'the game is paused', paragraphs, calendar });
    return ok({ ...game, pausedAt, earlyProcessingAt: null });
  });
}

/**
 * Lets a paused game go on.
 * @param wanted.due when the sheets of the open turn are due now; left out, the old date is put off by as many days
 *   as the pause took
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `not-paused`, `past`, `blackout`, `too-long`.
 */
export async function resumeGame(
  ctx: AppContext,
  wanted: GmRequest & { due?: Date | null; reason?: string },
): Promise<Result<WholeGame>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (!game.pausedAt) return fail('', 'not-paused', 'The game is not paused.');
    const due = wanted.due === undefined ? afterPause(ctx, game) : wanted.due;
    const problems = [...dueProblems(ctx, due, scheduleOf(game)), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { pausedAt: null } });
    const changed = await changeDueDate(tx, ctx, game, due, { ...wanted, type: 'gameResumed' });
    // The last sheet may have come during the pause, when nothing was processed.
    await processEarlyIfReady(tx, ctx, game);
    return ok({ ...changed, pausedAt: null });
  });
}

/** The old date, put off by the days of the pause that had begun; at least so far that it lies ahead. */
function afterPause(ctx: AppContext, game: WholeGame): Date | null {
  if (game.due === null || game.pausedAt === null) return null;
  const now = ctx.now().getTime();
  const paused = Math.ceil((now - game.pausedAt.getTime()) / DAY);
  const behind = Math.ceil((now - game.due.getTime()) / DAY) + 1;
  return daysLater(game.due, Math.max(paused, behind), scheduleOf(game));
}

/** A new date of the open turn of a locked game, with all that follows from it: jobs, log, mail to every seat. */
export async function changeDueDate(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  due: Date | null,
  change: { by: number | null; type: GameEventType & keyof typeof SUBJECTS; reason?: string },
): Promise<WholeGame> {
  await tx.gameSchedule.update({ where: { gameId: game.id }, data: { due } });
  await scheduleJobs(tx, ctx, game.id);
  const date = due ? `due ${formatDateTime(due, game.timeZone)}` : 'no date';
  const why = oneLine(change.reason ?? '');
  const detail = `turn ${game.turn}: ${date}${why === '' ? '' : ` (${why})`}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: change.by, type: change.type, detail });
  const paragraphs = [
    `${SUBJECTS[change.type].told(game)}.`,
    ...reasonLines(game, change.reason),
    due
      ? `The sheets of turn ${game.turn} are now due ${formatDateTime(due, game.timeZone)}.`
      : `No date is set for the sheets of turn ${game.turn} at present.`,
  ];
  const { subject } = SUBJECTS[change.type];
  const notice = { subject: subject(game), paragraphs, calendar: { turn: game.turn, due } };
  await notifyAllSeats(tx, ctx, game, notice);
  return { ...game, due };
}

type Words = (game: WholeGame) => string;

const SUBJECTS = {
  dueDateSet: {
    subject: (game) => `a new date for turn ${game.turn}`,
    told: (game) => `${game.gm.name} has changed the due date of turn ${game.turn}`,
  },
  turnExtended: {
    subject: (game) => `more time for turn ${game.turn}`,
    told: (game) => `${game.gm.name} has extended turn ${game.turn}`,
  },
  turnExtendedByVote: {
    subject: (game) => `more time for turn ${game.turn}`,
    told: (game) => `Two thirds of the players have voted for more time for turn ${game.turn}`,
  },
  gameResumed: {
    subject: () => 'the game goes on',
    told: (game) => `${game.gm.name} lets the game go on`,
  },
} as const satisfies Record<string, { subject: Words; told: Words }>;

function reasonLines(game: WholeGame, reason: string | undefined): string[] {
  const words = oneLine(reason ?? '');
  return words === '' ? [] : [`${game.gm.name} writes: ${words}`];
}

function said(game: WholeGame, { reason }: { reason?: string }): string {
  const words = oneLine(reason ?? '');
  return `turn ${game.turn}${words === '' ? '' : `: ${words}`}`;
}

function reasonProblems(reason: string | undefined): Problem[] {
  const length = [...oneLine(reason ?? '')].length;
  if (length <= MAX_REASON) return [];
  const message = `The reason may have at most ${MAX_REASON} characters, not ${length}.`;
  return [{ field: 'reason', code: 'too-long', message }];
}

/** A date must lie ahead and be one: `past`. */
export function dueProblem(ctx: AppContext, due: Date | null): Problem | null {
  if (due === null || due > ctx.now()) return null;
  return { field: 'due', code: 'past', message: 'The date must lie in the future, or be left open.' };
}

/** The same, and it must not lie on a day without due dates: `past`, `blackout`. */
export function dueProblems(ctx: AppContext, due: Date | null, schedule: Schedule): Problem[] {
  const past = dueProblem(ctx, due);
  if (past) return [past];
  const blackout = due ? blackoutAt(due, schedule) : null;
  if (!blackout) return [];
  const message = `No sheets are due from ${blackout.from} to ${blackout.to} in this game: choose another day.`;
  return [{ field: 'due', code: 'blackout', message }];
}
