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
