import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  daysLater,
  firstDueAround,
  graceEnd,
  nextDue,
  nextDueAround,
  outsideBlackouts,
  type Schedule,
} from '../../../src/games/schedule/schedule.ts';
import {
  paceInWords,
  readBlackouts,
  scheduleProblems,
  writeBlackouts,
} from '../../../src/games/schedule/schedule-text.ts';
import { runs } from '../../helpers/long.ts';

const NEW_YORK = 'America/New_York';

const plain: Schedule = {
  daysPerTurn: 14,
  minutesPerTurn: null,
  weekdays: [],
  dueTime: null,
  timeZone: NEW_YORK,
  graceHours: 0,
  minHours: 0,
  blackouts: [],
};

function next(previous: string, now: string, more: Partial<Schedule>): string | undefined {
  return nextDue(new Date(previous), new Date(now), { ...plain, ...more })?.toISOString();
}

const iso = (moment: string) => new Date(moment).toISOString();

describe('due dates by interval', () => {
  test.each([
    // On time: counted from the last due date, at the same local time across clock changes.
    ['2027-03-05T23:00:00Z', '2027-03-05T20:00:00Z', 14, '2027-03-19T22:00:00Z'],
    ['2027-10-29T22:00:00Z', '2027-10-30T01:00:00Z', 14, '2027-11-12T23:00:00Z'],
    // Early: counted from the last due date.
    ['2027-06-15T22:00:00Z', '2027-06-14T10:00:00Z', 7, '2027-06-22T22:00:00Z'],
    ['2027-06-15T22:00:00Z', '2027-06-09T10:00:00Z', 7, '2027-06-22T22:00:00Z'],
    // Early by a whole turn: the last due date leaves enough time. By more: an earlier date does.
    ['2027-06-15T22:00:00Z', '2027-06-08T10:00:00Z', 7, '2027-06-15T22:00:00Z'],
    ['2027-06-15T22:00:00Z', '2027-06-01T10:00:00Z', 7, '2027-06-08T22:00:00Z'],
    // Across the start of daylight saving time: a whole turn in local time.
    ['2027-03-20T22:00:00Z', '2027-03-12T23:00:00Z', 7, '2027-03-20T22:00:00Z'],
    ['2027-03-20T22:00:00Z', '2027-03-13T23:00:01Z', 7, '2027-03-27T22:00:00Z'],
    // Days late: counted from today, still at 6 PM.
    ['2027-06-15T22:00:00Z', '2027-06-20T13:37:11Z', 7, '2027-06-27T22:00:00Z'],
    // Late after midnight in UTC is still the same day in New York.
    ['2027-06-15T22:00:00Z', '2027-06-21T02:00:00Z', 7, '2027-06-27T22:00:00Z'],
  ])('due %s, processed %s, %d days: next %s', (previous, now, days, expected) => {
    expect(next(previous, now, { daysPerTurn: days })).toBe(iso(expected));
  });

  test('there is no next due date if there was none', () => {
    expect(nextDue(null, new Date(), plain)).toBeNull();
  });

  test('a turn that is processed after its grace period does not delay the next due date', () => {
    const previous = '2027-06-15T22:00:00Z';
    expect(next(previous, '2027-06-17T22:00:00Z', { daysPerTurn: 7, graceHours: 48 })).toBe(
      iso('2027-06-22T22:00:00Z'),
    );
    expect(next(previous, '2027-06-18T22:00:00Z', { daysPerTurn: 7, graceHours: 48 })).toBe(
      iso('2027-06-25T22:00:00Z'),
    );
  });

  test.each([
    // The server processes turns some time after the grace period, which began at 6 PM on Monday, June 14.
    ['2027-06-15T22:00:01.5Z', 7, 24, 0, '2027-06-21T22:00:00Z'],
    ['2027-06-16T10:00:00Z', 7, 24, 48, '2027-06-21T22:00:00Z'],
    ['2027-06-16T21:59:59Z', 7, 24, 0, '2027-06-21T22:00:00Z'],
    ['2027-06-16T22:00:00Z', 7, 24, 0, '2027-06-23T22:00:00Z'],
    // The next date would leave less than the minimum number of hours.
    ['2027-06-16T10:00:00Z', 3, 24, 48, '2027-06-18T22:00:00Z'],
    // The grace period is as long as a turn, or longer: the next date has passed.
    ['2027-06-15T22:00:01.5Z', 1, 24, 0, '2027-06-16T22:00:00Z'],
    ['2027-06-24T22:00:01.5Z', 7, 240, 0, '2027-07-01T22:00:00Z'],
  ])(
    'processed soon after its grace period, %s: %d days, grace %d h, minimum %d h',
    (now, days, grace, min, due) => {
      const more = { daysPerTurn: days, graceHours: grace, minHours: min };
      expect(next('2027-06-14T22:00:00Z', now, more)).toBe(iso(due));
    },
  );

  test('the seconds that processing takes do not count for the minimum number of hours', () => {
    const more = { daysPerTurn: 3, graceHours: 24, minHours: 48 };
    const due = '2027-06-17T22:00:00Z';
    expect(next('2027-06-14T22:00:00Z', '2027-06-15T22:00:02Z', more)).toBe(iso(due));
    expect(next('2027-06-14T22:00:00Z', '2027-06-15T22:10:00Z', more)).toBe(iso('2027-06-18T22:00:00Z'));
    const weekdays = { weekdays: [1, 4], graceHours: 24, minHours: 48 };
    expect(next('2027-06-14T22:00:00Z', '2027-06-15T22:00:02Z', weekdays)).toBe(iso(due));
  });

  test.each([
    // Due at 6 PM on Monday, June 14, without a minimum number of hours.
    ['2027-06-14T22:09:59Z', 0, '2027-06-15T22:00:00Z'],
    ['2027-06-15T13:59:59Z', 0, '2027-06-15T22:00:00Z'],
    ['2027-06-15T14:00:01Z', 0, '2027-06-16T22:00:00Z'],
    ['2027-06-15T21:59:00Z', 0, '2027-06-16T22:00:00Z'],
    // At the end of the grace period, and before or after it.
    ['2027-06-15T18:00:00Z', 20, '2027-06-15T22:00:00Z'],
    ['2027-06-15T18:09:59Z', 20, '2027-06-15T22:00:00Z'],
    ['2027-06-15T17:00:00Z', 20, '2027-06-15T22:00:00Z'],
    ['2027-06-15T18:10:00Z', 20, '2027-06-15T22:00:00Z'],
    ['2027-06-15T19:00:01Z', 20, '2027-06-16T22:00:00Z'],
  ])(
    'a turn that is processed late leaves hours for the next one: %s, grace %d h',
    (now, graceHours, due) => {
      expect(next('2027-06-14T22:00:00Z', now, { daysPerTurn: 1, graceHours, minHours: 0 })).toBe(iso(due));
      const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], graceHours, minHours: 0 };
      expect(next('2027-06-14T22:00:00Z', now, everyDay)).toBe(iso(due));
    },
  );

  test.each([
    ['2027-06-15T03:59:00Z', 0, '2027-06-16T04:00:00Z'],
    ['2027-06-14T20:00:00Z', 0, '2027-06-15T04:00:00Z'],
    ['2027-06-14T20:00:01Z', 0, '2027-06-16T04:00:00Z'],
    // A longer grace period leaves less for every turn.
    ['2027-06-14T20:01:00Z', 20, '2027-06-16T04:00:00Z'],
  ])(
    'a due date that was moved close to the next one, to %s, leaves hours for the next turn, grace %d h',
    (moved, graceHours, due) => {
      const processed = new Date(new Date(moved).getTime() + graceHours * 3_600_000).toISOString();
      expect(next(moved, processed, { daysPerTurn: 1, dueTime: '00:00', graceHours, minHours: 0 })).toBe(
        iso(due),
      );
    },
  );

  test('the grace period of a weekly game does not move its weekday, also across changes of the clock', () => {
    let due = '2027-10-18T22:00:00Z';
    for (const expected of ['2027-10-25T22:00:00Z', '2027-11-01T22:00:00Z', '2027-11-08T23:00:00Z']) {
      const processed = new Date(new Date(due).getTime() + 24 * 3_600_000 + 1_500).toISOString();
      due = next(due, processed, { daysPerTurn: 7, graceHours: 24, minHours: 48 }) as string;
      expect(due).toBe(iso(expected));
    }
  });

  test.each([
    // The regular date is Monday at 6 PM; the one of this week was moved to the day before.
    ['2027-06-13T21:59:00Z', 24, '2027-06-21T22:00:00Z'],
    ['2027-06-13T21:59:00Z', 0, '2027-06-14T22:00:00Z'],
    ['2027-06-13T13:59:00Z', 24, '2027-06-14T22:00:00Z'],
  ])(
    'a weekly date that was moved, to %s, leaves hours for the next turn, grace %d h',
    (moved, graceHours, due) => {
      const processed = new Date(new Date(moved).getTime() + graceHours * 3_600_000 + 1_500).toISOString();
      const weekly = { weekdays: [1], dueTime: '18:00', graceHours, minHours: 0 };
      expect(next(moved, processed, weekly)).toBe(iso(due));
    },
  );

  test.each([0, 12, 18, 22])(
    'a daily game skips no day, also when the clock is put forward: grace %d h',
    (graceHours) => {
      let due = '2027-03-11T23:00:00Z';
      for (const expected of ['2027-03-12T23:00:00Z', '2027-03-13T23:00:00Z', '2027-03-14T22:00:00Z']) {
        const processed = new Date(new Date(due).getTime() + graceHours * 3_600_000 + 1_500).toISOString();
        due = next(due, processed, { daysPerTurn: 1, graceHours, minHours: 0 }) as string;
        expect(due).toBe(iso(expected));
      }
    },
  );

  test('a time that the clock skips moves by as much as the clock, and is back to normal a day later', () => {
    const at = { daysPerTurn: 1, dueTime: '02:30' };
    const skipped = next('2027-03-13T07:30:00Z', '2027-03-13T07:00:00Z', at);
    expect(skipped).toBe(iso('2027-03-14T07:30:00Z'));
    expect(next(skipped as string, '2027-03-14T07:00:00Z', at)).toBe(iso('2027-03-15T06:30:00Z'));
  });

  test('a time that the clock shows twice is used once', () => {
    const at = { daysPerTurn: 1, dueTime: '01:30' };
    const twice = next('2027-11-06T05:30:00Z', '2027-11-06T05:00:00Z', at);
    expect(twice).toBe(iso('2027-11-07T05:30:00Z'));
    expect(next(twice as string, '2027-11-07T05:00:00Z', at)).toBe(iso('2027-11-08T06:30:00Z'));
  });
});

describe('due dates on fixed weekdays', () => {
  const mondays = { weekdays: [1, 4], dueTime: '18:00' };

  test.each([
    // From Monday, March 8, to Thursday, March 11; to Monday, March 15, across the start of daylight saving time.
    ['2027-03-08T23:00:00Z', '2027-03-08T23:00:01Z', '2027-03-11T23:00:00Z'],
    ['2027-03-11T23:00:00Z', '2027-03-11T23:00:01Z', '2027-03-15T22:00:00Z'],
    // Across its end: from Thursday, November 4, to Monday, November 8.
    ['2027-11-04T22:00:00Z', '2027-11-04T22:00:01Z', '2027-11-08T23:00:00Z'],
    // Processed early on Saturday: the next turn is due on Thursday, not on Monday.
    ['2027-03-15T22:00:00Z', '2027-03-13T10:00:00Z', '2027-03-18T22:00:00Z'],
    // Processed on the Thursday before: Monday leaves half a week, the time for a whole turn.
    ['2027-03-15T22:00:00Z', '2027-03-12T00:00:00Z', '2027-03-15T22:00:00Z'],
    // Processed late, on Wednesday: due on Thursday.
    ['2027-03-15T22:00:00Z', '2027-03-17T10:00:00Z', '2027-03-18T22:00:00Z'],
  ])('due %s, processed %s: next %s', (previous, now, expected) => {
    expect(next(previous, now, mondays)).toBe(iso(expected));
  });

  test('not sooner than the minimum number of hours allows', () => {
    const late = ['2027-03-15T22:00:00Z', '2027-03-17T10:00:00Z'] as const;
    expect(next(...late, { ...mondays, minHours: 48 })).toBe(iso('2027-03-22T22:00:00Z'));
  });
});

test('due dates skip blackouts', () => {
  const blackouts = [
    { from: '2027-12-20', to: '2028-01-03' },
    { from: '2028-01-04', to: '2028-01-05' },
  ];
  const from = ['2027-12-13T23:00:00Z', '2027-12-13T20:00:00Z'] as const;
  expect(next(...from, { blackouts })).toBe(iso('2028-01-06T23:00:00Z'));
  expect(next(...from, { blackouts, weekdays: [1], dueTime: '18:00' })).toBe(iso('2028-01-10T23:00:00Z'));
  const schedule = { ...plain, blackouts };
  expect(outsideBlackouts(new Date('2027-12-31T23:00:00Z'), schedule).toISOString()).toBe(
    iso('2028-01-06T23:00:00Z'),
  );
  expect(daysLater(new Date('2027-12-18T23:00:00Z'), 1, schedule).toISOString()).toBe(
    iso('2027-12-19T23:00:00Z'),
  );
});

describe('avoiding absences', () => {
  const around = (previous: string, absences: [string, string][], more: Partial<Schedule> = {}) => {
    const moment = new Date(previous);
    const days = absences.map(([from, to]) => ({ from, to }));
    const { due, insteadOf } = nextDueAround(moment, moment, { ...plain, ...more }, days);
    return [due?.toISOString(), insteadOf?.toISOString() ?? null];
  };
  // Two weeks later is Friday, March 19, 6 PM in New York; daylight saving time starts on March 14.
  const before = '2027-03-05T23:00:00Z';
  const regular = iso('2027-03-19T22:00:00Z');

  test.each<[string, [string, string][], Partial<Schedule>, string]>([
    ['an absence that ends before the due date', [['2027-03-10', '2027-03-18']], {}, '2027-03-19T22:00:00Z'],
    ['an absence that ends on the due date', [['2027-03-10', '2027-03-19']], {}, '2027-03-20T22:00:00Z'],
    ['an absence on the due date only', [['2027-03-19', '2027-03-19']], {}, '2027-03-20T22:00:00Z'],
    [
      'several consecutive and overlapping absences, in any order',
      [
        ['2027-03-24', '2027-03-30'],
        ['2027-03-18', '2027-03-21'],
        ['2027-03-22', '2027-03-26'],
        ['2027-03-25', '2027-03-25'],
      ],
      {},
      '2027-03-31T22:00:00Z',
    ],
    [
      'a free day between two absences',
      [
        ['2027-03-19', '2027-03-21'],
        ['2027-03-23', '2027-03-30'],
      ],
      {},
      '2027-03-22T22:00:00Z',
    ],
    [
      'an absence that ends where a blackout begins',
      [['2027-03-19', '2027-03-21']],
      { blackouts: [{ from: '2027-03-22', to: '2027-03-24' }] },
      '2027-03-25T22:00:00Z',
    ],
    [
      'an absence that begins where a blackout ends',
      [['2027-03-22', '2027-03-24']],
      { blackouts: [{ from: '2027-03-18', to: '2027-03-21' }] },
      '2027-03-25T22:00:00Z',
    ],
    [
      'the next of fixed weekdays',
      [['2027-03-08', '2027-03-09']],
      { weekdays: [1, 4], dueTime: '18:00' },
      '2027-03-11T23:00:00Z',
    ],
    [
      'an absence across the start of daylight saving time',
      [['2027-03-08', '2027-03-14']],
      { weekdays: [1, 4], dueTime: '18:00' },
      '2027-03-15T22:00:00Z',
    ],
  ])('%s', (_name, absences, more, expected) => {
    const without = next(before, before, more);
    const moved = without === iso(expected) ? null : without;
    expect(around(before, absences, more)).toEqual([iso(expected), moved]);
  });

  test('delays a due date by up to sixty days in local time, also across a change of the clocks', () => {
    // The sixtieth day after March 19 is May 18; after October 1 it is November 30, after the end of daylight saving time.
    expect(around(before, [['2027-03-19', '2027-05-17']])).toEqual([iso('2027-05-18T22:00:00Z'), regular]);
    expect(around(before, [['2027-03-19', '2027-05-18']])).toEqual([regular, null]);
    // In winter, 6 PM in New York is an hour later in UTC.
    const winter = '2027-02-19T23:00:00Z';
    const inMarch = iso('2027-03-05T23:00:00Z');
    expect(around(winter, [['2027-03-05', '2027-05-03']])).toEqual([iso('2027-05-04T22:00:00Z'), inMarch]);
    expect(around(winter, [['2027-03-05', '2027-05-04']])).toEqual([inMarch, null]);
    const autumn = '2027-09-17T22:00:00Z';
    expect(around(autumn, [['2027-10-01', '2027-11-29']])[0]).toBe(iso('2027-11-30T23:00:00Z'));
    expect(around(autumn, [['2027-10-01', '2027-11-30']])).toEqual([iso('2027-10-01T22:00:00Z'), null]);
  });

  test('counts days in the game’s time zone', () => {
    // 11:30 PM on the 19th in New York is the 20th in UTC.
    const late = '2027-03-06T04:30:00Z';
    expect(around(late, [['2027-03-20', '2027-03-20']])).toEqual([iso('2027-03-20T03:30:00Z'), null]);
    expect(around(late, [['2027-03-19', '2027-03-19']])[0]).toBe(iso('2027-03-21T03:30:00Z'));
  });

  test('gives no due date if there was none', () => {
    const absences = [{ from: '2027-03-19', to: '2027-03-20' }];
    expect(nextDueAround(null, new Date(before), plain, absences)).toEqual({ due: null, insteadOf: null });
  });
});

test('the first due date is one turn from today, at 6 PM or the schedule’s time of day', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  const first = (more: Partial<Schedule>, absences: { from: string; to: string }[] = []) =>
    firstDueAround(now, { ...plain, ...more }, absences).due?.toISOString();
  expect(first({})).toBe(iso('2027-03-15T22:00:00Z'));
  expect(first({ dueTime: '20:30' })).toBe(iso('2027-03-16T00:30:00Z'));
  expect(first({ weekdays: [2], dueTime: '20:00' })).toBe(iso('2027-03-03T01:00:00Z'));
  expect(first({ blackouts: [{ from: '2027-03-15', to: '2027-03-15' }] })).toBe(iso('2027-03-16T22:00:00Z'));
  expect(first({}, [{ from: '2027-03-15', to: '2027-03-16' }])).toBe(iso('2027-03-17T22:00:00Z'));
});

const zones = [NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
const moments = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2030-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const dates = moments.map((date) => date.toISOString().slice(0, 10));
const blackouts = fc
  .tuple(dates, fc.integer({ min: 0, max: 300 }))
  .map(([from, days]) => ({ from, to: DateTime.fromISO(from).plus({ days }).toISODate() as string }));
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const schedules: fc.Arbitrary<Schedule> = fc.record({
  daysPerTurn: fc.integer({ min: 1, max: 365 }),
  minutesPerTurn: fc.constant(null),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
  dueTime: fc.option(times),
  timeZone: fc.constantFrom(...zones),
  graceHours: fc.integer({ min: 0, max: 720 }),
  minHours: fc.integer({ min: 0, max: 720 }),
  blackouts: fc.array(blackouts, { maxLength: 5 }),
});

describe('for every schedule', () => {
  test('absences delay a due date by up to sixty days, to a day of the schedule on which no one is away', () => {
    fc.assert(
      fc.property(
        schedules,
        moments,
        fc.array(fc.tuple(fc.integer({ min: -30, max: 90 }), fc.integer({ min: 0, max: 59 })), {
          maxLength: 6,
        }),
        (schedule, previous, wishes) => {
          const regular = nextDue(previous, previous, schedule) as Date;
          const zone = schedule.timeZone;
          const start = DateTime.fromJSDate(regular, { zone });
          const absences = wishes.map(([after, days]) => ({
            from: start.plus({ days: after }).toISODate() as string,
            to: start.plus({ days: after + days }).toISODate() as string,
          }));
          const { due, insteadOf } = nextDueAround(previous, previous, schedule, absences);
          if (insteadOf === null) {
            expect(due).toEqual(regular);
            return;
          }
          expect(insteadOf).toEqual(regular);
          const local = DateTime.fromJSDate(due as Date, { zone });
          const date = local.toISODate() as string;
          expect(absences.some(({ from, to }) => from <= date && date <= to)).toBe(false);
          expect(outsideBlackouts(due as Date, schedule)).toEqual(due);
          if (schedule.weekdays.length > 0) expect(schedule.weekdays).toContain(local.weekday);
          expect(local.startOf('day').diff(start.startOf('day'), 'days').days).toBeLessThanOrEqual(60);
          expect((due as Date) > regular).toBe(true);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('it is valid, and the next due date follows all of it', () => {
    fc.assert(
      fc.property(schedules, moments, moments, (schedule, previous, now) => {
        expect(scheduleProblems(schedule)).toEqual([]);
        const due = nextDue(previous, now, schedule) as Date;
        const hours = (due.getTime() - now.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(schedule.minHours);
        expect(due > now).toBe(true);
        const local = DateTime.fromJSDate(due, { zone: schedule.timeZone });
        const day = local.toISODate() as string;
        expect(schedule.blackouts.filter(({ from, to }) => from <= day && day <= to)).toEqual([]);
        if (schedule.weekdays.length > 0) expect(schedule.weekdays).toContain(local.weekday);
        else if (now >= previous && now < graceEnd(previous, schedule)) {
          const last = DateTime.fromJSDate(previous, { zone: schedule.timeZone });
          const days = local.startOf('day').diff(last.startOf('day'), 'days').days;
          expect(days).toBeGreaterThanOrEqual(schedule.daysPerTurn);
        }
        // The local time is the time of day, unless the clock skips it that day.
        const timeOfDay =
          schedule.dueTime ?? DateTime.fromJSDate(previous, { zone: schedule.timeZone }).toFormat('HH:mm');
        const [hour, minute] = timeOfDay.split(':').map(Number) as [number, number];
        const expected = DateTime.fromObject(
          { year: local.year, month: local.month, day: local.day, hour, minute },
          { zone: schedule.timeZone },
        );
        expect(local.toFormat('HH:mm')).toBe(expected.toFormat('HH:mm'));
      }),
      { numRuns: runs(100) },
    );
  });

  test('due dates always move forward', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, first) => {
        let due = first;
        for (let turn = 0; turn < 20; turn += 1) {
          const after = nextDue(due, due, schedule) as Date;
          expect(after > due).toBe(true);
          due = after;
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('due dates after early processing leave the time for one turn, and never for two', () => {
    const wholeTurn = (schedule: Schedule, now: Date, turns: number) => {
      const { weekdays, daysPerTurn } = schedule;
      const time =
        weekdays.length > 0 ? { hours: (168 * turns) / weekdays.length } : { days: daysPerTurn * turns };
      return DateTime.fromJSDate(now, { zone: schedule.timeZone }).plus(time).toMillis();
    };
    const early = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(schedules, moments, early, (anySchedule, first, hours) => {
        const schedule = { ...anySchedule, blackouts: [], minHours: 0, graceHours: 0 };
        let due = first;
        let now = first;
        for (const wait of hours) {
          now = new Date(Math.min(now.getTime() + wait * 3_600_000, due.getTime()));
          const before = due;
          due = nextDue(before, now, schedule) as Date;
          if (now < before && due <= before)
            expect(due.getTime()).toBeGreaterThanOrEqual(wholeTurn(schedule, now, 1));
          // Waiting for a weekday takes up to a week, and a clock change up to an hour.
          const slack = (schedule.weekdays.length > 0 ? 168 : 24) * 3_600_000;
          expect(due.getTime()).toBeLessThanOrEqual(wholeTurn(schedule, now, 2) + slack);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('an extension never ends in a blackout, and is never shorter than requested', () => {
    fc.assert(
      fc.property(schedules, moments, fc.integer({ min: 1, max: 60 }), (schedule, due, days) => {
        const later = DateTime.fromJSDate(daysLater(due, days, schedule), { zone: schedule.timeZone });
        const day = later.toISODate() as string;
        expect(schedule.blackouts.filter(({ from, to }) => from <= day && day <= to)).toEqual([]);
        const before = DateTime.fromJSDate(due, { zone: schedule.timeZone });
        expect(later.startOf('day').diff(before.startOf('day'), 'days').days).toBeGreaterThanOrEqual(days);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('an invalid schedule', () => {
  test.each<[Partial<Schedule>, string[]]>([
    [{ daysPerTurn: 0 }, ['not-days']],
    [{ daysPerTurn: 1.5, timeZone: 'Mars/Olympus' }, ['not-days', 'unknown-zone']],
    [{ weekdays: [1, 1] }, ['not-weekdays']],
    [{ weekdays: [8] }, ['not-weekdays']],
    [{ dueTime: '24:00' }, ['not-time']],
    [{ dueTime: '6 PM' }, ['not-time']],
    [{ graceHours: -1, minHours: 721 }, ['not-hours', 'not-hours']],
    [{ blackouts: [{ from: '2027-02-30', to: '2027-03-01' }] }, ['not-dates']],
    [{ blackouts: [{ from: '2027-03-02', to: '2027-03-01' }] }, ['not-dates']],
    [{ blackouts: [{ from: '2027-03-02', to: '2029-03-01' }] }, ['not-dates']],
    [
      { blackouts: Array.from({ length: 41 }, () => ({ from: '2027-03-01', to: '2027-03-01' })) },
      ['not-dates'],
    ],
  ])('with %j has the problems %j', (more, codes) => {
    expect(scheduleProblems({ ...plain, ...more }).map((problem) => problem.code)).toEqual(codes);
  });
});

test('blackouts are read one per line, and written back unchanged', () => {
  const typed = readBlackouts('2027-12-20 to 2028-01-03\r\n\n 2028-07-04 \nChristmas\n');
  expect(typed).toEqual([
    { from: '2027-12-20', to: '2028-01-03' },
    { from: '2028-07-04', to: '2028-07-04' },
    { from: 'Christmas', to: 'Christmas' },
  ]);
  expect(readBlackouts(writeBlackouts(typed))).toEqual(typed);
});

test('the pace is described in words', () => {
  expect(paceInWords(plain)).toBe('every 14 days');
  expect(paceInWords({ ...plain, processWhenComplete: true })).toBe(
    'every 14 days, or sooner if every sheet is in',
  );
  expect(paceInWords({ ...plain, daysPerTurn: 1, dueTime: '06:00' })).toBe('every day at 6:00 AM');
  expect(paceInWords({ ...plain, weekdays: [5, 1], dueTime: '18:00' })).toBe(
    'every Monday and Friday at 6:00 PM',
  );
});
