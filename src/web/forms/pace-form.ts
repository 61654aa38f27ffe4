import type { SchedulePolicy } from '../../games/schedule/schedule-policy.ts';
import { SCHEDULE_DEFAULTS } from '../../games/schedule/schedule-policy.ts';

/* How often sheets are due in a new game, in one choice: three paces that suit most games, and the GM's own. */

/** A pace: everything of the schedule but the time zone. */
export interface Pace {
  schedule: Omit<SchedulePolicy, 'timeZone'>;
  processWhenComplete: boolean;
}

const automatic = { ...SCHEDULE_DEFAULTS, blackouts: [], autoProcess: true };

/** The paces that have a name. A turn of each is processed by the server, so that no one has to wait for the GM. */
const PACES = {
  weekly: {
    schedule: { ...automatic, daysPerTurn: 7, weekdays: [], graceHours: 24, minHours: 48 },
    processWhenComplete: false,
  },
  twice: {
    // Monday and Thursday.
    schedule: { ...automatic, daysPerTurn: 7, weekdays: [1, 4], graceHours: 12, minHours: 24 },
    processWhenComplete: false,
  },
  live: {
    schedule: { ...automatic, daysPerTurn: 7, weekdays: [], minutesPerTurn: 10 },
    processWhenComplete: true,
  },
} as const satisfies Record<string, Pace>;

/** The names of all paces. `custom` has the fields of the schedule. */
export const PACE_NAMES = ['weekly', 'twice', 'live', 'custom'] as const;
export type PaceName = (typeof PACE_NAMES)[number];

const LABELS: Record<PaceName, { label: string; hint: string }> = {
  weekly: {
    label: 'Weekly',
    hint: 'Sheets are due every seven days at 6 PM, and are taken for a day longer.',
  },
  twice: {
    label: 'Twice a week',
    hint: 'Sheets are due every Monday and Thursday at 6 PM, and are taken for 12 hours longer.',
  },
  live: {
    label: 'A live evening',
    hint: 'Ten minutes a turn, or less if every sheet is in. Begin the game when everyone is there. No reminders are mailed.',
  },
  custom: { label: 'Custom', hint: 'You set the schedule yourself.' },
};

/** One choice of the form for a new game. */
export interface PaceChoice {
  value: PaceName;
  label: string;
  hint: string;
  checked: boolean;
}

/** The choices of the form for a new game. */
export function paceChoices(chosen: string | undefined): PaceChoice[] {
  return PACE_NAMES.map((value) => ({ value, ...LABELS[value], checked: value === chosen }));
}

/** The pace with a name; null for `custom`. */
export function paceOf(name: PaceName): Pace | null {
  return name === 'custom' ? null : PACES[name];
}

/** The name of the pace that a game has: `custom` if it has none of the others. */
export function paceNameOf(schedule: SchedulePolicy, processWhenComplete: boolean): PaceName {
  const { timeZone: _, ...own } = schedule;
  const same = (pace: Pace) =>
    pace.processWhenComplete === processWhenComplete && sorted(pace.schedule) === sorted(own);
  return (['weekly', 'twice', 'live'] as const).find((name) => same(PACES[name])) ?? 'custom';
}

function sorted(schedule: Omit<SchedulePolicy, 'timeZone'>): string {
  return JSON.stringify(Object.entries(schedule).sort(([a], [b]) => (a < b ? -1 : 1)));
}
