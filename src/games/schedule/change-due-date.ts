import type { Tx } from '../../database/client.ts';
import type { Game } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { type CalendarRules, calendarColumns, calendarProblems, rulesInWords } from './schedule-policy.ts';
import { closeIfComplete } from '../sheets/missing-sheets.ts';
import { planCalendar } from './schedule-jobs.ts';
import { dueInWords } from '../../text/dates.ts';
import { type Asked, gmGameOn, runningGameAt } from '../game/gm-access.ts';
import { watchLastWords } from '../sheets/final-orders.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { type GameVerb, logGame } from '../game/game-log.ts';
import { noticeToAll } from '../notices/notices.ts';
import { blackoutAt, daysLater, type Schedule, scheduleOf } from './schedule.ts';
import { oneLine } from '../../text/typed-text.ts';

/* The GM's hand on a game's calendar. Whatever changes is logged, and mailed to every seat. */

const REASON_MOST = 500;
const EXTENSION_MOST = 365;
const DAY = 86_400_000;

/**
 * Changes a game's schedule: for future dates; the one that is set stays. Grace period and `automatic` hold at once.
 * Problems: `unknown-game`, `not-gm`, `ended`, and those of `scheduleProblems`.
 */
export async function setCalendar(
  house: House,
  wanted: { gameId: string; by: number; rules: CalendarRules },
): Promise<Result<Game>> {
  return inTransaction(house, async (tx) => {
    const found = await gmGameOn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = calendarProblems(wanted.rules);
    if (problems.length > 0) return { ok: false, problems };
    const changed = await tx.game.update({ where: { id: game.id }, data: calendarColumns(wanted.rules) });
    await planCalendar(tx, house, game.id);
    await watchLastWords(tx, house, game.id);
    const detail = rulesInWords({ ...wanted.rules, closesWhenComplete: game.closesWhenComplete });
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'calendar set', detail });
    if (game.status === 'running') {
      const paragraphs = [
        `${game.gm.name} has changed the calendar of the game: ${detail}.`,
        game.due
          ? `The sheets of turn ${game.turn} stay due ${dueInWords(game.due, game.timeZone)}; the new calendar counts from the next turn on.`
          : 'It counts from the next turn on.',
      ];
      await noticeToAll(tx, house, game, { subject: 'a new calendar', paragraphs });
    }
    return good(changed);
  });
}

/**
 * Sets or clears (null) the date by which the sheets of `turn` are due; printouts already sent keep theirs.
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `past`, `blackout`, `too-long` (the reason).
 */
export async function setDue(
  house: House,
  wanted: Asked & { due: Date | null; reason?: string },
): Promise<Result<Game>> {
  return inTransaction(house, async (tx) => {
    const found = await runningGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = [...dueProblems(house, wanted.due, scheduleOf(game)), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    return good(await moveDue(tx, house, game, wanted.due, { ...wanted, verb: 'due set' }));
  });
}

/**
 * Gives the players of the open turn more days; the time of day stays, and a day without due dates is passed over.
 * Problems: those of `setDue`, `not-days`, `no-due` (there is no date to put off).
 */
export async function extendTurn(
  house: House,
  wanted: Asked & { days: number; reason?: string },
): Promise<Result<Game>> {
  return inTransaction(house, async (tx) => {
    const found = await runningGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.due === null) return refused('days', 'no-due', 'No date is set that could be put off: set one.');
    const { days } = wanted;
    if (!Number.isInteger(days) || days < 1 || days > EXTENSION_MOST) {
      return refused('days', 'not-days', `The days are a whole number from 1 to ${EXTENSION_MOST}.`);
    }
    const due = daysLater(game.due, days, scheduleOf(game));
    const late = dueProblem(house, due);
    const problems = [...(late ? [late] : []), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    return good(await moveDue(tx, house, game, due, { ...wanted, verb: 'extended' }));
  });
}

/**
 * Stops a game: until it goes on, no turn is processed, whatever its dates. Sheets are still taken in.
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `paused` (it is already), `too-long`.
 */
export async function pauseGame(house: House, wanted: Asked & { reason?: string }): Promise<Result<Game>> {
  return inTransaction(house, async (tx) => {
    const found = await runningGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.pausedAt) return refused('', 'paused', 'The game is paused already.');
    const problems = reasonProblems(wanted.reason);
    if (problems.length > 0) return { ok: false, problems };
    const changed = await tx.game.update({
      where: { id: game.id },
      data: { pausedAt: house.now(), closingAt: null },
    });
    await planCalendar(tx, house, game.id);
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'paused', detail: said(game, wanted) });
    const paragraphs = [
      `${game.gm.name} has paused the game: no turn is processed until it goes on. Sheets may still be sent, and are kept.`,
      ...reasonLines(game, wanted.reason),
    ];
    const calendar = { turn: game.turn, due: null };
    await noticeToAll(tx, house, game, { subject: 'the game is paused', paragraphs, calendar });
    return good(changed);
  });
}

/**
 * Lets a paused game go on.
 * @param wanted.due when the sheets of the open turn are due now; left out, the old date is put off by as many days
 *   as the pause took
 * Problems: `not-gm`, `unknown-game`, `wrong-turn`, `not-running`, `not-paused`, `past`, `blackout`, `too-long`.
 */
export async function resumeGame(
  house: House,
  wanted: Asked & { due?: Date | null; reason?: string },
): Promise<Result<Game>> {
  return inTransaction(house, async (tx) => {
    const found = await runningGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (!game.pausedAt) return refused('', 'not-paused', 'The game is not paused.');
    const due = wanted.due === undefined ? afterPause(house, game) : wanted.due;
    const problems = [...dueProblems(house, due, scheduleOf(game)), ...reasonProblems(wanted.reason)];
    if (problems.length > 0) return { ok: false, problems };
    await tx.game.update({ where: { id: game.id }, data: { pausedAt: null } });
    const changed = await moveDue(tx, house, game, due, { ...wanted, verb: 'resumed' });
    await watchLastWords(tx, house, game.id);
    // The last sheet may have come during the pause, when nothing was processed.
    await closeIfComplete(tx, game);
    return good(changed);
  });
}

/** The old date, put off by the days of the pause that had begun; at least so far that it lies ahead. */
function afterPause(house: House, game: WholeGame): Date | null {
  if (game.due === null || game.pausedAt === null) return null;
  const now = house.now().getTime();
  const paused = Math.ceil((now - game.pausedAt.getTime()) / DAY);
  const behind = Math.ceil((now - game.due.getTime()) / DAY) + 1;
  return daysLater(game.due, Math.max(paused, behind), scheduleOf(game));
}

/** A new date of the open turn of a locked game, with all that follows from it: jobs, log, mail to every seat. */
export async function moveDue(
  tx: Tx,
  house: House,
  game: WholeGame,
  due: Date | null,
  change: { by: number | null; verb: GameVerb & keyof typeof SUBJECTS; reason?: string },
): Promise<Game> {
  const changed = await tx.game.update({ where: { id: game.id }, data: { due } });
  await planCalendar(tx, house, game.id);
  const date = due ? `due ${dueInWords(due, game.timeZone)}` : 'no date';
  const why = oneLine(change.reason ?? '');
  const detail = `turn ${game.turn}: ${date}${why === '' ? '' : ` (${why})`}`;
  await logGame(tx, house, { gameId: game.id, by: change.by, verb: change.verb, detail });
  const paragraphs = [
    `${SUBJECTS[change.verb].told(game)}.`,
    ...reasonLines(game, change.reason),
    due
      ? `The sheets of turn ${game.turn} are now due ${dueInWords(due, game.timeZone)}.`
      : `No date is set for the sheets of turn ${game.turn} at present.`,
  ];
  const { subject } = SUBJECTS[change.verb];
  const notice = { subject: subject(game), paragraphs, calendar: { turn: game.turn, due } };
  await noticeToAll(tx, house, game, notice);
  return changed;
}

type Words = (game: WholeGame) => string;

const SUBJECTS = {
  'due set': {
    subject: (game) => `a new date for turn ${game.turn}`,
    told: (game) => `${game.gm.name} has changed the due date of turn ${game.turn}`,
  },
  extended: {
    subject: (game) => `more time for turn ${game.turn}`,
    told: (game) => `${game.gm.name} has extended turn ${game.turn}`,
  },
  'extended by vote': {
    subject: (game) => `more time for turn ${game.turn}`,
    told: (game) => `Two thirds of the players have voted for more time for turn ${game.turn}`,
  },
  resumed: {
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
  if (length <= REASON_MOST) return [];
  const message = `The reason may have at most ${REASON_MOST} characters, not ${length}.`;
  return [{ field: 'reason', code: 'too-long', message }];
}

/** A date must lie ahead and be one: `past`. */
export function dueProblem(house: House, due: Date | null): Problem | null {
  if (due === null || due > house.now()) return null;
  return { field: 'due', code: 'past', message: 'The date must lie in the future, or be left open.' };
}

/** The same, and it must not lie on a day without due dates: `past`, `blackout`. */
export function dueProblems(house: House, due: Date | null, schedule: Schedule): Problem[] {
  const past = dueProblem(house, due);
  if (past) return [past];
  const blackout = due ? blackoutAt(due, schedule) : null;
  if (!blackout) return [];
  const message = `No sheets are due from ${blackout.from} to ${blackout.to} in this game: choose another day.`;
  return [{ field: 'due', code: 'blackout', message }];
}
