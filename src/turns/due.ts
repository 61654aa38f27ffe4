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

/**
 * When the next turn's sheets are due: `days` after the last date, or after today where the turn was
 * processed late, at the same local time in the game's zone, daylight saving or not. Null stays null.
 */
export function nextDue(previous: Date | null, now: Date, days: number, zone: string): Date | null {
  if (previous === null) return null;
  const last = DateTime.fromJSDate(previous, { zone });
  const from = now > previous ? DateTime.fromJSDate(now, { zone }) : last;
  const { hour, minute, second, millisecond } = last;
  // The days first, then the time: a day on which the clock is put back or forward is still one day.
  return from.plus({ days }).set({ hour, minute, second, millisecond }).toJSDate();
}
