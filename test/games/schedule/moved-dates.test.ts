import { describe, expect, test } from 'vitest';
import { dueAfterPause, timeOfLaterDates } from '../../../src/games/schedule/moved-dates.ts';
import { nextDue, type Schedule } from '../../../src/games/schedule/schedule.ts';

const plain: Schedule = {
  ...{ daysPerTurn: 7, minutesPerTurn: null, weekdays: [], dueTime: null, timeZone: 'America/New_York' },
  ...{ graceHours: 24, minHours: 0, blackouts: [] },
};

/** Monday, 6 PM in New York, in daylight saving time. */
const due = new Date('2027-06-14T22:00:00Z');
const hoursFromDue = (hours: number) => new Date(due.getTime() + hours * 3_600_000);
/** By how many hours the due date moves. Both times are in hours before (negative) or after the due date. */
function movedBy(paused: number, resumed: number, more: Partial<Schedule> & { autoProcess?: boolean } = {}) {
  const { autoProcess = true, ...schedule } = more;
  const turn = { due, pausedAt: hoursFromDue(paused), autoProcess };
  const moved = dueAfterPause(turn, hoursFromDue(resumed), { ...plain, ...schedule });
  return (moved.getTime() - due.getTime()) / 3_600_000;
}
const MINUTE = 1 / 60;

describe('a pause', () => {
  test.each([
    ['of a minute, days before the due date', -100, -100 + MINUTE, 0],
    ['of a minute, three hours before it', -3, -3 + MINUTE, 0],
    ['of a minute in the grace period', 2, 2 + MINUTE, 0],
    ['of an hour, days before it', -100, -99, 0],
    ['of eleven hours that leaves a day', -35, -24, 0],
    ['of two hours on the last day', -5, -3, 2],
    ['of 90 minutes on the last day: whole hours', -5, -3.5, 2],
    ['of a minute in which the date passed', -MINUTE / 2, MINUTE / 2, 1],
    ['of two hours in which the date passed', -1, 1, 2],
    ['of thirteen hours: a day', -100, -87, 24],
    ['of 36 hours and a bit: two days', -200, -163, 48],
    ['of ten days', -250, -10, 240],
    ['of ten days and ten hours that leaves as much time as before', -3, 247, 264],
    ['of three weeks, hours before the date: hours are left again', -2, 502, 504],
    ['of an hour when the turn was overdue: a day', 10, 11, 48],
  ])('%s', (_, paused, resumed, moved) => {
    expect(movedBy(paused, resumed)).toBe(moved);
  });

  test('of a minute does not keep a date whose grace period it ended', () => {
    expect(movedBy(24 - MINUTE / 2, 24 + MINUTE / 2)).toBe(72);
    // If the GM processes the turns, sheets are taken until then, and nothing ends.
    expect(movedBy(24 - MINUTE / 2, 24 + MINUTE / 2, { autoProcess: false })).toBe(0);
  });

  test('moves no date to a day without due dates', () => {
    const blackouts = [{ from: '2027-06-15', to: '2027-06-16' }];
    expect(movedBy(-100, -80, { blackouts })).toBe(72);
  });

  test('keeps the time of day when the clocks change', () => {
    const turn = { due: new Date('2027-03-12T23:00:00Z'), autoProcess: true };
    const pausedAt = new Date('2027-03-10T23:00:00Z');
    const moved = dueAfterPause({ ...turn, pausedAt }, new Date('2027-03-15T23:00:00Z'), plain);
    expect(moved.toISOString()).toBe('2027-03-17T22:00:00.000Z');
  });
});

describe('the time of day of later due dates', () => {
  const game = { due, dueTime: null, minutesPerTurn: null, timeZone: plain.timeZone };

  test('is that of the old date if a date is set to another time, or to none', () => {
    expect(timeOfLaterDates(game, new Date('2027-06-16T00:37:00Z'))).toBe('18:00');
    expect(timeOfLaterDates(game, null)).toBe('18:00');
  });

  test('is not written into the schedule as long as it follows from the dates', () => {
    expect(timeOfLaterDates(game, new Date('2027-06-20T22:00:00Z'))).toBeNull();
    expect(timeOfLaterDates({ ...game, due: null }, due)).toBeNull();
  });

  test('stays if the schedule has one', () => {
    expect(timeOfLaterDates({ ...game, dueTime: '20:00' }, null)).toBe('20:00');
  });

  test('is none in a live game, whose dates follow each other by minutes', () => {
    expect(timeOfLaterDates({ ...game, minutesPerTurn: 10 }, new Date('2027-06-16T00:37:00Z'))).toBeNull();
  });
});

test('a date that was moved to the morning of its weekday is followed by the next one, not by that evening', () => {
  const mondays = { ...plain, weekdays: [1], dueTime: '18:00' };
  const morning = new Date('2027-06-14T14:00:00Z');
  const next = new Date('2027-06-21T22:00:00Z');
  expect(nextDue(morning, morning, mondays)).toEqual(next);
  // Processed by the server a second after a due date without grace period.
  const now = new Date('2027-06-14T14:00:01Z');
  expect(nextDue(morning, now, { ...mondays, minutesPerTurn: null, graceHours: 0 })).toEqual(next);
});
