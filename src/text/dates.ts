import { DateTime } from 'luxon';

/** A date of a game in words and in its zone: `Friday, December 4, 2026, 6:00 PM (America/New_York)`. */
export function dueInWords(due: Date, zone: string): string {
  const local = DateTime.fromJSDate(due, { zone }).setLocale('en-US');
  return `${local.toFormat('cccc, LLLL d, yyyy, h:mm a')} (${zone})`;
}

/** The date on the wall of a zone at a moment: `2027-12-20`. An unknown zone is taken as UTC. */
export function isoDay(moment: Date, zone: string): string {
  const there = DateTime.fromJSDate(moment, { zone });
  return there.toISODate() ?? moment.toISOString().slice(0, 10);
}

/** Days as pages name them, from ISO dates: `Mon 20 Dec 2027 to Mon 3 Jan 2028`, or one day. */
export function daysOnPage({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  const named = [firstDay, lastDay].map((day) =>
    DateTime.fromISO(day, { zone: 'UTC' }).setLocale('en').toFormat('ccc d LLL yyyy'),
  );
  return firstDay === lastDay ? (named[0] ?? '') : named.join(' to ');
}
