import type { Problem } from '../../sheet.ts';
import { isPrimaryCode, LIMITS, type PrimaryCode } from '../data.ts';
import { lowerCased, upperCased } from '../orders.ts';
import { isClosed, leftIn, type Player, type State } from '../state.ts';
import * as problem from './problems.ts';

/** A sheet that is being checked, with the problems found so far. */
export interface CheckedSheet {
  state: State;
  player: Player;
  problems: Problem[];
}

type Json = Record<string, unknown>;

/** PS-5.2: whole numbers are no larger than this. */
const LARGEST = 999_999;

/** Whether a value is a record, as opposed to a list or a single value. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PS-4.6: whether a value is blank wherever it stands. */
export function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** PS-4.6: the value of a key; undefined if it is blank. Nothing inherited counts as an order. */
export function filled(record: Json, key: string): unknown {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isBlank(value) ? undefined : value;
}

/** PS-4.6: whether an entry of a list of rows is blank. @param flags those of its columns that are flags */
export function isBlankRow(entry: unknown, columns: readonly string[], flags: readonly string[]): boolean {
  if (!isRecord(entry)) return isBlank(entry);
  return columns.every((column) => {
    const value = filled(entry, column);
    return value === undefined || (value === false && flags.includes(column));
  });
}

/**
 * The entries of a list as far as they are looked at; none if it is blank or no list. Problems: `wrong-type`,
 * `too-many`.
 */
export function readList(sheet: CheckedSheet, field: keyof typeof LIMITS, value: unknown): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    sheet.problems.push(problem.wrongType(field, 'a list'));
    return [];
  }
  const most = LIMITS[field];
  if (value.length > most) sheet.problems.push(problem.tooMany(field, value.length, most));
  return value.slice(0, most);
}

/** A text; null if it is blank or a problem. Problem: `wrong-type`. */
export function readText(sheet: CheckedSheet, field: string, value: unknown): string | null {
  if (value === undefined || typeof value === 'string') return value ?? null;
  sheet.problems.push(problem.wrongType(field, 'text'));
  return null;
}

/** Whether a value is a whole number (PS-5.2). Problem: `wrong-type`. */
export function isWhole(sheet: CheckedSheet, field: string, value: unknown): value is number {
  if (Number.isInteger(value) && Math.abs(value as number) <= LARGEST) return true;
  sheet.problems.push(problem.wrongType(field, 'a whole number'));
  return false;
}

/** A whole number in its range; null if it is blank or a problem. Problems: `wrong-type`, `out-of-range`. */
export function readInteger(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  [least, most]: readonly [number, number],
): number | null {
  if (value === undefined || !isWhole(sheet, field, value)) return null;
  if (value >= least && value <= most) return value + 0;
  sheet.problems.push(problem.outOfRange(field, value, least, most));
  return null;
}

/** A flag; blank is false. Problem: `wrong-type`. */
export function readFlag(sheet: CheckedSheet, field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  sheet.problems.push(problem.wrongType(field, 'true or false'));
  return false;
}

/** One of a list of choices; null if it is blank or a problem. Problems: `wrong-type`, `unknown-choice`. */
export function readChoice<Choice extends string>(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  choices: readonly Choice[],
): Choice | null {
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const found = choices.find((choice) => choice === lowerCased(text));
  if (found === undefined) sheet.problems.push(problem.unknownChoice(field, choices));
  return found ?? null;
}

/** A state of PS-2.1; null if it is blank or a problem. Problems: `wrong-type`, `unknown-state`. */
export function readState(sheet: CheckedSheet, field: string, value: unknown): PrimaryCode | null {
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const code = upperCased(text);
  if (isPrimaryCode(code)) return code;
  sheet.problems.push(problem.unknownState(field, false));
  return null;
}

/** Whether a state can still be marked by the player. Problems: `full`, `closed`. */
export function checkAvailable(
  { state, player, problems }: CheckedSheet,
  field: string,
  code: PrimaryCode,
): boolean {
  if (leftIn(player, code) === 0) problems.push(problem.completed(field, code));
  else if (isClosed(state.places, code)) problems.push(problem.closed(field, code));
  else return true;
  return false;
}
