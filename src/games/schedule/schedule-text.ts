import { DateTime } from 'luxon';
import { isTimeZone } from '../../accounts/time-zone.ts';
import type { Blackout } from '../../database/json-types.ts';
import { counted } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';
import { formatTimeOfDay } from '../../text/dates.ts';
import type { Schedule } from './schedule.ts';

/* A schedule as people type and read it. */

const MAX_DAYS = 365;
const MAX_HOURS = 720;
const MAX_BLACKOUTS = 40;
const MAX_BLACKOUT_DAYS = 366;
/** The range of `minutesPerTurn`. A game with longer turns is not live: its players want reminders and blackouts. */
const LIVE_MINUTES = { min: 2, max: 240 } as const;
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The problems of a schedule that someone typed: `not-days`, `not-live`, `not-weekdays`, `not-time`, `unknown-zone`, `not-hours`, `not-dates`. */
export function scheduleProblems(schedule: Schedule): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  if (!isWhole(schedule.daysPerTurn, 1, MAX_DAYS)) {
    add('daysPerTurn', 'not-days', `Enter a whole number of days from 1 to ${MAX_DAYS}.`);
  }
  const { minutesPerTurn } = schedule;
  if (minutesPerTurn !== null && !isWhole(minutesPerTurn, LIVE_MINUTES.min, LIVE_MINUTES.max)) {
    const { min, max } = LIVE_MINUTES;
    const message = `Enter a whole number of minutes from ${min} to ${max}, or leave the field blank.`;
    add('minutesPerTurn', 'not-live', message);
  }
  const days = schedule.weekdays;
  if (new Set(days).size !== days.length || days.some((day) => !isWhole(day, 1, 7))) {
    add('weekdays', 'not-weekdays', 'Choose each weekday at most once, from 1 (Monday) to 7 (Sunday).');
  }
  if (schedule.dueTime !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(schedule.dueTime)) {
    add('dueTime', 'not-time', 'Enter a time from 00:00 to 23:59, such as 18:00.');
  }
  if (!isTimeZone(schedule.timeZone)) {
    add('timeZone', 'unknown-zone', 'Choose a time zone such as America/New_York or Europe/Berlin.');
  }
  for (const field of ['graceHours', 'minHours'] as const) {
    if (isWhole(schedule[field], 0, MAX_HOURS)) continue;
    add(field, 'not-hours', `Enter a whole number of hours from 0 to ${MAX_HOURS}.`);
  }
  return [...problems, ...blackoutProblems(schedule.blackouts)];
}

function isWhole(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max;
}

/** At most one problem, `not-dates`: the first one that is found. */
function blackoutProblems(blackouts: readonly Blackout[]): Problem[] {
  const problem = (message: string) => [{ field: 'blackouts', code: 'not-dates', message }];
  if (blackouts.length > MAX_BLACKOUTS) return problem(`Enter at most ${MAX_BLACKOUTS} lines.`);
  for (const { from, to } of blackouts) {
    const typed = from === to ? from : `${from} to ${to}`;
    const [first, last] = [from, to].map((date) => DateTime.fromFormat(date, 'yyyy-MM-dd', { zone: 'UTC' }));
    if (!first?.isValid || !last?.isValid) {
      return problem(`“${typed}” is not a date or a range. Write 2027-12-20, or 2027-12-20 to 2028-01-03.`);
    }
    const days = last.diff(first, 'days').days;
    if (days < 0) return problem(`“${typed}” ends before it begins.`);
    if (days > MAX_BLACKOUT_DAYS) return problem(`“${typed}” is longer than a year.`);
  }
  return [];
}

/** Reads typed blackouts, one per line: `2027-12-20` or `2027-12-20 to 2028-01-03`. Does not check the dates. */
export function readBlackouts(text: string): Blackout[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [from = '', to = from] = line.split(/\s(?:to|–|-)\s/);
      return { from: from.trim(), to: to.trim() };
    });
}

/** Writes blackouts as `readBlackouts` reads them, for a form. */
export function writeBlackouts(blackouts: readonly Blackout[]): string {
  return blackouts.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join('\n');
}

/**
 * How often sheets are due, in words that follow "Sheets are due": `every 14 days at 6:00 PM`,
 * `every Monday and Thursday`, `every 10 minutes`. If the last sheet ends the turn: `every 7 days, or sooner if every sheet is in`.
 */
export function paceInWords(
  schedule: Pick<Schedule, 'daysPerTurn' | 'minutesPerTurn' | 'weekdays' | 'dueTime'> & {
    processWhenComplete?: boolean;
  },
): string {
  const time = schedule.dueTime === null ? '' : ` at ${formatTimeOfDay(schedule.dueTime)}`;
  const sooner = schedule.processWhenComplete === true ? ', or sooner if every sheet is in' : '';
  if (schedule.minutesPerTurn !== null) return `every ${counted(schedule.minutesPerTurn, 'minute')}${sooner}`;
  const names = schedule.weekdays.toSorted((a, b) => a - b).map((day) => DAY_NAMES[day - 1] ?? '');
  if (names.length > 0) return `every ${new Intl.ListFormat('en-US').format(names)}${time}${sooner}`;
  const days = schedule.daysPerTurn === 1 ? 'day' : `${schedule.daysPerTurn} days`;
  return `every ${days}${time}${sooner}`;
}
