import type { Problem } from '../sheet.ts';
import { MAX_ROWS } from './data.ts';

/** MOE-5.2: stage one of checking a sheet: the type of every value. What the values mean is stage two. */

/** A row of the weekly sheet after stage one. Null means “not filled in”. */
export interface ShapedAction {
  do: string | null;
  state: string | null;
  region: string | null;
  days: number | null;
  cover: boolean;
}

export interface ShapedWeek {
  actions: ShapedAction[];
  capital: string | null;
  endorse: string[];
  coverWith: string[];
}

export interface ShapedStop {
  state: string | null;
  tokens: number | null;
}

export interface ShapedLastMinute {
  stops: ShapedStop[];
}

/** A sheet after stage one, and every problem of stage one in order. If there are problems, the value is incomplete. */
export interface Shaped<T> {
  value: T;
  problems: Problem[];
}

type Json = Record<string, unknown>;

/** Stage one for a weekly sheet (MOE-4.3). */
export function shapeWeek(raw: unknown): Shaped<ShapedWeek> {
  const value: ShapedWeek = { actions: [], capital: null, endorse: [], coverWith: [] };
  const problems: Problem[] = [];
  const sheet = sheetOf(raw, problems);
  if (sheet !== null) {
    value.actions = rows(sheet, 'actions', problems, (row, path) => {
      const action: ShapedAction = {
        do: word(row, 'do', path, problems),
        state: word(row, 'state', path, problems),
        region: word(row, 'region', path, problems),
        days: integer(row, 'days', path, problems),
        cover: flag(row, 'cover', path, problems),
      };
      unknownKeys(row, ['do', 'state', 'region', 'days', 'cover'], path, problems);
      return action;
    });
    value.capital = word(sheet, 'capital', '', problems);
    value.endorse = words(sheet, 'endorse', problems);
    value.coverWith = words(sheet, 'coverWith', problems);
    unknownKeys(sheet, ['actions', 'capital', 'endorse', 'coverWith'], '', problems);
  }
  return { value, problems };
}

/** Stage one for a last-minute sheet (MOE-4.5). */
export function shapeLastMinute(raw: unknown): Shaped<ShapedLastMinute> {
  const value: ShapedLastMinute = { stops: [] };
  const problems: Problem[] = [];
  const sheet = sheetOf(raw, problems);
  if (sheet !== null) {
    value.stops = rows(sheet, 'stops', problems, (row, path) => {
      const stop = {
        state: word(row, 'state', path, problems),
        tokens: integer(row, 'tokens', path, problems),
      };
      unknownKeys(row, ['state', 'tokens'], path, problems);
      return stop;
    });
    unknownKeys(sheet, ['stops'], '', problems);
  }
  return { value, problems };
}

function wrongType(field: string, expected: string): Problem {
  return { field, code: 'wrong-type', message: `Expected ${expected} here.` };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sheetOf(raw: unknown, problems: Problem[]): Json | null {
  if (isObject(raw)) return raw;
  problems.push(wrongType('', 'a sheet'));
  return null;
}

/** MOE-4.3: null, an empty string and a missing key all mean “not filled in”; the result is then null. */
function filled(record: Json, name: string): unknown {
  const value = Object.hasOwn(record, name) ? record[name] : null;
  return value === '' || value === undefined ? null : value;
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function word(record: Json, name: string, path: string, problems: Problem[]): string | null {
  const value = filled(record, name);
  if (value === null || typeof value === 'string') return value;
  problems.push(wrongType(pathTo(path, name), 'a word'));
  return null;
}

function integer(record: Json, name: string, path: string, problems: Problem[]): number | null {
  const value = filled(record, name);
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  problems.push(wrongType(pathTo(path, name), 'a whole number'));
  return null;
}

function flag(record: Json, name: string, path: string, problems: Problem[]): boolean {
  const value = filled(record, name);
  if (value === null || typeof value === 'boolean') return value === true;
  problems.push(wrongType(pathTo(path, name), 'yes or no'));
  return false;
}

function list(record: Json, name: string, problems: Problem[]): unknown[] {
  const value = filled(record, name);
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  problems.push(wrongType(name, 'a list'));
  return [];
}

function words(record: Json, name: string, problems: Problem[]): string[] {
  const found: string[] = [];
  for (const [k, entry] of list(record, name, problems).entries()) {
    if (typeof entry === 'string' && entry !== '') found.push(entry);
    else problems.push(wrongType(`${name}[${k}]`, 'a word'));
  }
  return found;
}

/** MOE-5.2: the rows of a list. If there are too many, none of them is looked at. */
function rows<T>(
  record: Json,
  name: string,
  problems: Problem[],
  readRow: (row: Json, path: string) => T,
): T[] {
  const entries = list(record, name, problems);
  if (entries.length > MAX_ROWS) {
    const message = `${entries.length} rows; the sheet has ${MAX_ROWS}.`;
    problems.push({ field: name, code: 'too-many', message });
    return [];
  }
  const shaped: T[] = [];
  for (const [i, row] of entries.entries()) {
    const path = `${name}[${i}]`;
    if (isObject(row)) shaped.push(readRow(row, path));
    else problems.push(wrongType(path, 'a row'));
  }
  return shaped;
}

function unknownKeys(record: Json, known: readonly string[], path: string, problems: Problem[]): void {
  const unknown = Object.keys(record).filter((key) => !known.includes(key));
  for (const name of unknown.sort(byCodePoint)) {
    const message = `There is no field "${name}" here.`;
    problems.push({ field: pathTo(path, name), code: 'unknown-field', message });
  }
}

/** Compares two texts by code point. JavaScript's own order is by UTF-16 unit, which differs above U+FFFF. */
function byCodePoint(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
