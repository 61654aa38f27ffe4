import { counted } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';
import { formatDayRange } from '../../text/dates.ts';
import type { Schedule } from './schedule.ts';
import { paceInWords, scheduleProblems } from './schedule-text.ts';

/** What the GM has decided about the due dates of a game, and about when turns are processed. */
export interface SchedulePolicy extends Schedule {
  /** Whether the server processes a turn when its time is over; otherwise only the GM does. */
  autoProcess: boolean;
  /** With `autoProcess`: whether a turn is processed early when all orders are final. */
  processWhenFinal: boolean;
  /** How many minutes players then have to reopen their orders. */
  reopenMinutes: number;
  /** By how many days two thirds of the players who owe a sheet can extend a turn; 0 if they cannot vote. */
  voteExtensionDays: number;
  /** Whether new due dates avoid the absences of players who owe a sheet. */
  avoidAbsences: boolean;
}

const MAX_REOPEN_MINUTES = 1_440;
const MAX_VOTE_DAYS = 60;

/** The policy of a new game, except for the pace and the time zone, which have no default. */
export const SCHEDULE_DEFAULTS = {
  minutesPerTurn: null,
  weekdays: [],
  dueTime: null,
  graceHours: 0,
  minHours: 0,
  blackouts: [],
  autoProcess: false,
  processWhenFinal: true,
  reopenMinutes: 30,
  voteExtensionDays: 0,
  avoidAbsences: false,
} as const satisfies Partial<SchedulePolicy>;

/** A schedule policy as columns of the table `GameSchedule`. */
export function scheduleColumns(policy: SchedulePolicy) {
  const { daysPerTurn, minutesPerTurn, weekdays, dueTime, timeZone, graceHours, minHours } = policy;
  const { blackouts, autoProcess, processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } =
    policy;
  return {
    ...{ daysPerTurn, minutesPerTurn, weekdays, dueTime, timeZone, graceHours, minHours, autoProcess },
    ...{ processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences },
    blackouts: blackouts.map(({ from, to }) => ({ from, to })),
  };
}

/** The problems of a schedule policy: those of `scheduleProblems`, `not-minutes`, `not-vote`. */
export function schedulePolicyProblems(policy: SchedulePolicy): Problem[] {
  const problems = scheduleProblems(policy);
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  const { reopenMinutes, voteExtensionDays } = policy;
  if (!Number.isInteger(reopenMinutes) || reopenMinutes < 0 || reopenMinutes > MAX_REOPEN_MINUTES) {
    add('reopenMinutes', 'not-minutes', `Enter a whole number of minutes from 0 to ${MAX_REOPEN_MINUTES}.`);
  }
  if (!Number.isInteger(voteExtensionDays) || voteExtensionDays < 0 || voteExtensionDays > MAX_VOTE_DAYS) {
    const message = `Enter a whole number of days from 1 to ${MAX_VOTE_DAYS}, or 0 for no votes.`;
    add('voteExtensionDays', 'not-vote', message);
  }
  return problems;
}

/**
 * The policy in one line for the log, pages and mail, without a capital and a period:
 * `sheets due every 14 days (America/New_York); turns are processed at the due date`.
 * @param policy.processWhenComplete whether a turn is processed as soon as every sheet is in, so that final orders
 *   have no effect
 */
export function policyInWords(policy: SchedulePolicy & { processWhenComplete: boolean }): string {
  const { minHours, blackouts, timeZone, voteExtensionDays } = policy;
  const parts = [`sheets due ${paceInWords(policy)} (${timeZone})`, processingInWords(policy)];
  if (voteExtensionDays > 0) {
    parts.push(
      `two thirds of the players can extend a turn by ${counted(voteExtensionDays, 'day')}, at most twice`,
    );
  }
  // The dates of a live game depend only on its minutes.
  if (policy.minutesPerTurn !== null) return parts.join('; ');
  if (minHours > 0) parts.push(`every turn lasts at least ${counted(minHours, 'hour')}`);
  if (policy.avoidAbsences) parts.push('new due dates avoid announced absences');
  if (blackouts.length > 0) {
    const ranges = blackouts.map(({ from, to }) => formatDayRange({ firstDay: from, lastDay: to }));
    parts.push(`days without due dates: ${ranges.join('; ')}`);
  }
  return parts.join('; ');
}

function processingInWords(policy: SchedulePolicy & { processWhenComplete: boolean }): string {
  const { autoProcess, graceHours, processWhenComplete, processWhenFinal, reopenMinutes } = policy;
  if (!autoProcess) return 'the GM processes the turns';
  const atDue = graceHours === 0 ? 'at the due date' : `${counted(graceHours, 'hour')} after the due date`;
  const processed = `turns are processed ${atDue}`;
  if (!processWhenFinal || processWhenComplete) return processed;
  const early =
    reopenMinutes === 0
      ? 'as soon as all orders are final'
      : `${counted(reopenMinutes, 'minute')} after all orders are final`;
  return `${processed}, or ${early}`;
}
