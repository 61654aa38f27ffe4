import type { Problem } from '../../rules/sheet.ts';
import { paceInWords, type Schedule, scheduleProblems } from './schedule.ts';

/** What the GM decides about a game's dates; it holds from the next due date on. */
export interface CalendarRules extends Schedule {
  /** Are turns processed by the server when their time is over, or only by the GM's hand? */
  automatic: boolean;
  /** Where they are: is a turn processed before its date when every sheet is its player's last word? */
  closesWhenFinal: boolean;
  /** Minutes in which a last word may then be taken back. */
  undoMinutes: number;
  /** Days by which two thirds of the players who owe a sheet may put its date off; 0: they may not. */
  voteDays: number;
  /** Is a date that is still to be set put off where somebody who owes a sheet is away? */
  awayMoves: boolean;
}

const UNDO_MOST = 1_440;
const VOTE_MOST = 60;

/** What a game has unless its GM decides otherwise; pace and zone are asked for. */
export const CALENDAR_DEFAULTS = {
  weekdays: [],
  dueTime: null,
  graceHours: 0,
  leastHours: 0,
  blackouts: [],
  automatic: false,
  closesWhenFinal: true,
  undoMinutes: 30,
  voteDays: 0,
  awayMoves: false,
} as const satisfies Partial<CalendarRules>;

/** A game's rules as columns. */
export function calendarColumns(rules: CalendarRules) {
  const { daysPerTurn, weekdays, dueTime, timeZone, graceHours, leastHours, blackouts, automatic } = rules;
  const { closesWhenFinal, undoMinutes, voteDays, awayMoves } = rules;
  return {
    ...{ daysPerTurn, weekdays, dueTime, timeZone, graceHours, leastHours, automatic },
    ...{ closesWhenFinal, undoMinutes, voteDays, awayMoves },
    blackouts: blackouts.map(({ from, to }) => ({ from, to })),
  };
}

/** What is wrong with the rules: as `scheduleProblems`, and `not-minutes`, `not-vote`. */
export function calendarProblems(rules: CalendarRules): Problem[] {
  const problems = scheduleProblems(rules);
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  const { undoMinutes, voteDays } = rules;
  if (!Number.isInteger(undoMinutes) || undoMinutes < 0 || undoMinutes > UNDO_MOST) {
    add('undoMinutes', 'not-minutes', `The minutes are a whole number from 0 to ${UNDO_MOST}.`);
  }
  if (!Number.isInteger(voteDays) || voteDays < 0 || voteDays > VOTE_MOST) {
    add('voteDays', 'not-vote', `The days of a vote are a whole number from 0 (no votes) to ${VOTE_MOST}.`);
  }
  return problems;
}

/**
 * The rules in a line, as the log and the mail have them.
 * @param rules.closesWhenComplete does the last sheet close a turn, so that no last words are asked for?
 */
export function rulesInWords(rules: CalendarRules & { closesWhenComplete: boolean }): string {
  const { graceHours, leastHours, blackouts, timeZone } = rules;
  const parts = [`sheets due ${paceInWords(rules)} (${timeZone})`];
  if (!rules.automatic) parts.push('turns are processed by the GM’s hand');
  else if (graceHours === 0) parts.push('turns are processed at the due date');
  else parts.push(`turns are processed ${hours(graceHours)} after the due date`);
  if (rules.automatic && rules.closesWhenFinal && !rules.closesWhenComplete) {
    parts.push(`or ${minutes(rules.undoMinutes)} after every sheet is its player’s last word`);
  }
  if (rules.voteDays > 0) parts.push(`two thirds of the players may add ${days(rules.voteDays)}`);
  if (leastHours > 0) parts.push(`at least ${hours(leastHours)} for a turn`);
  if (blackouts.length > 0) {
    const words = blackouts.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
    parts.push(`no due dates ${words.join(', ')}`);
  }
  if (rules.awayMoves) parts.push('new due dates are set around announced absences');
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
