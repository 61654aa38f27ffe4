import type { FormValues, Problem, RankingField, RowsField, SheetForm, SimpleField } from '../sheet.ts';
import { entryCount } from '../sheet.ts';
import { columnsOf, rowCount } from '../sheet-rows.ts';
import { listIn } from './choices.ts';
import { isBlankText } from './fold.ts';
import { type Keys, keysOf, type Target } from './keys.ts';
import { rowIn, valueIn } from './read-row.ts';

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
}

/** The longest line that is read. */
const MAX_LINE = 2_000;
/** The most lines of a sheet that are read. The longest form has far fewer. */
const MAX_LINES = 400;
/** The most problems that are named. */
const MAX_PROBLEMS = 30;
/** The most entries of a list that are read. */
const MAX_ENTRIES = 200;

/** A line of the text with the key that it begins with. */
interface KeyLine {
  target: Target;
  /** The key as it was written. */
  key: string;
  /** What follows it, continued on later lines. */
  text: string;
  /** Entries on the lines below, for a list with nothing after its key. */
  entries: string[];
}

/**
 * Reads a sheet in text, as `sheetTextLines` writes it and people change it: lines in any order, blank ones left out,
 * states by code or name, figures as `$1,200`. A line that begins with a number sign is a note. Never throws.
 * @param text without the marks around the sheet
 */
export function readSheetText(form: SheetForm, text: string): ReadSheet {
  const { lines, problems, ignored } = keyLinesIn(keysOf(form), text);
  if (lines.length > MAX_LINES) {
    const message = `There are ${lines.length} lines of the sheet. Send each line once.`;
    return { values: {}, problems: [{ field: '', code: 'too-long', message }], ignored, lines: lines.length };
  }
  const reading: Reading = { values: {}, problems, given: new Map() };
  for (const one of lines) if (one.target.kind !== 'rows') readLine(reading, one);
  // Rows without a number take the places that are left.
  for (const one of lines) if (one.target.kind === 'rows') readRows(reading, one.target.field, one);
  return { values: reading.values, problems: problems.slice(0, MAX_PROBLEMS), ignored, lines: lines.length };
}

interface Reading {
  values: FormValues;
  problems: Problem[];
  /** By path: the text that was read for it, to notice what is there twice. */
  given: Map<string, string>;
}

/** Sorts the lines of a text: those of the sheet, those around it, and those that should be one of the sheet and are not. */
function keyLinesIn(
  keys: Keys,
  text: string,
): Pick<ReadSheet, 'problems' | 'ignored'> & { lines: KeyLine[] } {
  const lines: KeyLine[] = [];
  const ignored: string[] = [];
  const unknown: string[] = [];
  let open: KeyLine | null = null;
  // Mail programs break the lines of notes, too.
  let inNote = false;
  for (const raw of text.split('\n')) {
    const line = raw.slice(0, MAX_LINE).trimEnd();
    const isDrawn = /^\s*\|/.test(line) && open !== null;
    if (isDrawn) {
      open?.entries.push(drawnLine(line.trimStart()));
      continue;
    }
    const trimmed = line.trim();
    if (trimmed === '') {
      inNote = false;
      if (open !== null && !isOpenList(open)) open = null;
      continue;
    }
    if (/^[#=]/.test(trimmed)) {
      open = null;
      inNote = trimmed.startsWith('#');
      continue;
    }
    const found = keyLine(keys, trimmed);
    if (found !== null) {
      lines.push(found);
      open = found;
      inNote = false;
    } else if (open !== null && isOpenList(open)) open.entries.push(trimmed);
    else if (looksLikeKey(trimmed)) unknown.push(trimmed);
    else if (open !== null) open.text = `${open.text} ${trimmed}`.trim();
    else if (inNote) continue;
    else if (looksLikeOrder(trimmed)) unknown.push(trimmed);
    else ignored.push(trimmed);
  }
  return {
    lines,
    ignored,
    problems: lines.length === 0 ? [] : unknown.map((line) => notUnderstood(line, keys)),
  };
}

/** Whether the lines below are entries of the list, or lines of the drawing: nothing follows its key. */
function isOpenList({ target, text }: KeyLine): boolean {
  if (text !== '') return false;
  if (target.kind === 'value') return target.field.kind === 'text' && target.field.lines !== undefined;
  return target.kind === 'list' || target.kind === 'rows';
}

/** `| /\_/\ |` → ` /\_/\ `: the bars keep the spaces. */
function drawnLine(line: string): string {
  return line.replace(/^\|/, '').replace(/\|$/, '');
}

/** The key that a line begins with; the longest one if there are several. */
function keyLine(keys: Keys, line: string): KeyLine | null {
  const whole = keys.find(line.replace(/[.:=\s]+$/, ''));
  if (whole !== null) return { target: whole, key: line, text: '', entries: [] };
  const marks = [...line.matchAll(/[:=]/g)].map(({ index }) => index).slice(0, 4);
  for (const at of marks.reverse()) {
    const key = line.slice(0, at).replace(/^[\s>*•–-]+/, '');
    const target = keys.find(key);
    if (target !== null) return { target, key: key.trim(), text: line.slice(at + 1).trim(), entries: [] };
  }
  return null;
}

/** Whether a line begins as lines of a sheet do: it is none that goes on with the line above. */
function looksLikeKey(line: string): boolean {
  return /^[\p{L}][^:=]{0,40}[:=]/u.test(line);
}

/** Whether a line that has no key was probably meant as one of the sheet. */
function looksLikeOrder(line: string): boolean {
  return /[:=;$]|^\d|\b[A-Z]{2}\s*,?\s*\$?\d/.test(line);
}

function notUnderstood(line: string, keys: Keys): Problem {
  const shown = [...line].slice(0, 80).join('');
  const message = `“${shown}” is not a line of this sheet. Its lines begin with: ${keys.inWords.join('; ')}.`;
  return { field: '', code: 'not-read', message };
}

function readLine(reading: Reading, { target, key, text, entries }: KeyLine): void {
  const typed = { key, text, entries };
  if (target.kind === 'value') put(reading, target.path, key, textOf(target.field, text, entries));
  else if (target.kind === 'list') readList(reading, target.field, typed);
  else if (target.kind === 'row') readRow(reading, target.field, target.index, key, text);
  else if (target.kind === 'entry') {
    const [value = ''] = isBlankText(text) ? [] : listIn(text, target.field.choices);
    put(reading, `${target.field.name}[${target.index}]`, key, value);
  }
}

/** The value of a field; a drawing has a line for each of its own. */
function textOf(field: SimpleField, text: string, drawn: readonly string[]): string {
  if (field.kind === 'text' && field.lines !== undefined) {
    const lines = drawn.length > 0 ? drawn : text === '' ? [] : [text];
    return lines.every((line) => line.trim() === '') ? '' : lines.join('\n');
  }
  const whole = [text, ...drawn].filter((part) => part !== '').join(' ');
  return valueIn(field, field.kind === 'text' && isBlankText(whole) ? '' : whole);
}

function readList(
  reading: Reading,
  field: RankingField,
  { key, text, entries }: { key: string; text: string; entries: readonly string[] },
): void {
  const typed = [text, ...entries.slice(0, MAX_ENTRIES).map(withoutNumber)].filter(
    (part) => !isBlankText(part),
  );
  const values = listIn(typed.join('\n'), field.choices);
  const max = entryCount(field);
  if (values.length > max) {
    const message = `${field.label} has ${values.length} entries. There can be ${max} at most.`;
    reading.problems.push({ field: field.name, code: 'too-many', message });
    return;
  }
  for (const [i, value] of values.entries()) put(reading, `${field.name}[${i}]`, key, value);
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
function freeRow({ given }: Reading, field: RowsField): number | null {
  if (field.given !== undefined) return null;
  const isTaken = (index: number) =>
    columnsOf(field, index).some(({ name }) => given.has(`${field.name}[${index}].${name}`));
  const free = Array.from({ length: rowCount(field) }, (_, i) => i).find((index) => !isTaken(index));
  return free ?? null;
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
