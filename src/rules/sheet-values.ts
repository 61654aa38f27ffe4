import {
  entryCount,
  type Field,
  type FormValues,
  fieldsOf,
  type RankingField,
  type RowsField,
  type SheetForm,
} from './sheet.ts';
import { entered, integerFrom, put, rawSimple } from './sheet-cells.ts';
import { columnsOf, placesOfRows, rowCount } from './sheet-rows.ts';

/**
 * Raw orders from the flat values of a form (web page, fillable PDF, mail template). Blank fields, blank list entries
 * and blank rows are left out, so that later entries move up. Figures such as `$1,200` become numbers. What cannot be
 * understood stays the text that was typed, for `check` to name. Keys that are not on the form are ignored.
 */
export function rawFromForm(form: SheetForm, values: FormValues): Record<string, unknown> {
  const raw: Record<string, unknown> = {};
  for (const field of fieldsOf(form)) {
    const value = rawField(field, values);
    if (value !== undefined) raw[field.name] = value;
  }
  return raw;
}

function rawField(field: Field, values: FormValues): unknown {
  if (field.kind === 'ranking') {
    const entries = indices(entryCount(field))
      .map((i) => values[`${field.name}[${i}]`]?.trim() ?? '')
      .filter((entry) => entry !== '')
      .map((entry) => (field.numbers ? integerFrom(entry) : entry));
    return entries.length > 0 ? entries : undefined;
  }
  if (field.kind === 'texts') {
    return inTheirPlaces(
      field.entries.map((_, i) => rawSimple({ ...field, kind: 'text' }, values[`${field.name}[${i}]`])),
    );
  }
  if (field.kind === 'rows') {
    const rows = indices(rowCount(field)).map((i) => rawRow(field, i, values));
    if (field.positional) return inTheirPlaces(rows);
    const filled = rows.filter((row) => row !== undefined);
    return filled.length > 0 ? filled : undefined;
  }
  return rawSimple(field, values[field.name]);
}

/** A list with null for what is blank, without blanks at its end; undefined if everything is blank. */
function inTheirPlaces(entries: readonly unknown[]): unknown[] | undefined {
  const last = entries.findLastIndex((entry) => entry !== undefined);
  return last < 0 ? undefined : entries.slice(0, last + 1).map((entry) => entry ?? null);
}

/** A row of the form as raw orders, with what it is about and what it implies; undefined if it is blank. */
function rawRow(field: RowsField, index: number, values: FormValues): Record<string, unknown> | undefined {
  const row: Record<string, unknown> = {};
  const implied: Record<string, string> = {};
  for (const column of columnsOf(field, index)) {
    const value = rawSimple(column, values[`${field.name}[${index}].${column.name}`]);
    if (value !== undefined) row[column.name] = value;
    else if (column.implied !== undefined) implied[column.name] = column.implied;
  }
  return Object.keys(row).length === 0 ? undefined : { ...field.given?.[index]?.fixed, ...implied, ...row };
}

/** The inverse of `rawFromForm`: raw orders as the flat values that fill in a form again. */
export function formFromRaw(form: SheetForm, raw: unknown): FormValues {
  const values: FormValues = {};
  const record = recordOf(raw);
  for (const field of fieldsOf(form)) {
    const value = record[field.name];
    if (field.kind === 'ranking') {
      for (const [i, entry] of listOf(value).entries())
        put(values, `${field.name}[${entryIndex(field, entry, i)}]`, entry);
    } else if (field.kind === 'texts') {
      for (const [i, entry] of listOf(value).entries()) put(values, `${field.name}[${i}]`, entry);
    } else if (field.kind === 'rows') {
      const rows = listOf(value);
      for (const [i, at] of placesOfRows(field, rows).entries()) {
        const cells = recordOf(rows[i]);
        for (const column of at === null ? [] : columnsOf(field, at)) {
          put(values, `${field.name}[${at}].${column.name}`, entered(column, cells[column.name]));
        }
      }
    } else {
      put(values, field.name, entered(field, value));
    }
  }
  return values;
}

/** The values of a sheet for which nothing has been sent yet: blank but for what its rows are prefilled with. */
export function valuesAtFirst(form: SheetForm): FormValues {
  const fields = fieldsOf(form).filter((field) => field.kind === 'rows');
  return formFromRaw(form, Object.fromEntries(fields.map(({ name, prefilled }) => [name, prefilled])));
}

/** Where the page shows an entry of the orders: at its check box, or in its place. */
function entryIndex({ choices, unordered }: RankingField, entry: unknown, index: number): number {
  const box = choices.findIndex(({ value }) => value === String(entry));
  return unordered && box >= 0 ? box : index;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
