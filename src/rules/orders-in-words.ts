import {
  type Choice,
  type Field,
  fieldsOf,
  type RowsField,
  type SheetForm,
  type SimpleField,
  type Unit,
} from '../rules/sheet.ts';

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
