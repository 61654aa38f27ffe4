import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  formatDateTime,
  formatDateTimeFor,
  formatDateToMeet,
  formatDay,
  formatDayRange,
  formatDistance,
  formatTimeOfDay,
  isoDay,
} from '../../src/text/dates.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';
/** Half past midnight in Berlin, still the day before in New York. */
const EVENING = new Date('2026-12-19T23:30:00Z');

describe('formatDateTime', () => {
  test('words a moment in the time zone', () => {
    expect(formatDateTime(EVENING, NEW_YORK)).toBe('Sat, Dec 19, 2026, 6:30 PM EST');
    expect(formatDateTime(EVENING, BERLIN)).toBe('Sun, Dec 20, 2026, 12:30 AM GMT+1');
    expect(formatDateTime(EVENING, 'UTC')).toBe('Sat, Dec 19, 2026, 11:30 PM UTC');
  });

  test('follows daylight saving time', () => {
    // On November 1, 2026, the hour from 1 AM to 2 AM comes twice in New York.
    expect(formatDateTime(new Date('2026-11-01T05:30:00Z'), NEW_YORK)).toBe('Sun, Nov 1, 2026, 1:30 AM EDT');
    expect(formatDateTime(new Date('2026-11-01T06:30:00Z'), NEW_YORK)).toBe('Sun, Nov 1, 2026, 1:30 AM EST');
    // On March 8, 2026, 2 AM is followed at once by 3 AM.
    expect(formatDateTime(new Date('2026-03-08T06:59:00Z'), NEW_YORK)).toBe('Sun, Mar 8, 2026, 1:59 AM EST');
    expect(formatDateTime(new Date('2026-03-08T07:00:00Z'), NEW_YORK)).toBe('Sun, Mar 8, 2026, 3:00 AM EDT');
  });

  test('calls noon and midnight 12', () => {
    expect(formatDateTime(new Date('2026-07-04T12:00:00Z'), 'UTC')).toBe('Sat, Jul 4, 2026, 12:00 PM UTC');
    expect(formatDateTime(new Date('2026-07-04T00:00:00Z'), 'UTC')).toBe('Sat, Jul 4, 2026, 12:00 AM UTC');
  });

  test('words every moment as Luxon does', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
    const moments = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
        const there = DateTime.fromJSDate(moment, { zone }).setLocale('en-US');
        expect(formatDateTime(moment, zone)).toBe(there.toFormat('ccc, LLL d, yyyy, h:mm a ZZZZ'));
      }),
      { numRuns: 1000 },
    );
  });

  test('reads an unknown zone as UTC', () => {
    expect(formatDateTime(EVENING, 'Mars/Olympus_Mons')).toBe(formatDateTime(EVENING, 'UTC'));
    expect(formatDateTime(EVENING, '')).toBe(formatDateTime(EVENING, 'UTC'));
  });
});

describe('formatDateTimeFor', () => {
  test('adds the time of the reader', () => {
    expect(formatDateTimeFor(EVENING, NEW_YORK, BERLIN)).toBe(
      'Sat, Dec 19, 2026, 6:30 PM EST (Sun, Dec 20, 2026, 12:30 AM GMT+1 for you)',
    );
  });

  test('adds nothing if the clocks of the reader show the same time', () => {
    const plain = formatDateTime(EVENING, NEW_YORK);
    expect(formatDateTimeFor(EVENING, NEW_YORK, NEW_YORK)).toBe(plain);
    expect(formatDateTimeFor(EVENING, NEW_YORK, 'America/Toronto')).toBe(plain);
    expect(formatDateTimeFor(EVENING, NEW_YORK, null)).toBe(plain);
  });

  test('compares the clocks at that moment, not the zones', () => {
    const [winter, summer] = [new Date('2026-01-15T18:00:00Z'), new Date('2026-07-15T18:00:00Z')];
    // Phoenix has no daylight saving time, Denver has.
    expect(formatDateTimeFor(winter, 'America/Denver', 'America/Phoenix')).not.toContain('for you');
    expect(formatDateTimeFor(summer, 'America/Denver', 'America/Phoenix')).toBe(
      'Wed, Jul 15, 2026, 12:00 PM MDT (Wed, Jul 15, 2026, 11:00 AM MST for you)',
    );
  });

  test('reads an unknown zone of the reader as UTC', () => {
    expect(formatDateTimeFor(EVENING, NEW_YORK, 'Mars/Olympus_Mons')).toContain('11:30 PM UTC for you');
  });
});

test('formatDateToMeet says how far away a date is, unless it has passed', () => {
  const daysBefore = (days: number) => new Date(EVENING.getTime() - days * 86_400_000);
  expect(formatDateToMeet(EVENING, NEW_YORK, daysBefore(5))).toBe(
    'Sat, Dec 19, 2026, 6:30 PM EST, in 5 days',
  );
  expect(formatDateToMeet(EVENING, NEW_YORK, daysBefore(-1))).toBe('Sat, Dec 19, 2026, 6:30 PM EST');
});

describe('formatDistance', () => {
  const now = new Date('2026-12-19T12:00:00Z');
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

  test.each([
    [0, 'now'],
    [59 * second, 'now'],
    [-59 * second, 'now'],
    [minute, 'in 1 minute'],
    [2 * minute - 1, 'in 1 minute'],
    [59 * minute, 'in 59 minutes'],
    [hour, 'in 1 hour'],
    [3 * hour + 59 * minute, 'in 3 hours'],
    [day - 1, 'in 23 hours'],
    [day, 'in 1 day'],
    [5 * day + 23 * hour, 'in 5 days'],
    [400 * day, 'in 400 days'],
    [-minute, '1 minute ago'],
    [-20 * minute, '20 minutes ago'],
    [-hour, '1 hour ago'],
    [-2 * day, '2 days ago'],
  ])('words %d milliseconds as “%s”', (distance, words) => {
    expect(formatDistance(new Date(now.getTime() + distance), now)).toBe(words);
  });
});

describe('days', () => {
  test('are worded without a time', () => {
    expect(formatDay('2027-12-20')).toBe('Mon, Dec 20, 2027');
    expect(formatDay('2028-02-29')).toBe('Tue, Feb 29, 2028');
  });

  test('are worded as a range, or as a single day', () => {
    expect(formatDayRange({ firstDay: '2027-12-20', lastDay: '2028-01-03' })).toBe(
      'Mon, Dec 20, 2027, to Mon, Jan 3, 2028',
    );
    expect(formatDayRange({ firstDay: '2027-12-20', lastDay: '2027-12-20' })).toBe('Mon, Dec 20, 2027');
  });

  test('of a moment depend on the time zone', () => {
    expect(isoDay(EVENING, NEW_YORK)).toBe('2026-12-19');
    expect(isoDay(EVENING, BERLIN)).toBe('2026-12-20');
    expect(isoDay(EVENING, 'Mars/Olympus_Mons')).toBe('2026-12-19');
  });
});

test('a time of day is shown on a 12-hour clock', () => {
  expect(['00:00', '06:05', '12:00', '18:30'].map(formatTimeOfDay)).toEqual([
    ...['12:00 AM', '6:05 AM', '12:00 PM', '6:30 PM'],
  ]);
});
