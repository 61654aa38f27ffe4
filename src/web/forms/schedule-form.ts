import { z } from 'zod';
import { readBlackouts, writeBlackouts } from '../../games/schedule/schedule.ts';
import type { SchedulePolicy } from '../../games/schedule/schedule-policy.ts';

/* The form of a game's calendar: in the form for a new game, and on the game's calendar page. */

/** The ISO weekdays, as the form has them. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const whole = (message: string) => z.coerce.number<string>(message).int(message);
const hours = whole('Hours are a whole number.').default(0);
const tick = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

/** The fields that both forms have. */
export const SCHEDULE_FIELDS = {
  daysPerTurn: whole('The days for a turn are a whole number.'),
  timeZone: z.string('Choose a time zone.').max(60),
  ...{ weekday1: tick, weekday2: tick, weekday3: tick, weekday4: tick },
  ...{ weekday5: tick, weekday6: tick, weekday7: tick },
  dueTime: z.string().max(20).default(''),
  graceHours: hours,
  minHours: hours,
  blackouts: z.string().max(4_000).default(''),
  autoProcess: tick,
  processWhenFinal: tick,
  reopenMinutes: whole('Minutes are a whole number.').default(30),
  voteExtensionDays: whole('The days are a whole number.').default(0),
  avoidAbsences: tick,
};

export const ScheduleBody = z.looseObject(SCHEDULE_FIELDS);

/** What was chosen in the form. */
export function policyFromForm(body: z.infer<typeof ScheduleBody>): SchedulePolicy {
  const ticks = [
    ...[body.weekday1, body.weekday2, body.weekday3, body.weekday4],
    ...[body.weekday5, body.weekday6, body.weekday7],
  ];
  const { daysPerTurn, timeZone, graceHours, minHours, autoProcess } = body;
  const { processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } = body;
  return {
    ...{ daysPerTurn, timeZone, graceHours, minHours, autoProcess },
    ...{ processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences },
    weekdays: ticks.flatMap((ticked, i) => (ticked ? [i + 1] : [])),
    dueTime: body.dueTime.trim() === '' ? null : body.dueTime.trim(),
    blackouts: readBlackouts(body.blackouts),
  };
}

/** The other way round: the form filled in. */
export function scheduleValues(rules: SchedulePolicy): Record<string, string> {
  return {
    daysPerTurn: String(rules.daysPerTurn),
    timeZone: rules.timeZone,
    ...Object.fromEntries(rules.weekdays.map((day) => [`weekday${day}`, 'yes'])),
    dueTime: rules.dueTime ?? '',
    graceHours: String(rules.graceHours),
    minHours: String(rules.minHours),
    blackouts: writeBlackouts(rules.blackouts),
    autoProcess: rules.autoProcess ? 'yes' : '',
    processWhenFinal: rules.processWhenFinal ? 'yes' : '',
    reopenMinutes: String(rules.reopenMinutes),
    voteExtensionDays: String(rules.voteExtensionDays),
    avoidAbsences: rules.avoidAbsences ? 'yes' : '',
  };
}

/** What the form for a new game proposes. */
export function proposedSchedule(timeZone: string): Record<string, string> {
  return {
    ...{ daysPerTurn: '14', timeZone, dueTime: '', blackouts: '' },
    ...{ graceHours: '24', minHours: '48', autoProcess: 'yes' },
    ...{ processWhenFinal: 'yes', reopenMinutes: '30', voteExtensionDays: '0' },
  };
}

/** The zones to choose from. */
export function zoneChoices(): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes('UTC') ? zones : ['UTC', ...zones];
}
