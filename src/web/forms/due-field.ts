import { DateTime } from 'luxon';
import type { Problem } from '../../rules/sheet.ts';

/** What a date field sends (`2027-03-31T18:00`), read in the game's zone; blank is no date. */
export function dueFrom(typed: string, zone: string): Date | null | 'unreadable' {
  if (typed.trim() === '') return null;
  const moment = DateTime.fromISO(typed.trim(), { zone });
  return moment.isValid ? moment.toJSDate() : 'unreadable';
}

/** The other way round: a date as a date field shows it. */
export function dueField(due: Date | null, zone: string): string {
  return due === null ? '' : DateTime.fromJSDate(due, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
}

/** The problem of a date field that was not understood. */
export function unreadableDue(): Problem {
  return {
    field: 'due',
    code: 'unreadable',
    message: 'The date was not understood; one looks like 2027-03-31T18:00.',
  };
}
