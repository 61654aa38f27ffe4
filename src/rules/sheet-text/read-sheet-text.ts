import type { FormValues, Problem, RankingField, RowsField, SheetForm } from '../sheet.ts';
import { entryCount } from '../sheet.ts';
import { columnsOf, rowCount } from '../sheet-rows.ts';
import { listIn } from './choices.ts';
import { isBlankFreeText, isBlankText } from './fold.ts';
import { type KeyLine, keyLinesIn, withoutBars } from './key-lines.ts';
import { keysOf, type Target } from './keys.ts';
import { onlyValueIn, rowIn, valueIn } from './read-row.ts';
import { isFreeText } from './write-sheet-text.ts';

/** A sheet in text, as it was read. */
export interface ReadSheet {
  /** The flat values of the form. */
  values: FormValues;
  /** What could not be read, a problem for each line. The sheet must be refused then. */
  problems: Problem[];
  /** Lines around the sheet that say nothing about it: a greeting, a name. */
  ignored: string[];
  /** How many lines of the sheet were found, blank ones included. */
  lines: number;
  /** Whether a line says that the orders are final. */
  final: boolean;
}

/** The most lines of a sheet that are read. The longest form has far fewer. */
const MAX_LINES = 400;
/** The most problems that are named. */
const MAX_PROBLEMS = 30;
/** The most entries of a list that are read. */
const MAX_ENTRIES = 200;

/**
 * Reads a sheet in text, as `sheetTextLines` writes it and people change it: lines in any order, blank ones left out,
 * states by code or name, figures as `$1,200`. A line that begins with a number sign is a note. Never throws.
 * @param text without the marks around the sheet
 */
export function readSheetText(form: SheetForm, text: string): ReadSheet {
  const { lines, unknown, tooLong, ignored, final } = keyLinesIn(form, text);
  const found = { ignored, lines: lines.length, final };
  if (lines.length > MAX_LINES) {
    const message = `There are ${lines.length} lines of the sheet. Send each line once.`;
    return { ...found, values: {}, problems: [{ field: '', code: 'too-long', message }] };
  }
  const { inWords } = keysOf(form);
  const problems = [...tooLong.map(lineTooLong), ...unknown.map((line) => notUnderstood(line, inWords))];
  const reading: Reading = { values: {}, problems, given: new Map() };
  for (const one of lines) readLine(reading, one);
  // Rows without a number take the places that are left.
  for (const one of lines) {
    if (one.target.kind === 'rows') readRows(reading, one.target.field, one);
    else if (one.target.kind === 'alike') readAlike(reading, one.target, one);
  }
  return { ...found, values: reading.values, problems: problems.slice(0, MAX_PROBLEMS) };
}

type ValueTarget = Extract<Target, { kind: 'value' }>;
type EntryTarget = Extract<Target, { kind: 'entry' }>;

interface Reading {
  values: FormValues;
  problems: Problem[];
  /** By path: the text that was read for it, to notice what is there twice. */
  given: Map<string, string>;
}

function notUnderstood(line: string, inWords: readonly string[]): Problem {
  const message = `“${shortened(line)}” is not a line of this sheet. Its lines begin with: ${inWords.join('; ')}. Write a colon after them. If the line is no order, such as part of a signature, leave it out.`;
  return { field: '', code: 'not-read', message };
}

function lineTooLong(line: string): Problem {
  const message = `The line that begins with “${shortened(line)}” is too long. Shorten it.`;
  return { field: '', code: 'too-long', message };
}

function shortened(line: string): string {
  return [...line.slice(0, 200)].slice(0, 80).join('');
}

function readLine(reading: Reading, { target, key, text, entries }: KeyLine): void {
  if (target.kind === 'value') put(reading, target.path, key, targetValue(target, text, entries));
  else if (target.kind === 'list') readList(reading, target.field, { key, text, entries });
  else if (target.kind === 'row') readRow(reading, target.field, target.index, key, text);
  else if (target.kind === 'entry') readEntry(reading, target, key, text);
}

/** The value of a field; a drawing has a line for each of its own. */
function targetValue({ field, column }: ValueTarget, text: string, entries: readonly string[]): string {
  if (field.kind === 'text' && field.lines !== undefined) {
    const lines = text === '' ? entries : [text.startsWith('|') ? withoutBars(text) : text, ...entries];
    return lines.every((line) => line.trim() === '') ? '' : lines.join('\n');
  }
  if (column !== undefined && !isFreeText(column)) return onlyValueIn(column, text);
  return valueIn(field, isFreeText(field) && isBlankFreeText(text) ? '' : text);
}

/** One entry of a list. Problem: `too-many`, if there are several. */
function readEntry(reading: Reading, { field, index }: EntryTarget, key: string, text: string): void {
  const path = `${field.name}[${index}]`;
  const [value = '', ...more] = isBlankText(text) ? [] : listIn(text, field.choices);
  if (more.length > 0) {
    const message = `“${key}” has more than one entry. Write one, or all of them after “${field.label}:”.`;
    reading.problems.push({ field: path, code: 'too-many', message });
  } else put(reading, path, key, value);
}

function readList(
  reading: Reading,
  field: RankingField,
  { key, text, entries }: { key: string; text: string; entries: readonly string[] },
): void {
  const typed = [text, ...entries.map(withoutNumber)]
    .filter((part) => !isBlankText(part))
    .slice(0, MAX_ENTRIES);
  const values = listIn(typed.join('\n'), field.choices);
  const max = entryCount(field);
  if (values.length > max) {
    const message = `${field.label} has ${values.length} entries. There can be ${max} at most.`;
    reading.problems.push({ field: field.name, code: 'too-many', message });
    return;
  }
  for (const [i, value] of values.entries()) put(reading, `${field.name}[${i}]`, key, value);
}

/** One of several rows about the same thing, which does not say which one it is. Problem: `too-many`. */
function readAlike(
  reading: Reading,
  { field, indices }: Extract<Target, { kind: 'alike' }>,
  { key, text }: KeyLine,
): void {
  if (isBlankText(text)) return;
  const free = indices.find((index) => !isTaken(reading, field, index));
  if (free === undefined) {
    const message = `“${key}” is there too often: there can be ${indices.length} at most.`;
    reading.problems.push({ field: field.name, code: 'too-many', message });
  } else readRow(reading, field, free, key, text);
}

/** `2. CA 120` → `CA 120`: the number that a list has in front. */
function withoutNumber(text: string): string {
  return text.replace(/^(?:\d{1,2}[.)]|[-*•–])\s+/, '');
}

/** Rows on the lines below the label of their list, or behind it. */
function readRows(reading: Reading, field: RowsField, { key, text, entries }: KeyLine): void {
  for (const typed of [text, ...entries.map(withoutNumber)]) {
    if (isBlankText(typed)) continue;
    const index = freeRow(reading, field);
    if (index === null) {
      const message = `${field.label} has more rows than the sheet: there can be ${rowCount(field)} at most.`;
      reading.problems.push({ field: field.name, code: 'too-many', message });
      return;
    }
    readRow(reading, field, index, `${key} ${index + 1}`, typed);
  }
}

/** The first row in which nothing is written, and that asks for something. */
function freeRow(reading: Reading, field: RowsField): number | null {
  if (field.given !== undefined) return null;
  const rows = Array.from({ length: rowCount(field) }, (_, i) => i);
  return rows.find((index) => !isTaken(reading, field, index)) ?? null;
}

/** Whether something is written in a row. */
function isTaken({ given }: Reading, field: RowsField, index: number): boolean {
  return columnsOf(field, index).some(({ name }) => given.has(`${field.name}[${index}].${name}`));
}

function readRow(reading: Reading, field: RowsField, index: number, key: string, text: string): void {
  const read = rowIn(field, index, text);
  if (!read.ok) {
    reading.problems.push(...read.problems);
    return;
  }
  for (const [path, value] of Object.entries(read.value)) put(reading, path, key, value);
}

/** Keeps a value. The same field with two different values is a problem; a blank never replaces anything. */
function put({ values, problems, given }: Reading, path: string, key: string, value: string): void {
  if (value === '') return;
  const before = given.get(path);
  if (before !== undefined && before !== value) {
    const message = `“${key}” is there twice, with different values. Leave one of them out.`;
    problems.push({ field: path, code: 'twice', message });
    return;
  }
  given.set(path, value);
  values[path] = value;
}
