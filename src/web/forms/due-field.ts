import { DateTime } from 'luxon';
import { fail, ok, type Result } from '../../rules/result.ts';

/**
 * Reads what a date field sends (`2027-03-31T18:00`) in the game's time zone. Blank is null: no date.
 * Problem, at `due`: `unreadable`.
 */
export function readDueDate(typed: string, zone: string): Result<Date | null> {
  if (typed.trim() === '') return ok(null);
  const moment = DateTime.fromISO(typed.trim(), { zone });
  return moment.isValid
    ? ok(moment.toJSDate())
    : fail('due', 'unreadable', 'Enter the due date and time in this form: 2027-03-31T18:00.');
}

/** The value with which a date field shows a date; blank for none. */
export function dueDateValue(due: Date | null, zone: string): string {
  return due === null ? '' : DateTime.fromJSDate(due, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
}
