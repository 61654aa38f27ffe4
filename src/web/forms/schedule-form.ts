import { z } from 'zod';
import type { SchedulePolicy } from '../../games/schedule/schedule-policy.ts';
import { readBlackouts, writeBlackouts } from '../../games/schedule/schedule-text.ts';
import { checkbox, optionalWholeNumber, wholeNumber } from './fields.ts';

/* How the due dates of a game are set: part of the form for a new game, and a form on the schedule page. */

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The fields of both forms; `weekday1` is Monday. Ranges are checked by the policy itself. */
export const SCHEDULE_FIELDS = {
  daysPerTurn: wholeNumber('Enter the days per turn as a whole number.'),
  minutesPerTurn: optionalWholeNumber(
    'Enter the minutes per turn as a whole number, or leave the field blank.',
  ).default(null),
  timeZone: z.string('Choose a time zone.').max(60),
  weekday1: checkbox,
  weekday2: checkbox,
  weekday3: checkbox,
  weekday4: checkbox,
  weekday5: checkbox,
  weekday6: checkbox,
  weekday7: checkbox,
  dueTime: z.string().max(20).default(''),
  graceHours: wholeNumber('Enter the grace period as a whole number of hours.').default(0),
  minHours: wholeNumber('Enter the minimum time per turn as a whole number of hours.').default(0),
  blackouts: z.string().max(4_000).default(''),
  autoProcess: checkbox,
  processWhenFinal: checkbox,
  reopenMinutes: wholeNumber('Enter the time to reopen orders as a whole number of minutes.').default(30),
  voteExtensionDays: wholeNumber('Enter the days that a vote adds as a whole number.').default(0),
  avoidAbsences: checkbox,
  processWhenComplete: checkbox,
};

/** The form on the schedule page. */
export const ScheduleBody = z.looseObject(SCHEDULE_FIELDS);

/** The policy that was chosen. */
export function schedulePolicyFromForm(body: z.infer<typeof ScheduleBody>): SchedulePolicy {
  const weekdays = [
    ...[body.weekday1, body.weekday2, body.weekday3, body.weekday4],
    ...[body.weekday5, body.weekday6, body.weekday7],
  ];
  const { daysPerTurn, minutesPerTurn, timeZone, graceHours, minHours, autoProcess } = body;
  const { processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } = body;
  return {
    ...{ daysPerTurn, minutesPerTurn, timeZone, graceHours, minHours, autoProcess },
    ...{ processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences },
    weekdays: weekdays.flatMap((checked, i) => (checked ? [i + 1] : [])),
    dueTime: body.dueTime.trim() === '' ? null : body.dueTime.trim(),
    blackouts: readBlackouts(body.blackouts),
  };
}

/** The values with which the form shows a policy. */
export function scheduleValues(policy: SchedulePolicy, processWhenComplete: boolean): Record<string, string> {
  return {
    processWhenComplete: processWhenComplete ? 'yes' : '',
    daysPerTurn: String(policy.daysPerTurn),
    minutesPerTurn: String(policy.minutesPerTurn ?? ''),
    timeZone: policy.timeZone,
    ...Object.fromEntries(policy.weekdays.map((day) => [`weekday${day}`, 'yes'])),
    dueTime: policy.dueTime ?? '',
    graceHours: String(policy.graceHours),
    minHours: String(policy.minHours),
    blackouts: writeBlackouts(policy.blackouts),
    autoProcess: policy.autoProcess ? 'yes' : '',
    processWhenFinal: policy.processWhenFinal ? 'yes' : '',
    reopenMinutes: String(policy.reopenMinutes),
    voteExtensionDays: String(policy.voteExtensionDays),
    avoidAbsences: policy.avoidAbsences ? 'yes' : '',
  };
}

/** The values that the form for a new game suggests. */
export function suggestedSchedule(timeZone: string): Record<string, string> {
  return {
    ...{ daysPerTurn: '14', timeZone, dueTime: '', blackouts: '' },
    ...{ graceHours: '24', minHours: '48', autoProcess: 'yes' },
    ...{ processWhenFinal: 'yes', reopenMinutes: '30', voteExtensionDays: '0' },
  };
}

/** The fields as templates/web/gm/schedule-fields.eta prints them. */
export interface ScheduleFieldsView {
  daysPerTurn: string;
  minutesPerTurn: string;
  zones: ZoneChoice[];
  weekdays: { field: string; label: string; checked: boolean }[];
  dueTime: string;
  minHours: string;
  blackouts: string;
  autoProcess: boolean;
  graceHours: string;
  processWhenFinal: boolean;
  reopenMinutes: string;
  voteExtensionDays: string;
  avoidAbsences: boolean;
  processWhenComplete: boolean;
}

/** The fields filled with values. */
export function scheduleFieldsView(values: Record<string, string>): ScheduleFieldsView {
  const isChecked = (field: string) => values[field] === 'yes';
  return {
    daysPerTurn: values.daysPerTurn ?? '',
    minutesPerTurn: values.minutesPerTurn ?? '',
    zones: zoneChoices(values.timeZone),
    weekdays: WEEKDAYS.map((label, i) => {
      const field = `weekday${i + 1}`;
      return { field, label, checked: isChecked(field) };
    }),
    dueTime: values.dueTime ?? '',
    minHours: values.minHours ?? '0',
    blackouts: values.blackouts ?? '',
    autoProcess: isChecked('autoProcess'),
    graceHours: values.graceHours ?? '0',
    processWhenFinal: isChecked('processWhenFinal'),
    reopenMinutes: values.reopenMinutes ?? '30',
    voteExtensionDays: values.voteExtensionDays ?? '0',
    avoidAbsences: isChecked('avoidAbsences'),
    processWhenComplete: isChecked('processWhenComplete'),
  };
}

/** One option of a list of time zones. */
export interface ZoneChoice {
  name: string;
  selected: boolean;
}

/** The time zones to choose from. */
export function zoneChoices(selected: string | undefined): ZoneChoice[] {
  const zones = Intl.supportedValuesOf('timeZone');
  const all = zones.includes('UTC') ? zones : ['UTC', ...zones];
  return all.map((name) => ({ name, selected: name === selected }));
}
