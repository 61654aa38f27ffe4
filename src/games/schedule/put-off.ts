import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { formatDateTime, formatDateToMeet } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import { lockGame, type WholeGame } from '../game/game-store.ts';
import { type Notice, notifyAllSeats, notifyGm } from '../notices/notices.ts';
import { announce } from '../webhooks/announce.ts';
import {
  type Downtime,
  downtimeHours,
  downtimeOver,
  dueDateFellInto,
  earlyProcessingFellInto,
  mattersTo,
} from './downtimes.ts';
import { timeOfLaterDates } from './moved-dates.ts';
import { liveDue, outsideBlackouts, scheduleOf } from './schedule.ts';
import { scheduleJobs } from './schedule-jobs.ts';

/* Dates that passed while no server could take sheets are put off, so that downtime costs no player a turn. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The new dates of a game; undefined for a date that does not change. */
interface NewDates {
  due?: Date;
  earlyProcessingAt?: Date;
}

/** A live game whose players have waited longer than this is not continued at once when the server is back. */
const LIVE_PATIENCE = HOUR;

/**
 * The due date of a game that was due during a downtime: later by its length, but at least by the hours of the settings, and by those
 * alone if only mail could not be received.
 * A live game continues with a whole turn if the server is back within an hour.
 */
export function dueDateAfter(ctx: AppContext, game: WholeGame, { from, until, ofMailOnly }: Downtime): Date {
  const length = until.getTime() - from.getTime();
  const { minutesPerTurn } = game;
  if (minutesPerTurn !== null && length <= LIVE_PATIENCE) return liveDue(until, minutesPerTurn);
  const least = downtimeHours(ctx) * HOUR;
  // The pages were up, so no one has lost more time than it takes to send a sheet again.
  const wait = ofMailOnly === true ? least : Math.max(length, least);
  return outsideBlackouts(new Date(until.getTime() + wait), scheduleOf(game));
}

/** The moment of early processing after a downtime: players have the usual minutes again to reopen their orders. */
export function reopenedUntil({ reopenMinutes }: WholeGame, { until }: Downtime): Date {
  return new Date(until.getTime() + reopenMinutes * MINUTE);
}

/**
 * Puts off the dates of a locked game's open turn that are within a downtime: the due date if it or the end of the grace
 * period is, and early processing. Missing the turn is excused then. Players and GM are notified. Does nothing if no
 * date is within the downtime, so that a second call has no effect.
 * @returns whether a date was put off
 */
export async function putOffForDowntime(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  downtime: Downtime,
): Promise<boolean> {
  const dates = newDates(ctx, game, downtime);
  if (dates.due === undefined && dates.earlyProcessingAt === undefined) return false;
  const gameId = game.id;
  const excused =
    dates.due === undefined ? {} : { missesExcused: true, dueTime: timeOfLaterDates(game, dates.due) };
  await tx.gameSchedule.update({ where: { gameId }, data: { ...dates, ...excused } });
  await scheduleJobs(tx, ctx, gameId);
  const cause = `the server ${causeInWords(game, downtime)}`;
  for (const { type, from, to } of changesOf(game, dates)) {
    const change = `${formatDateTime(from, game.timeZone)} → ${formatDateTime(to, game.timeZone)}`;
    const detail = `${detailPrefix(game.turn)}${change}; ${cause}`;
    await logGameEvent(tx, ctx, { gameId, by: null, type, detail });
  }
  const notice = playerNotice(ctx, game, dates, downtime);
  await notifyAllSeats(tx, ctx, game, notice);
  await notifyGm(tx, ctx, game, gmNotice(ctx, game, { dates, downtime, notice }));
  const { due } = dates;
  if (due) await announce(tx, ctx, { gameId, event: 'turn.due', turn: game.turn, due });
  return true;
}

/**
 * Does the same for a game that is not locked yet. If the whole server was down when only mail seemed to be away, it counts as
 * down.
 */
export async function putOffGame(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  downtime: Downtime,
): Promise<boolean> {
  const game = await lockGame(tx, gameId);
  if (game === null) return false;
  const whole = downtime.ofMailOnly === true ? await downtimeOver(tx, ctx, game) : null;
  return putOffForDowntime(tx, ctx, game, whole ?? downtime);
}

/** The ids of the games with a date that may be within a downtime. */
export async function gamesWithDatesIn(tx: Tx, { from, until }: Downtime): Promise<string[]> {
  const rows = await tx.$queryRaw<{ gameId: string }[]>`
    SELECT s."gameId" FROM "GameSchedule" s JOIN "Game" g ON g."id" = s."gameId"
    WHERE g."status" = 'running' AND s."pausedAt" IS NULL AND (
      s."due" BETWEEN ${from}::timestamptz AND ${until}::timestamptz
      OR s."due" + greatest(s."graceHours", s."turnGraceHours") * interval '1 hour' BETWEEN ${from}::timestamptz AND ${until}::timestamptz
      OR s."earlyProcessingAt" BETWEEN ${from}::timestamptz AND ${until}::timestamptz
    )
    ORDER BY s."gameId"`;
  return rows.map(({ gameId }) => gameId);
}

/**
 * Whether the due date of a turn has ever been put off. After a rollback, the turn is open again with a new schedule, and
 * the log is what still tells that a player may have missed it through no fault of their own.
 */
export async function wasPutOff(
  tx: Tx,
  { gameId, turn }: { gameId: string; turn: number },
): Promise<boolean> {
  const detail = { startsWith: detailPrefix(turn) };
  return (await tx.gameEvent.count({ where: { gameId, type: 'dueDatePutOff', detail } })) > 0;
}

function newDates(ctx: AppContext, game: WholeGame, downtime: Downtime): NewDates {
  if (game.status !== 'running' || game.pausedAt !== null || downtimeHours(ctx) === 0) return {};
  if (!mattersTo(downtime, game)) return {};
  return {
    ...(dueDateFellInto(game, downtime) && { due: dueDateAfter(ctx, game, downtime) }),
    ...(earlyProcessingFellInto(game, downtime) && { earlyProcessingAt: reopenedUntil(game, downtime) }),
  };
}

interface Change {
  type: 'dueDatePutOff' | 'earlyProcessingPutOff';
  from: Date;
  to: Date;
}

function changesOf(game: WholeGame, dates: NewDates): Change[] {
  const changes: Change[] = [];
  if (game.due && dates.due) changes.push({ type: 'dueDatePutOff', from: game.due, to: dates.due });
  if (game.earlyProcessingAt && dates.earlyProcessingAt) {
    const { earlyProcessingAt: from } = game;
    changes.push({ type: 'earlyProcessingPutOff', from, to: dates.earlyProcessingAt });
  }
  return changes;
}

function detailPrefix(turn: number): string {
  return `turn ${turn}: `;
}

function causeInWords({ timeZone }: WholeGame, { from, until, ofMailOnly }: Downtime): string {
  const span = `from ${formatDateTime(from, timeZone)} to ${formatDateTime(until, timeZone)}`;
  return ofMailOnly === true ? `did not get its e-mail ${span}` : `was down ${span}`;
}

function playerNotice(ctx: AppContext, game: WholeGame, dates: NewDates, downtime: Downtime): Notice {
  const { turn, timeZone } = game;
  const { due, earlyProcessingAt } = dates;
  const paragraphs = [`The server ${causeInWords(game, downtime)}.`];
  const { ofMailOnly = false } = downtime;
  if (due) {
    const what = ofMailOnly ? 'your sheet could not arrive by e-mail' : 'you could not send a sheet';
    paragraphs.push(
      `The time for turn ${turn} ran out while ${what}. Sheets are now due ${formatDateToMeet(due, timeZone, ctx.now())}.`,
      ofMailOnly ? SHEETS_BY_MAIL : 'If you have sent your sheet, it is still in, and you can change it.',
    );
  }
  if (earlyProcessingAt) {
    const early = `All orders for turn ${turn} are final, so it would have been processed early in that time.`;
    const until = `It is now processed ${formatDateToMeet(earlyProcessingAt, timeZone, ctx.now())}. Until then you can reopen your orders on the page of your sheet.`;
    paragraphs.push(`${early} ${until}`);
  }
  if (!due) return { subject: `turn ${turn} will be processed later`, paragraphs };
  return { subject: `new due date for turn ${turn}`, paragraphs, calendar: { turn, due } };
}

const SHEETS_BY_MAIL =
  'If you have got a receipt for your sheet, it is in, and you can change it. If you have sent it by e-mail and get no answer in the next hours, please send it again.';

function gmNotice(
  ctx: AppContext,
  game: WholeGame,
  { dates, downtime, notice }: { dates: NewDates; downtime: Downtime; notice: Notice },
): Notice {
  if (!dates.due) return notice;
  const { subject } = notice;
  const [cause = ''] = notice.paragraphs;
  return {
    subject,
    paragraphs: [
      cause,
      `The time for turn ${game.turn} ran out while no one could send a sheet${downtime.ofMailOnly === true ? ' by e-mail' : ''}. Sheets are now due ${formatDateToMeet(dates.due, game.timeZone, ctx.now())}. Every player got an e-mail with the new date.`,
      `Players who miss turn ${game.turn} are excused. You can withdraw an excuse on the page of the players.`,
    ],
  };
}
