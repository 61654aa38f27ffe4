import { counted } from '../rules/numbers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A length of time in milliseconds, for an operator: `40 seconds`, `3 minutes`, `26 hours`. */
export function timeInWords(milliseconds: number): string {
  if (milliseconds < MINUTE) return counted(Math.round(milliseconds / SECOND), 'second');
  if (milliseconds < 2 * HOUR) return counted(Math.round(milliseconds / MINUTE), 'minute');
  return counted(Math.round(milliseconds / HOUR), 'hour');
}
