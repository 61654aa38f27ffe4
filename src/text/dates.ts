// How dates are worded for people (docs/style.md, "Dates and times"). No other file formats a date for a person.
import { DateTime, IANAZone } from 'luxon';

/** The earliest and the latest day of something, both included, as ISO dates: `2027-12-20`. */
export interface DayRange {
  firstDay: string;
  lastDay: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A moment in words in an IANA time zone: `Sat, Dec 19, 2026, 6:00 PM EST`. An unknown zone is read as UTC.
 */
export function formatDateTime(moment: Date, zone: string): string {
  const parts = Object.fromEntries(
    dateTimeFormat(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
  const { weekday, month, day, year, hour, minute, dayPeriod, timeZoneName } = parts;
  return `${weekday}, ${month} ${day}, ${year}, ${hour}:${minute} ${dayPeriod} ${timeZoneName}`;
}

/** Formats by zone. Luxon makes a new one for the name of the zone of each date, which takes most of the time of a long list. */
const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

/** The format of a zone; that of UTC for an unknown one. */
function dateTimeFormat(zone: string): Intl.DateTimeFormat {
  const known = dateTimeFormats.get(zone);
  if (known !== undefined) return known;
  // Names that are not known are not kept, because there is no end of them.
  if (!IANAZone.isValidZone(zone)) return dateTimeFormat('UTC');
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, timeZoneName: 'short', weekday: 'short', year: 'numeric', month: 'short' },
    ...{ day: 'numeric', hour: 'numeric', minute: '2-digit', hour12: true },
  });
  dateTimeFormats.set(zone, format);
  return format;
}

/**
 * As `formatDateTime`, followed by the reader's own time if the reader's zone shows another one:
 * `Sat, Dec 19, 2026, 6:00 PM EST (Sun, Dec 20, 2026, 12:00 AM GMT+1 for you)`.
 * @param readerZone null if the reader's zone is not known
 */
export function formatDateTimeFor(moment: Date, zone: string, readerZone: string | null): string {
  const there = formatDateTime(moment, zone);
  if (readerZone === null || readerZone === zone) return there;
  if (local(moment, zone).offset === local(moment, readerZone).offset) return there;
  return `${there} (${formatDateTime(moment, readerZone)} for you)`;
}

/** How far away a moment is: `in 5 days`, `in 3 hours`, `20 minutes ago`, `now`. Rounded down to the largest unit. */
export function formatDistance(moment: Date, now: Date): string {
  const distance = moment.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < MINUTE) return 'now';
  const [count, unit] =
    size >= DAY
      ? [Math.floor(size / DAY), 'day']
      : size >= HOUR
        ? [Math.floor(size / HOUR), 'hour']
        : [Math.floor(size / MINUTE), 'minute'];
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return distance > 0 ? `in ${words}` : `${words} ago`;
}

/**
 * A date to come that the reader has to meet, with its distance: `Sat, Dec 19, 2026, 6:00 PM EST, in 5 days`. Only for
 * what is read at once, such as mail; printouts are read later.
 */
export function formatDateToMeet(moment: Date, zone: string, now: Date): string {
  const date = formatDateTime(moment, zone);
  return moment > now ? `${date}, ${formatDistance(moment, now)}` : date;
}

/** A day in words, from an ISO date: `Mon, Dec 20, 2027`. */
export function formatDay(isoDate: string): string {
  return DateTime.fromISO(isoDate, { zone: 'UTC' }).setLocale('en-US').toFormat('ccc, LLL d, yyyy');
}

/** Days in words: `Mon, Dec 20, 2027, to Mon, Jan 3, 2028`, or a single day. */
export function formatDayRange({ firstDay, lastDay }: DayRange): string {
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)}, to ${formatDay(lastDay)}`;
}

/** The ISO date of a moment in a zone: `2027-12-20`. An unknown zone is read as UTC. */
export function isoDay(moment: Date, zone: string): string {
  return local(moment, zone).toFormat('yyyy-MM-dd');
}

/** A time of day in words, from `18:00`: `6:00 PM`. */
export function formatTimeOfDay(time: string): string {
  return DateTime.fromFormat(time, 'HH:mm', { zone: 'UTC' }).setLocale('en-US').toFormat('h:mm a');
}

function local(moment: Date, zone: string): DateTime {
  const there = DateTime.fromJSDate(moment, { zone });
  return (there.isValid ? there : DateTime.fromJSDate(moment, { zone: 'UTC' })).setLocale('en-US');
}
