import type { Problem } from '../../rules/sheet.ts';
import { paceInWords, type Schedule, scheduleProblems } from './schedule.ts';

/** What the GM decides about a game's dates; it holds from the next due date on. */
export interface SchedulePolicy extends Schedule {
  /** Are turns processed by the server when their time is over, or only by the GM's hand? */
  autoProcess: boolean;
  /** Where they are: is a turn processed before its date when every sheet is its player's last word? */
  processWhenFinal: boolean;
  /** Minutes in which a last word may then be taken back. */
  reopenMinutes: number;
  /** Days by which two thirds of the players who owe a sheet may put its date off; 0: they may not. */
  voteExtensionDays: number;
  /** Is a date that is still to be set put off where somebody who owes a sheet is away? */
  avoidAbsences: boolean;
}

const MAX_UNDO = 1_440;
const MAX_VOTE = 60;

/** What a game has unless its GM decides otherwise; pace and zone are asked for. */
export const SCHEDULE_DEFAULTS = {
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

/** A game's rules as columns. */
export function scheduleColumns(rules: SchedulePolicy) {
  const { daysPerTurn, weekdays, dueTime, timeZone, graceHours, minHours, blackouts, autoProcess } = rules;
  const { processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } = rules;
  return {
    ...{ daysPerTurn, weekdays, dueTime, timeZone, graceHours, minHours, autoProcess },
    ...{ processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences },
    blackouts: blackouts.map(({ from, to }) => ({ from, to })),
  };
}

/** What is wrong with the rules: as `scheduleProblems`, and `not-minutes`, `not-vote`. */
export function schedulePolicyProblems(rules: SchedulePolicy): Problem[] {
  const problems = scheduleProblems(rules);
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  const { reopenMinutes, voteExtensionDays } = rules;
  if (!Number.isInteger(reopenMinutes) || reopenMinutes < 0 || reopenMinutes > MAX_UNDO) {
    add('reopenMinutes', 'not-minutes', `The minutes are a whole number from 0 to ${MAX_UNDO}.`);
  }
  if (!Number.isInteger(voteExtensionDays) || voteExtensionDays < 0 || voteExtensionDays > MAX_VOTE) {
    add(
      'voteExtensionDays',
      'not-vote',
      `The days of a vote are a whole number from 0 (no votes) to ${MAX_VOTE}.`,
    );
  }
  return problems;
}

/**
 * The rules in a line, as the log and the mail have them.
 * @param rules.processWhenComplete does the last sheet close a turn, so that no last words are asked for?
 */
export function policyInWords(rules: SchedulePolicy & { processWhenComplete: boolean }): string {
  const { graceHours, minHours, blackouts, timeZone } = rules;
  const parts = [`sheets due ${paceInWords(rules)} (${timeZone})`];
  if (!rules.autoProcess) parts.push('turns are processed by the GM’s hand');
  else if (graceHours === 0) parts.push('turns are processed at the due date');
  else parts.push(`turns are processed ${hours(graceHours)} after the due date`);
  if (rules.autoProcess && rules.processWhenFinal && !rules.processWhenComplete) {
    parts.push(`or ${minutes(rules.reopenMinutes)} after every sheet is its player’s last word`);
  }
  if (rules.voteExtensionDays > 0)
    parts.push(`two thirds of the players may add ${days(rules.voteExtensionDays)}`);
  if (minHours > 0) parts.push(`at least ${hours(minHours)} for a turn`);
  if (blackouts.length > 0) {
    const words = blackouts.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
    parts.push(`no due dates ${words.join(', ')}`);
  }
  if (rules.avoidAbsences) parts.push('new due dates are set around announced absences');
  return parts.join('; ');
}

function minutes(count: number): string {
  return count === 1 ? 'one minute' : `${count} minutes`;
}

function days(count: number): string {
  return count === 1 ? 'one day' : `${count} days`;
}

function hours(count: number): string {
  return count === 1 ? 'one hour' : `${count} hours`;
}
