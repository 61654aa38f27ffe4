import { DateTime } from 'luxon';
import { z } from 'zod';
import type { Blackout } from '../../database/json-types.ts';
import type { WholeGame } from '../game/game-store.ts';

/* How due dates are computed. The functions in this file are pure. */

/** How the due dates of a game are set. */
export interface Schedule {
  /** Days from one due date to the next; has no effect if there are weekdays. */
  daysPerTurn: number;
  /** For a live game: minutes from the processing of a turn to the next due date. Null: by days. */
  minutesPerTurn: number | null;
  /** The days of the week on which sheets are due, 1 (Monday) to 7; empty if `daysPerTurn` applies. */
  weekdays: number[];
  /** Time of day in the time zone: `18:00`; null for the same time as the last due date. */
  dueTime: string | null;
  /** An IANA time zone. */
  timeZone: string;
  /** The grace period: hours after the due date in which sheets are still taken. */
  graceHours: number;
  /** The minimum number of hours between the processing of a turn and the next due date. */
  minHours: number;
  blackouts: Blackout[];
}

/** What of a game decides when its jobs run. */
export type ScheduledGame = Pick<
  WholeGame,
  | 'id'
  | 'turn'
  | 'status'
  | 'due'
  | 'autoProcess'
  | 'graceHours'
  | 'turnGraceHours'
  | 'pausedAt'
  | 'earlyProcessingAt'
  | 'minutesPerTurn'
>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK_HOURS = 168;
const WEEK_DAYS = 7;
/** How many hours after the end of its grace period a turn is processed late. */
const LATE_HOURS = 24;
/** How many hours a turn lasts at least, as far as its schedule allows. */
const NOTICE_HOURS = 8;
/** For so many milliseconds after the end of its grace period, a turn counts as processed at its end. */
const PROMPT = 10 * MINUTE;
/** The maximum number of days by which absences can delay a due date, in the game's time zone. */
const MAX_ABSENCE_DELAY_DAYS = 60;
/** The time of day of the first due date if the schedule has none: 6 PM. */
const FIRST_DUE_TIME = { hour: 18, minute: 0, second: 0, millisecond: 0 };
/** Blackouts as they are stored. */
export const storedBlackouts = z.array(z.object({ from: z.string(), to: z.string() }));

/** The schedule of a stored game as it counts for the open turn, which may have a longer grace period than later ones. */
export function scheduleOf(
  game: Omit<Schedule, 'blackouts'> & { blackouts: unknown; turnGraceHours: number | null },
): Schedule {
  const { daysPerTurn, minutesPerTurn, weekdays, dueTime, timeZone, minHours } = game;
  const graceHours = graceOfTurn(game);
  const blackouts = storedBlackouts.parse(game.blackouts);
  return { daysPerTurn, minutesPerTurn, weekdays, dueTime, timeZone, graceHours, minHours, blackouts };
}

/**
 * The due date of the next turn, when the open turn is processed; null if the open turn has none.
 *
 * It is counted from the last due date, or from today if the turn is processed a day after its grace period or later. If
 * turns are processed early again and again, due dates counted like this would move further and further away. After early
 * processing, the due date is therefore the first date of the schedule that leaves the time for a whole turn, if that
 * is earlier. A date that would be too soon (`minHours`) or in a blackout moves to the next possible one.
 *
 * Times are local times: a change of the clock does not move them, and a time that the clock skips moves by as much as
 * the clock.
 *
 * In a live game, the due date is the minutes of a turn from now. Everyone is there, so nothing else moves it.
 * @param now when the open turn is processed
 */
export function nextDue(previous: Date | null, now: Date, schedule: Schedule): Date | null {
  if (previous === null) return null;
  if (schedule.minutesPerTurn !== null) return liveDue(now, schedule.minutesPerTurn);
  const due = dueFromLast(previous, now, schedule);
  if (now >= previous) return due;
  const earlier = dueAfterEarlyTurn(previous, now, schedule);
  return earlier < due ? earlier : due;
}

/** The due date of a live turn that opens now: on a full minute, because pages show no seconds. */
export function liveDue(now: Date, minutesPerTurn: number): Date {
  const end = now.getTime() + minutesPerTurn * MINUTE;
  return new Date(Math.ceil(end / MINUTE) * MINUTE);
}

/** Counted from the last due date, or from today if the turn is processed late. */
function dueFromLast(previous: Date, now: Date, schedule: Schedule): Date {
  const zone = schedule.timeZone;
  const last = DateTime.fromJSDate(previous, { zone });
  const from = isLate(previous, now, schedule) ? DateTime.fromJSDate(now, { zone }) : last;
  const onWeekdays = schedule.weekdays.length > 0;
  const min = earliest(previous, now, schedule);
  // A date that was moved to another hour of its weekday must not be followed by the regular hour of the same day.
  const daysOn = from.hasSame(last, 'day') ? 1 : 0;
  const day = from.startOf('day').plus({ days: onWeekdays ? daysOn : schedule.daysPerTurn });
  return firstAllowed(day, timeOf(schedule, previous), min, schedule);
}

/**
 * The earliest next due date. The seconds that the server takes to process a turn must not move it to another day, if the
 * minimum number of hours is just as long as the schedule leaves. Players always have some hours, too: a turn may be processed
 * late, or at a date that was moved close to the next one.
 */
function earliest(previous: Date, now: Date, schedule: Schedule): number {
  const end = graceEnd(previous, schedule).getTime();
  const isPrompt = now.getTime() >= end && now.getTime() < end + PROMPT;
  const processed = isPrompt ? end : now.getTime();
  const hours = Math.max(schedule.minHours, noticeHours(schedule));
  return Math.max(processed + hours * HOUR, now.getTime() + 1);
}

/** How many hours a turn lasts at least. Not more than a long grace period always leaves: no regular date may be skipped. */
function noticeHours({ daysPerTurn, weekdays, graceHours }: Schedule): number {
  const sorted = [...new Set(weekdays)].sort((a, b) => a - b);
  const gaps = sorted.map((day, i) => (sorted[i + 1] ?? (sorted[0] ?? 0) + WEEK_DAYS) - day);
  const days = Math.min(...(gaps.length > 0 ? gaps : [daysPerTurn]));
  // On a day on which the clocks are put forward, there is an hour less.
  return Math.max(0, Math.min(NOTICE_HOURS, days * 24 - 1 - graceHours));
}

/**
 * Whether a turn is processed late: a day after its grace period, or when the date that would follow has passed, too. The
 * server processes turns some time after the end of the grace period, and this must not move the schedule.
 */
function isLate(previous: Date, now: Date, schedule: Schedule): boolean {
  const afterGrace = now.getTime() - graceEnd(previous, schedule).getTime();
  const following = DateTime.fromJSDate(previous, { zone: schedule.timeZone }).plus({
    days: schedule.daysPerTurn,
  });
  return afterGrace >= LATE_HOURS * HOUR || now.getTime() >= following.toMillis();
}

/** After early processing: the first date of the schedule that leaves the time for a whole turn from now. */
function dueAfterEarlyTurn(previous: Date, now: Date, schedule: Schedule): Date {
  const { timeZone: zone, daysPerTurn, weekdays, minHours } = schedule;
  const time = timeOf(schedule, previous);
  const turn = weekdays.length > 0 ? { hours: WEEK_HOURS / weekdays.length } : { days: daysPerTurn };
  const today = DateTime.fromJSDate(now, { zone });
  const after = Math.max(today.plus(turn).toMillis(), now.getTime() + minHours * HOUR);
  const first = DateTime.fromMillis(after, { zone }).startOf('day');
  if (weekdays.length > 0) return firstAllowed(first, time, after, schedule);
  const last = DateTime.fromJSDate(previous, { zone }).startOf('day');
  const steps = Math.floor(Math.round(last.diff(first, 'days').days) / daysPerTurn);
  const day = last.minus({ days: steps * daysPerTurn });
  const tooSoon = day.set(time).toMillis() < after;
  return firstAllowed(tooSoon ? day.plus({ days: daysPerTurn }) : day, time, after, schedule);
}

/** A due date that avoids absences. */
export interface DateAround {
  due: Date | null;
  /** The due date without the absences; null if they did not move it. */
  insteadOf: Date | null;
}

/**
 * As `nextDue`, but avoids days on which someone is away. If absences would delay the due date by more than 60 days,
 * they do not count: a long series of absences must not stop the game.
 */
export function nextDueAround(
  previous: Date | null,
  now: Date,
  schedule: Schedule,
  absences: readonly Blackout[],
): DateAround {
  const regular = nextDue(previous, now, schedule);
  const around = nextDue(previous, now, { ...schedule, blackouts: [...schedule.blackouts, ...absences] });
  if (regular === null || around === null) return { due: regular, insteadOf: null };
  const latest = DateTime.fromJSDate(regular, { zone: schedule.timeZone }).plus({
    days: MAX_ABSENCE_DELAY_DAYS,
  });
  const moved = around > regular && around.getTime() <= latest.toMillis();
  return moved ? { due: around, insteadOf: regular } : { due: regular, insteadOf: null };
}

/**
 * The first due date of a game: the time for one turn from today, at the schedule's time of day or 6 PM. Avoids absences
 * as `nextDueAround` does.
 */
export function firstDueAround(now: Date, schedule: Schedule, absences: readonly Blackout[]): DateAround {
  const today = DateTime.fromJSDate(now, { zone: schedule.timeZone }).set(FIRST_DUE_TIME);
  return nextDueAround(today.toJSDate(), now, schedule, absences);
}

/** The given date, or if it is in a blackout, the same time on the first day after it. Ignores the schedule's weekdays. */
export function outsideBlackouts(due: Date, schedule: Schedule): Date {
  const day = DateTime.fromJSDate(due, { zone: schedule.timeZone });
  if (blackoutOf(day, schedule) === null) return due;
  const { hour, minute, second, millisecond } = day;
  const anyWeekday = { ...schedule, weekdays: [] };
  return firstAllowed(day.startOf('day'), { hour, minute, second, millisecond }, due.getTime(), anyWeekday);
}

/**
 * The same local time so many days later; skips blackouts, ignores the schedule's weekdays.
 * @throws RangeError if there is no such date
 */
export function daysLater(due: Date, days: number, schedule: Schedule): Date {
  const later = DateTime.fromJSDate(due, { zone: schedule.timeZone }).plus({ days });
  if (!later.isValid) throw new RangeError('There is no date so many days later.');
  return outsideBlackouts(later.toJSDate(), schedule);
}

/** The grace period of the open turn in hours: players keep the longer one if the GM has shortened it since the turn opened. */
export function graceOfTurn({
  graceHours,
  turnGraceHours,
}: Pick<ScheduledGame, 'graceHours' | 'turnGraceHours'>): number {
  return Math.max(graceHours, turnGraceHours ?? 0);
}

/** The end of the open turn's grace period, if the turn is due then. */
export function turnEnd(due: Date, game: Pick<ScheduledGame, 'graceHours' | 'turnGraceHours'>): Date {
  return graceEnd(due, { graceHours: graceOfTurn(game) });
}

/** The end of the grace period. */
export function graceEnd(due: Date, schedule: Pick<Schedule, 'graceHours'>): Date {
  return new Date(due.getTime() + schedule.graceHours * HOUR);
}

/** When the server processes the open turn of a game at the end of its grace period; null if it does not. */
export function autoProcessAt(game: ScheduledGame): Date | null {
  const automatic = game.status === 'running' && game.autoProcess && game.pausedAt === null;
  return automatic && game.due !== null ? turnEnd(game.due, game) : null;
}

/** The blackout in which a due date would be; null if there is none. */
export function blackoutAt(due: Date, schedule: Schedule): Blackout | null {
  return blackoutOf(DateTime.fromJSDate(due, { zone: schedule.timeZone }), schedule);
}

/**
 * The first date not before `after`, from the day `first` on, that is on a weekday of the schedule and in no blackout.
 * @throws RangeError if there is none that a date can hold
 */
function firstAllowed(first: DateTime, time: TimeOfDay, after: number, schedule: Schedule): Date {
  let day = first;
  while (day.isValid) {
    const blackout = blackoutOf(day, schedule);
    if (blackout !== null) {
      day = DateTime.fromISO(blackout.to, { zone: schedule.timeZone }).plus({ days: 1 });
      continue;
    }
    const moment = day.set(time);
    if (moment.toMillis() >= after && isTurnDay(day, schedule)) return moment.toJSDate();
    day = day.plus({ days: 1 });
  }
  throw new RangeError('There is no due date that this schedule allows.');
}

interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

function timeOf(schedule: Schedule, previous: Date): TimeOfDay {
  if (schedule.dueTime === null) {
    const { hour, minute, second, millisecond } = DateTime.fromJSDate(previous, { zone: schedule.timeZone });
    return { hour, minute, second, millisecond };
  }
  const [hour = 0, minute = 0] = schedule.dueTime.split(':').map(Number);
  return { hour, minute, second: 0, millisecond: 0 };
}

function isTurnDay(day: DateTime, { weekdays }: Schedule): boolean {
  return weekdays.length === 0 || weekdays.includes(day.weekday);
}

function blackoutOf(day: DateTime, { blackouts }: Schedule): Blackout | null {
  // ISO dates compare as text.
  const date = day.toISODate() ?? '';
  return blackouts.find(({ from, to }) => from <= date && date <= to) ?? null;
}
