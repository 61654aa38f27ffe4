import { counted, withUnit } from './numbers.ts';
import { rowSentence } from './row-sentences.ts';
import {
  type Choice,
  type Field,
  fieldsOf,
  type IntegerField,
  type RowsField,
  type SheetForm,
  type SimpleField,
  type TextField,
} from './sheet.ts';
import { columnsInOrders, givenFor } from './sheet-rows.ts';

/** One field of a sheet as it was understood: its label, and a line for each thing that was ordered. */
export interface DescribedField {
  label: string;
  lines: string[];
  /** Whether the order of the lines matters. */
  ranked: boolean;
  /** What was drawn, which a line can only name; left out if nothing was. */
  drawings?: DescribedDrawing[];
}

/** A drawing on a sheet. */
export interface DescribedDrawing {
  /** What it belongs to: `Show 1`. */
  label: string;
  /** From top to bottom, with their spaces. */
  lines: string[];
}

/**
 * Orders in words, for receipts: field by field in the order of the form. A field without an order says so. Orders that
 * do not fit the form, such as those of a refused sheet, are quoted as they came.
 */
export function describeOrders(form: SheetForm, orders: unknown): DescribedField[] {
  const record = typeof orders === 'object' && orders !== null ? (orders as Record<string, unknown>) : {};
  return fieldsOf(form).map((field) => {
    const lines = describeField(field, record[field.name]);
    const ranked = lines.length > 1 && isRanked(field);
    const drawings = drawingsIn(field, record[field.name]);
    return {
      ...{ label: field.label, lines: lines.length > 0 ? lines : [describeBlank(field)], ranked },
      ...(drawings.length > 0 && { drawings }),
    };
  });
}

/** The texts of several lines in the rows of a field: their spaces matter. */
function drawingsIn(field: Field, value: unknown): DescribedDrawing[] {
  if (field.kind !== 'rows') return [];
  return listOf(value).flatMap((row, i) => {
    if (typeof row !== 'object' || row === null) return [];
    return columnsInOrders(field, row, i).flatMap((column) => {
      const lines = (row as Record<string, unknown>)[column.name];
      if (column.kind !== 'text' || column.lines === undefined || !isDrawn(lines, column)) return [];
      return [{ label: givenFor(field, row, i)?.label ?? column.label, lines }];
    });
  });
}

/** Whether lines fit their field and are not all empty. What was refused for its size is not repeated. */
function isDrawn(lines: unknown, field: TextField): lines is string[] {
  return (
    Array.isArray(lines) &&
    lines.length <= (field.lines ?? 0) &&
    lines.every((line) => typeof line === 'string' && line.length <= field.max) &&
    lines.some((line) => line.trim() !== '')
  );
}

function isRanked(field: Field): boolean {
  if (field.kind === 'rows') return field.ranked !== undefined;
  return field.kind === 'ranking' || field.kind === 'texts';
}

/**
 * One part of orders in words: `Campaign money, CA California: $120`. The part is a field, one entry of a list, or a
 * whole list. A part that is not on the form is quoted as it came, under its key: `Running mate, CD`.
 * @param index where in the list an entry is, if its place says what it is about
 */
export function describePart(form: SheetForm | null, name: string, value: unknown, index?: number): string {
  const field = form === null ? undefined : fieldsOf(form).find((candidate) => candidate.name === name);
  if (field === undefined) return labeled(labelFromKey(name), [shortened(quoted(value))]);
  const part = isListField(field) ? listOf(value) : value;
  const isEntry = field.kind === 'rows' && !Array.isArray(value);
  const lines = isEntry ? [describeEntry(field, value, index)] : describeField(field, part);
  return labeled(field.label, lines.map(shortened));
}

function labeled(label: string, lines: readonly string[]): string {
  return lines.length === 0 ? label : `${label}, ${lines.join('; ')}`;
}

/** `runningMate` → `Running mate` */
function labelFromKey(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return shortened(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The first 120 characters of a text of any length. */
function shortened(text: string): string {
  const start = [...text.slice(0, 240)].slice(0, 120).join('');
  return start.length < text.length ? `${start}…` : text;
}

function describeBlank(field: Field): string {
  if (field.kind === 'flag') return 'No';
  if (field.kind === 'integer' && field.ifBlank !== undefined) {
    return `Blank, which means ${withUnit(field.ifBlank, field.unit)}`;
  }
  return field.kind === 'choice' || field.kind === 'state' ? field.blank : 'Nothing';
}

function describeField(field: Field, value: unknown): string[] {
  if (isBlank(value)) return [];
  if (field.kind === 'rows') return listOf(value).map((row, i) => describeEntry(field, row, i));
  if (field.kind === 'texts')
    return listOf(value).map((entry) => (isBlank(entry) ? 'Nothing' : quoted(entry)));
  if (field.kind === 'ranking') return listOf(value).map((entry) => describeChoice(field.choices, entry));
  return [describeSimple(field, value)];
}

/** A row after what it is about: `Stop 1: Walk to Texas.` */
function describeEntry(field: RowsField, row: unknown, index?: number): string {
  const given = givenFor(field, row, index);
  const words = describeRow(field, row, index);
  return given === null ? words : `${given.label}: ${words}`;
}

/** `CA California: $120`: the first filled-in column, then the others, with their labels unless the unit says enough. */
function describeRow(field: RowsField, row: unknown, index?: number): string {
  const record = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : null;
  if (record === null) return isBlank(row) ? 'Nothing' : quoted(row);
  const sentence = rowSentence(field, row, index);
  if (sentence !== null) return sentence;
  const fixed = givenFor(field, row, index)?.fixed ?? {};
  const [first, ...others] = columnsInOrders(field, row, index).filter(
    ({ name }) => !isBlank(record[name]) && !Object.hasOwn(fixed, name),
  );
  if (first === undefined) return 'Nothing';
  const lead = describeSimple(first, record[first.name]);
  const rest = others.map((column) => {
    const words = describeSimple(column, record[column.name]);
    if (column.kind === 'flag') return column.label.toLowerCase();
    return column.kind === 'integer' && saysEnough(field, column)
      ? words
      : `${column.label.toLowerCase()} ${words}`;
  });
  return rest.length === 0 ? lead : `${lead}: ${rest.join(', ')}`;
}

/** Whether the unit of a number tells which column it is in: `3 days`. */
function saysEnough({ columns }: RowsField, { unit }: IntegerField): boolean {
  return unit !== 'number' && columns.filter((one) => one.kind === 'integer' && one.unit === unit).length < 2;
}

function describeSimple(field: SimpleField, value: unknown): string {
  if (field.kind === 'choice' || field.kind === 'state') return describeChoice(field.choices, value);
  if (field.kind === 'flag') return value === true ? 'Yes' : quoted(value);
  if (field.kind === 'integer' && Number.isInteger(value)) return withUnit(value as number, field.unit);
  if (field.kind === 'text' && Array.isArray(value)) return describeList(field, value);
  return quoted(value);
}

/** Words one after the other; of several lines, what they are and how many: `drawing of 3 lines`. */
function describeList({ label, lines }: TextField, entries: readonly unknown[]): string {
  if (lines === undefined) return entries.map(quoted).join(' ');
  return `${label.toLowerCase()} of ${counted(entries.length, 'line')}`;
}

function isListField({ kind }: Field): boolean {
  return kind === 'rows' || kind === 'ranking' || kind === 'texts';
}

/** Numbers as the digits that the choices of a list of numbers have. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** A choice by its label, with its code in front unless the label begins with it: `CA California`. */
function describeChoice(choices: readonly Choice[], value: unknown): string {
  const choice = choices.find((candidate) => candidate.value === asText(value));
  if (choice === undefined) return quoted(value);
  const isCode = /^[A-Z]{2,3}$/.test(choice.value) && !choice.label.startsWith(choice.value);
  return isCode ? `${choice.value} ${choice.label}` : choice.label;
}

/** A value that was not understood, as it was typed. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === false || value === '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
