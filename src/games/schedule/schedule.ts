import { DateTime } from 'luxon';
import { z } from 'zod';
import { isTimeZone } from '../../accounts/time-zone.ts';
import type { Blackout } from '../../database/json-types.ts';
import type { Problem } from '../../rules/sheet.ts';

/** When a game's sheets are due. Pure: what it says depends on nothing but what it is told. */
export interface Schedule {
  /** Days from one due date to the next; without meaning where weekdays are fixed. */
  daysPerTurn: number;
  /** Fixed days of the week, 1 (Monday) to 7; none: by `daysPerTurn`. */
  weekdays: number[];
  /** Time of day in the zone: `18:00`; null: that of the due date before. */
  dueTime: string | null;
  /** An IANA zone. */
  timeZone: string;
  /** Hours after the due date before the turn is processed without the missing sheets. */
  graceHours: number;
  /** Hours that must at least lie between the processing of a turn and the next due date. */
  minHours: number;
  blackouts: Blackout[];
}

const HOUR = 3_600_000;
const WEEK_HOURS = 168;
const MAX_DAYS = 365;
const MAX_HOURS = 720;
const MAX_BLACKOUTS = 40;
const MAX_BLACKOUT_DAYS = 366;
/** The most days by which absences may put a date off, counted on the wall of the game's zone. */
const MAX_AWAY_DAYS = 60;
/** Where a game has no time of day for its dates, the first one is at six in the evening. */
const FIRST_TIME = { hour: 18, minute: 0, second: 0, millisecond: 0 };
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const Blackouts = z.array(z.object({ from: z.string(), to: z.string() }));

/** A stored game's schedule. */
export function scheduleOf(game: Omit<Schedule, 'blackouts'> & { blackouts: unknown }): Schedule {
  const { daysPerTurn, weekdays, dueTime, timeZone, graceHours, minHours } = game;
  const blackouts = Blackouts.parse(game.blackouts);
  return { daysPerTurn, weekdays, dueTime, timeZone, graceHours, minHours, blackouts };
}

/**
 * When the next turn's sheets are due: counted from the last date, or from today where the turn was processed
 * later than its grace period. Of turns that are processed early again and again the dates would run away from the
 * present: then it is an earlier date of the same schedule, as long as a whole turn's time is left until it. The clock on the wall counts, daylight saving or not; a time that the clock
 * skips is due as much later as it skips. Too soon, or on a day without due dates: the next moment that is
 * allowed. Null stays null.
 * @param now when the turn before was processed
 */
export function nextDue(previous: Date | null, now: Date, schedule: Schedule): Date | null {
  if (previous === null) return null;
  const due = countedOn(previous, now, schedule);
  if (now >= previous) return due;
  const nearer = nearerDate(previous, now, schedule);
  return nearer < due ? nearer : due;
}

function countedOn(previous: Date, now: Date, schedule: Schedule): Date {
  const zone = schedule.timeZone;
  const late = now.getTime() > previous.getTime() + schedule.graceHours * HOUR;
  const from = DateTime.fromJSDate(late ? now : previous, { zone });
  const fixed = schedule.weekdays.length > 0;
  const min = now.getTime() + Math.max(schedule.minHours * HOUR, 1);
  const day = from.startOf('day').plus({ days: fixed ? 0 : schedule.daysPerTurn });
  const after = fixed ? Math.max(min, from.toMillis() + 1) : min;
  return firstAllowed(day, timeOf(schedule, previous), after, schedule);
}

/** After an early turn: the first date of the schedule that leaves a whole turn's time from now. */
function nearerDate(previous: Date, now: Date, schedule: Schedule): Date {
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
  const early = day.set(time).toMillis() < after;
  return firstAllowed(early ? day.plus({ days: daysPerTurn }) : day, time, after, schedule);
}

/** A date that was looked for around absences. */
export interface DateAround {
  due: Date | null;
  /** The date that the schedule alone gives; null where that is the date. */
  insteadOf: Date | null;
}

/**
 * As `nextDue`, but where the date would fall on a day on which somebody is away, the next allowed day on which
 * nobody is. Absences that would put the date off by more than 60 days do not move it: then it is the schedule's, for
 * a game that waits two months and longer helps nobody, and no row of absences can hold it up for good.
 */
export function nextDueAround(
  previous: Date | null,
  now: Date,
  schedule: Schedule,
  absences: readonly Blackout[],
): DateAround {
  const plain = nextDue(previous, now, schedule);
  const around = nextDue(previous, now, { ...schedule, blackouts: [...schedule.blackouts, ...absences] });
  if (plain === null || around === null) return { due: plain, insteadOf: null };
  const latest = DateTime.fromJSDate(plain, { zone: schedule.timeZone }).plus({ days: MAX_AWAY_DAYS });
  const moved = around > plain && around.getTime() <= latest.toMillis();
  return moved ? { due: around, insteadOf: plain } : { due: plain, insteadOf: null };
}

/** The first due date of a game: one turn's time from today, at the schedule's time of day, absences passed over. */
export function firstDueAround(now: Date, schedule: Schedule, absences: readonly Blackout[]): DateAround {
  const today = DateTime.fromJSDate(now, { zone: schedule.timeZone }).set(FIRST_TIME);
  return nextDueAround(today.toJSDate(), now, schedule, absences);
}

/** The given moment, or the same time on the first day after it on which sheets may be due. Weekdays do not bind. */
export function outsideBlackouts(due: Date, schedule: Schedule): Date {
  const day = DateTime.fromJSDate(due, { zone: schedule.timeZone });
  if (blackoutOf(day, schedule) === null) return due;
  const { hour, minute, second, millisecond } = day;
  const free = { ...schedule, weekdays: [] };
  return firstAllowed(day.startOf('day'), { hour, minute, second, millisecond }, due.getTime(), free);
}

/** The same time on the wall so many days later, on the first day on which sheets may be due. */
export function daysLater(due: Date, days: number, schedule: Schedule): Date {
  const later = DateTime.fromJSDate(due, { zone: schedule.timeZone }).plus({ days });
  return outsideBlackouts(later.toJSDate(), schedule);
}

/** When the server processes the turn by itself. */
export function graceEnd(due: Date, schedule: Pick<Schedule, 'graceHours'>): Date {
  return new Date(due.getTime() + schedule.graceHours * HOUR);
}

/** The days without due dates in which a moment lies; null if in none. */
export function blackoutAt(due: Date, schedule: Schedule): Blackout | null {
  return blackoutOf(DateTime.fromJSDate(due, { zone: schedule.timeZone }), schedule);
}

function firstAllowed(first: DateTime, time: TimeOfDay, after: number, schedule: Schedule): Date {
  let day = first;
  for (;;) {
    const blackout = blackoutOf(day, schedule);
    if (blackout !== null) {
      day = DateTime.fromISO(blackout.to, { zone: schedule.timeZone }).plus({ days: 1 });
      continue;
    }
    const moment = day.set(time);
    if (moment.toMillis() >= after && isTurnDay(day, schedule)) return moment.toJSDate();
    day = day.plus({ days: 1 });
  }
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

/** ISO dates compare as text. */
function blackoutOf(day: DateTime, { blackouts }: Schedule): Blackout | null {
  const date = day.toISODate() ?? '';
  return blackouts.find(({ from, to }) => from <= date && date <= to) ?? null;
}

/** What is wrong with a schedule: `not-days`, `not-weekdays`, `not-time`, `unknown-zone`, `not-hours`, `not-dates`. */
export function scheduleProblems(schedule: Schedule): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  if (!isWhole(schedule.daysPerTurn, 1, MAX_DAYS)) {
    add('daysPerTurn', 'not-days', `The days for a turn are a whole number from 1 to ${MAX_DAYS}.`);
  }
  const days = schedule.weekdays;
  if (new Set(days).size !== days.length || days.some((day) => !isWhole(day, 1, 7))) {
    add('weekdays', 'not-weekdays', 'Weekdays are numbers from 1 (Monday) to 7 (Sunday), each once.');
  }
  if (schedule.dueTime !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(schedule.dueTime)) {
    add('dueTime', 'not-time', 'The time of day is written from 00:00 to 23:59, such as 18:00.');
  }
  if (!isTimeZone(schedule.timeZone)) {
    add('timeZone', 'unknown-zone', 'Name a time zone such as America/New_York or Europe/Berlin.');
  }
  for (const field of ['graceHours', 'minHours'] as const) {
    if (isWhole(schedule[field], 0, MAX_HOURS)) continue;
    add(field, 'not-hours', `Hours are a whole number from 0 to ${MAX_HOURS}.`);
  }
  const wrong = blackoutsProblem(schedule.blackouts);
  if (wrong !== null) add('blackouts', 'not-dates', wrong);
  return problems;
}

function isWhole(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max;
}

function blackoutsProblem(blackouts: readonly Blackout[]): string | null {
  if (blackouts.length > MAX_BLACKOUTS)
    return `At most ${MAX_BLACKOUTS} times without due dates can be kept.`;
  for (const { from, to } of blackouts) {
    const [first, last] = [from, to].map((date) => DateTime.fromFormat(date, 'yyyy-MM-dd', { zone: 'UTC' }));
    if (!first?.isValid || !last?.isValid) {
      return `“${from} to ${to}” was not understood; one looks like 2027-12-20 to 2028-01-03.`;
    }
    const days = last.diff(first, 'days').days;
    if (days < 0 || days > MAX_BLACKOUT_DAYS) {
      return `“${from} to ${to}” must run forward, and over a year at most.`;
    }
  }
  return null;
}

/** How days without due dates are typed: one a line, `2027-12-20` or `2027-12-20 to 2028-01-03`. */
export function readBlackouts(text: string): Blackout[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [from = '', to = from] = line.split(/\s+(?:to|–|-)\s+/);
      return { from, to };
    });
}

/** The other way round. */
export function writeBlackouts(blackouts: readonly Blackout[]): string {
  return blackouts.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join('\n');
}

/**
 * The pace in words: `every 14 days at 18:00`, `every Monday and Thursday`; where the last sheet closes a turn it says
 * so: `every 7 days, or when every sheet is in`.
 */
export function paceInWords(
  schedule: Pick<Schedule, 'daysPerTurn' | 'weekdays' | 'dueTime'> & { processWhenComplete?: boolean },
): string {
  const at = schedule.dueTime === null ? '' : ` at ${schedule.dueTime}`;
  const sooner = schedule.processWhenComplete === true ? ', or when every sheet is in' : '';
  const names = schedule.weekdays.toSorted((a, b) => a - b).map((day) => DAY_NAMES[day - 1] ?? '');
  if (names.length > 0) return `every ${new Intl.ListFormat('en').format(names)}${at}${sooner}`;
  const days = schedule.daysPerTurn === 1 ? 'day' : `${schedule.daysPerTurn} days`;
  return `every ${days}${at}${sooner}`;
}
