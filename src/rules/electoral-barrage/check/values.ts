import { isStateCode, type StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Problem } from '../../sheet.ts';
import { type AreaCode, isAreaCode, RANGES } from '../data.ts';
import { upperCased } from '../orders.ts';
import { othersOf, type Player, type State } from '../state.ts';
import * as problem from './problems.ts';

/** A sheet that is being checked, with the problems found so far. */
export interface CheckedSheet {
  state: State;
  player: Player;
  isRecount: boolean;
  problems: Problem[];
}

type Json = Record<string, unknown>;

/** Whether a value is a record, as opposed to a list or a single value. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** EB-4.4: the value of a key; undefined if it is blank. Nothing inherited counts as an order. */
export function filled(record: Json, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

/** EB-4.4: whether a field that is a list is blank: absent, null, or empty. */
export function isBlankList(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** A text; null if it is blank or a problem. Problem: `wrong-type`. */
export function readText(sheet: CheckedSheet, field: string, value: unknown): string | null {
  if (value === undefined || typeof value === 'string') return value ?? null;
  sheet.problems.push(problem.wrongType(field, 'text'));
  return null;
}

/** A yes or no; blank is no. Problem: `wrong-type`. */
export function readFlag(sheet: CheckedSheet, field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  sheet.problems.push(problem.wrongType(field, 'yes or no'));
  return false;
}

/** A whole number in its range; null if it is blank or a problem. Problems: `wrong-type`, `out-of-range`. */
export function readInteger(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  range: keyof typeof RANGES,
): number | null {
  if (value === undefined) return null;
  if (!isWhole(sheet, field, value)) return null;
  const [least, most] = RANGES[range];
  if (value >= least && value <= most) return value + 0;
  sheet.problems.push(problem.outOfRange(field, value, least, most));
  return null;
}

/** Whether a value is a whole number. Problem: `wrong-type`. */
export function isWhole(sheet: CheckedSheet, field: string, value: unknown): value is number {
  if (typeof value === 'number' && Number.isInteger(value)) return true;
  sheet.problems.push(problem.wrongType(field, 'a whole number'));
  return false;
}

/** An area code; null if it is not one. Problems: `wrong-type`, `unknown-area`. */
export function readArea<Word extends string = never>(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  words: readonly Word[] = [],
): AreaCode | Word | null {
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const code = upperCased(text);
  const word = words.find((allowed) => allowed === code);
  if (word !== undefined) return word;
  if (isAreaCode(code)) return code;
  sheet.problems.push(problem.unknownArea(field, text, words));
  return null;
}

/** A state's code; null if it is not one. Problems: `wrong-type`, `unknown-state`. */
export function readState(sheet: CheckedSheet, field: string, value: unknown): StateCode | null {
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const code = upperCased(text);
  if (isStateCode(code)) return code;
  sheet.problems.push(problem.unknownState(field, text));
  return null;
}

/** Another player's seat; null if it is not one. Problems: `wrong-type`, `unknown-player`, `self`. */
export function readSeat(sheet: CheckedSheet, field: string, value: unknown): SeatIdentifier | null {
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const seat = upperCased(text);
  const others = othersOf(sheet.state, sheet.player.id);
  if (others.includes(seat)) return seat;
  const isSelf = seat === sheet.player.id;
  sheet.problems.push(isSelf ? problem.self(field, others) : problem.unknownPlayer(field, text, others));
  return null;
}
