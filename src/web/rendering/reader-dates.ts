import { formatDateTimeFor, formatDistance } from '../../text/dates.ts';

/** The dates of one game as one reader sees them. */
export interface ReaderDates {
  /** `Sat, Dec 19, 2026, 6:00 PM EST`, with the reader's own time if it differs; `—` for null. */
  date(moment: Date | null): string;
  /** A date to meet: as `date`, followed by the distance: `…, in 5 days`, or `…, overdue`. */
  due(moment: Date | null): string;
}

/**
 * Dates in the zone of a game.
 * @param options.readerZone null if no one is signed in
 */
export function readerDates(options: { zone: string; readerZone: string | null; now: Date }): ReaderDates {
  const { zone, readerZone, now } = options;
  const date = (moment: Date | null) => (moment === null ? '—' : formatDateTimeFor(moment, zone, readerZone));
  return {
    date,
    due: (moment) =>
      moment === null ? '—' : `${date(moment)}, ${moment > now ? formatDistance(moment, now) : 'overdue'}`,
  };
}
