import { isStateCode, type StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Problem } from '../../sheet.ts';
import { MOST_AMOUNT } from '../data/amounts.ts';
import type { Letter } from '../log.ts';
import type { Player, State } from '../state.ts';
import * as problem from './problems.ts';

/** A sheet that is being checked, with the problems found so far. */
export interface CheckedSheet {
  state: State;
  player: Player;
  problems: Problem[];
}

export type Json = Record<string, unknown>;

export const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/** Whether a value is a record, as opposed to a list or a single value. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a key; undefined if it is missing or null. Nothing inherited counts as an order. */
export function fieldOf(record: Json, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

/** PTG-5.2: a name without spaces at either end, its small letters made capital. Only the letters A–Z count. */
export function nameFrom(text: string): string {
  return trimSpaces(text).replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** PTG-5.2: free text in one line, without control characters and without spaces at either end. */
export function cleanText(text: string): string {
  const oneLine = text.replace(/\r\n|[\r\n\u2028\u2029]/g, ' ');
  return trimSpaces([...oneLine].filter((character) => !isControl(character)).join(''));
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) as number;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function trimSpaces(text: string): string {
  return trimEnd(text).replace(/^ +/, '');
}

/** A text without spaces at its right end; the time it takes grows with its length only. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  return text.slice(0, end);
}

/** The entries of a list as far as they are looked at. Problems: `wrong-type`, `too-many`. */
export function readList(sheet: CheckedSheet, field: string, value: unknown, most: number): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    sheet.problems.push(problem.wrongType(field, 'a list'));
    return [];
  }
  if (value.length > most) sheet.problems.push(problem.tooMany(field, most, value.length));
  return value.slice(0, most);
}

/**
 * Reads the rows of a list one after the other (PTG-5.1). Problems: those of a list; `wrong-type` for an entry that is no
 * row; those of `read`, which gets the path of a row.
 */
export function readRows<Row>(
  sheet: CheckedSheet,
  given: Json,
  { field, most }: { field: string; most: number },
  read: (path: string, row: Json) => Row[],
): Row[] {
  return readList(sheet, field, fieldOf(given, field), most).flatMap((row, i) => {
    const path = `${field}[${i}]`;
    if (isRecord(row)) return read(path, row);
    sheet.problems.push(problem.wrongType(path, 'a row'));
    return [];
  });
}

/** What a value is: read; blank; or a problem that has been reported. */
export type Read<T> = { value: T } | 'blank' | 'bad';

/** A name in capital letters. Problem: `wrong-type`. */
export function readName(sheet: CheckedSheet, field: string, value: unknown): Read<string> {
  if (value === undefined) return 'blank';
  if (typeof value !== 'string') return bad(sheet, problem.wrongType(field, 'text'));
  const name = nameFrom(value);
  return name === '' ? 'blank' : { value: name };
}

/** A cleaned free text. Problem: `wrong-type`. */
export function readText(sheet: CheckedSheet, field: string, value: unknown): Read<string> {
  if (value === undefined) return 'blank';
  if (typeof value !== 'string') return bad(sheet, problem.wrongType(field, 'text'));
  const text = cleanText(value);
  return text === '' ? 'blank' : { value: text };
}

/** A free text of limited length that may be blank: null then, and for a problem. Problem: `too-long`. */
export function readShortText(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  most: number,
): string | null {
  const read = readText(sheet, field, value);
  if (typeof read === 'string') return null;
  const { length } = [...read.value];
  if (length <= most) return read.value;
  sheet.problems.push(problem.tooLong(field, length, 0, most));
  return null;
}

/** Reports a problem. */
export function bad(sheet: CheckedSheet, found: Problem): 'bad' {
  sheet.problems.push(found);
  return 'bad';
}

/** The value that was read, if there is one; a blank is the problem `missing`. */
export function required<T>(sheet: CheckedSheet, field: string, read: Read<T>): T | null {
  if (read === 'blank') sheet.problems.push(problem.missing(field));
  return typeof read === 'string' ? null : read.value;
}

/** PTG-5.2: a whole number; `blank` if there is none. Problem: `wrong-type`. */
export function readInteger(sheet: CheckedSheet, field: string, value: unknown): Read<number> {
  if (value === undefined) return 'blank';
  return Number.isInteger(value)
    ? { value: (value as number) + 0 }
    : bad(sheet, problem.wrongType(field, 'a whole number'));
}

/** PTG-5.4: an amount; 0 if it is blank. Problems: `wrong-type`, `out-of-range`. */
export function readAmount(sheet: CheckedSheet, field: string, value: unknown): number {
  const read = readInteger(sheet, field, value);
  if (typeof read === 'string') return 0;
  if (read.value >= 0 && read.value <= MOST_AMOUNT) return read.value;
  sheet.problems.push(problem.outOfRange(field, read.value));
  return 0;
}

/** A flag; false if it is blank. Problem: `wrong-type`. */
export function readFlag(sheet: CheckedSheet, field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  sheet.problems.push(problem.wrongType(field, 'yes or no'));
  return false;
}

/** PTG-5.4: a chip that may be blank; null then. Problems: `wrong-type`, `unknown-state`. */
export function readChip(sheet: CheckedSheet, field: string, value: unknown): StateCode | null {
  const read = readName(sheet, field, value);
  return typeof read === 'string' ? null : knownState(sheet, field, read.value);
}

/** A code of PTG-2.1; null for others. Problem: `unknown-state`. */
export function knownState(sheet: CheckedSheet, field: string, code: string): StateCode | null {
  if (isStateCode(code)) return code;
  sheet.problems.push(problem.unknownState(field, code));
  return null;
}

/** PTG-5.2: one of some choices in small letters; null if it is blank. Problems: `wrong-type`, `bad-choice`. */
export function readChoice<Choice extends string>(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  choices: readonly Choice[],
): Choice | null {
  const read = readName(sheet, field, value);
  if (typeof read === 'string') return null;
  const found = choices.find((choice) => nameFrom(choice) === read.value);
  if (!found) sheet.problems.push(problem.badChoice(field, choices));
  return found ?? null;
}

/** PTG-5.4: a letter that must be there. Problems: `wrong-type`, `missing`, `bad-choice`. */
export function readLetter(sheet: CheckedSheet, field: string, value: unknown): Letter | null {
  const name = required(sheet, field, readName(sheet, field, value));
  if (name === null) return null;
  const found = LETTERS.find((letter) => letter === name);
  if (!found) sheet.problems.push(problem.badChoice(field, LETTERS));
  return found ?? null;
}

/** PTG-5.4: another candidate; null for a problem. Problems: `wrong-type`, `missing`, `self`, `unknown-player`. */
export function readOther(sheet: CheckedSheet, field: string, value: unknown): SeatIdentifier | null {
  const name = required(sheet, field, readName(sheet, field, value));
  if (name === null) return null;
  const others = sheet.state.players.map(({ id }) => id).filter((id) => id !== sheet.player.id);
  if (others.includes(name)) return name;
  sheet.problems.push(
    name === sheet.player.id ? problem.self(field, others) : problem.unknownPlayer(field, name, others),
  );
  return null;
}
