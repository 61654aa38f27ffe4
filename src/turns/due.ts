import { DateTime, IANAZone } from 'luxon';

/** Is it a zone of the IANA database, such as `America/New_York`? */
export function isTimeZone(zone: string): boolean {
  return IANAZone.isValidZone(zone);
}

/** A date of a game in words and in its zone: `Friday, December 4, 2026, 6:00 PM (America/New_York)`. */
export function dueInWords(due: Date, zone: string): string {
  const local = DateTime.fromJSDate(due, { zone }).setLocale('en-US');
  return `${local.toFormat('cccc, LLLL d, yyyy, h:mm a')} (${zone})`;
}
