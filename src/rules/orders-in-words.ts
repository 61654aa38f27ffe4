import {
  type Choice,
  type Field,
  fieldsOf,
  type RowsField,
  type SheetForm,
  type SimpleField,
  type Unit,
} from './sheet.ts';

/** One field of a sheet as it was understood: its label and a line for each thing ordered. */
export interface OrderWords {
  label: string;
  lines: string[];
}

/**
 * Orders in words, for receipts: what was understood, field by field in the order of the form. A field
 * without an order says so. Orders that do not fit the form (a refused sheet's) are told as they came.
 */
export function ordersInWords(form: SheetForm, orders: unknown): OrderWords[] {
  const record = typeof orders === 'object' && orders !== null ? (orders as Record<string, unknown>) : {};
  return fieldsOf(form).map((field) => {
    const lines = linesOf(field, record[field.name]);
    return { label: field.label, lines: lines.length > 0 ? lines : [nothing(field)] };
  });
}

/**
 * One part of orders in words: `Campaign money, CA California: $120`; a field by itself, one entry of a list, or a whole
 * list. What is not on the form is told as it came, under its key: `Running mate, CD`.
 */
export function partInWords(form: SheetForm | null, name: string, value: unknown): string {
  const field = form === null ? undefined : fieldsOf(form).find((one) => one.name === name);
  if (field === undefined) return told(wordsOfKey(name), [short(asTyped(value))]);
  const part = field.kind === 'rows' || field.kind === 'ranking' ? listOf(value) : value;
  return told(field.label, linesOf(field, part).map(short));
}

/** A label with what stands under it. */
function told(label: string, lines: readonly string[]): string {
  return lines.length === 0 ? label : `${label}, ${lines.join('; ')}`;
}

/** `runningMate` → `Running mate` */
function wordsOfKey(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return short(words.charAt(0).toUpperCase() + words.slice(1));
}

/** What was typed may be anything of any length; as much of it as is needed to know it again. */
function short(text: string): string {
  const start = [...text.slice(0, 240)].slice(0, 120).join('');
  return start.length < text.length ? `${start}…` : text;
}

function nothing(field: Field): string {
  if (field.kind === 'flag') return 'No';
  return field.kind === 'choice' || field.kind === 'state' ? field.blank : 'Nothing';
}

function linesOf(field: Field, value: unknown): string[] {
  if (isBlank(value)) return [];
  if (field.kind === 'rows') return listOf(value).map((row) => rowWords(field, row));
  if (field.kind === 'ranking') return listOf(value).map((entry) => choiceWords(field.choices, entry));
  return [simpleWords(field, value)];
}

/** `CA California: $120`: the first column leads, the others follow with their labels where the unit does not say it. */
function rowWords(field: RowsField, row: unknown): string {
  const record = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : null;
  if (record === null) return asTyped(row);
  const [first, ...others] = field.columns.filter((column) => !isBlank(record[column.name]));
  if (first === undefined) return 'Nothing';
  const lead = simpleWords(first, record[first.name]);
  const rest = others.map((column) => {
    const words = simpleWords(column, record[column.name]);
    if (column.kind === 'flag') return column.label.toLowerCase();
    return column.kind === 'integer' ? words : `${column.label.toLowerCase()} ${words}`;
  });
  return rest.length === 0 ? lead : `${lead}: ${rest.join(', ')}`;
}

function simpleWords(field: SimpleField, value: unknown): string {
  if (field.kind === 'choice' || field.kind === 'state') return choiceWords(field.choices, value);
  if (field.kind === 'flag') return value === true ? 'Yes' : asTyped(value);
  if (field.kind === 'integer' && Number.isInteger(value)) return withUnit(value as number, field.unit);
  return asTyped(value);
}

/** A choice by its label, led by its value where the label does not begin with it: `CA California`. */
function choiceWords(choices: readonly Choice[], value: unknown): string {
  const choice = choices.find((one) => one.value === value);
  if (choice === undefined) return asTyped(value);
  const isCode = /^[A-Z]{2,3}$/.test(choice.value) && !choice.label.startsWith(choice.value);
  return isCode ? `${choice.value} ${choice.label}` : choice.label;
}

const SINGULAR: Record<Exclude<Unit, 'dollars'>, string> = {
  votes: 'vote',
  points: 'point',
  days: 'day',
  tokens: 'token',
};

/** A number with its unit: `$1,200`, `−$5`, `1 vote`, `3 days`. */
export function withUnit(value: number, unit: Unit): string {
  const size = Math.abs(value).toLocaleString('en-US');
  const sign = value < 0 ? '−' : '';
  if (unit === 'dollars') return `${sign}$${size}`;
  return `${sign}${size} ${Math.abs(value) === 1 ? SINGULAR[unit] : unit}`;
}

function asTyped(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
