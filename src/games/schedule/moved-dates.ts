import { DateTime } from 'luxon';
import type { WholeGame } from '../game/game-store.ts';
import { daysLater, graceEnd, outsideBlackouts, type Schedule } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In milliseconds: a shorter pause is one that no one notices. */
const SHORT_PAUSE = 15 * MINUTE;

/** Whether a pause is so short that an overdue turn keeps its date when the game resumes. */
export function isShortPause(pausedAt: Date, now: Date): boolean {
  return now.getTime() - pausedAt.getTime() < SHORT_PAUSE;
}

/** The open turn of a game that was paused. */
export interface PausedTurn {
  due: Date;
  pausedAt: Date;
  autoProcess: boolean;
}

/**
 * The due date of the open turn when a paused game resumes. Players who relied on the pause must not lose time, and
 * no one wants a new date because of a pause that cost no one anything:
 *
 * - The date moves by the length of the pause, rounded to whole days, so that the time of day stays the same. A pause
 *   of less than half a day moves nothing if at least a day is left.
 * - If less time is left than before the pause, and less than a day, the date moves on: by the hours of the pause if
 *   it was shorter than half a day, otherwise by whole days. A pause of a few minutes does not move a date that is ahead.
 * - A turn that was overdue already gets at least a day, unless the pause was that short.
 */
export function dueAfterPause(
  { due, pausedAt, autoProcess }: PausedTurn,
  now: Date,
  schedule: Schedule,
): Date {
  const length = now.getTime() - pausedAt.getTime();
  const leftBefore = due.getTime() - pausedAt.getTime();
  const end = autoProcess ? graceEnd(due, schedule) : null;
  const isOver = leftBefore > 0 ? due <= now : end !== null && end <= now;
  if (isShortPause(pausedAt, now) && !isOver) return due;
  const enough = leftBefore > 0 ? Math.min(leftBefore, DAY) : DAY;
  const isEnough = (date: Date) => date.getTime() - now.getTime() >= enough;
  let days = Math.round(length / DAY);
  if (days === 0 && isEnough(due)) return due;
  if (days === 0 && leftBefore > 0) {
    const hours = Math.ceil(length / HOUR);
    return outsideBlackouts(new Date(due.getTime() + hours * HOUR), schedule);
  }
  // `daysLater` throws if there is no such date, so this ends.
  while (!isEnough(daysLater(due, days, schedule))) days += 1;
  return daysLater(due, days, schedule);
}

/**
 * The schedule's time of day after the due date of the open turn has been changed by hand, or put off, or is followed by one
 * that had to move because the clock skips its time of day. A schedule without a time of day takes that of the last due date,
 * so that one date at another time would move all later ones. It gets the time of the old date then.
 * @returns null if later dates can go on taking the time of the open turn's date
 */
export function timeOfLaterDates(
  game: Pick<WholeGame, 'due' | 'dueTime' | 'timeZone' | 'minutesPerTurn'>,
  changed: Date | null,
): string | null {
  const { due, dueTime, timeZone, minutesPerTurn } = game;
  if (dueTime !== null || due === null || minutesPerTurn !== null) return dueTime;
  const timeOfDay = (date: Date) => DateTime.fromJSDate(date, { zone: timeZone }).toFormat('HH:mm');
  const old = timeOfDay(due);
  return changed !== null && timeOfDay(changed) === old ? null : old;
}
