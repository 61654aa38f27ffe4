import type { Column, FormValues, Problem, RowsField, SheetForm, SimpleField } from '../../rules/sheet.ts';
import { fieldsOf } from '../../rules/sheet.ts';
import { put, rawSimple } from '../../rules/sheet-cells.ts';
import { columnsOf, placesOfRows } from '../../rules/sheet-rows.ts';
import { rowKey } from '../../rules/sheet-text/keys.ts';
import { valueIn } from '../../rules/sheet-text/read-row.ts';
import { FINAL_FIELD } from '../pdf/sheet/blank-sheet.ts';
import { sheetFields } from '../pdf/sheet/sheet-fields.ts';
import { withWholeEmoji } from './whole-emoji.ts';

/** What was filled in on a sheet, as the form takes it. */
export interface FilledSheet {
  values: FormValues;
  /** Whether the orders are marked as final. */
  final: boolean;
  /** What cannot be read for certain; it is not among the values. */
  problems: Problem[];
}

/**
 * The values of a form from the fields of its PDF; null if these are not the fields of the form. Problems: `two-choices`,
 * and those of `placeBlankRows`, each at its field.
 */
export function valuesOfFields(
  form: SheetForm,
  fields: Readonly<Record<string, string>>,
): FilledSheet | null {
  const { [`${FINAL_FIELD}=yes`]: final = '', ...entered } = fields;
  const expected = sheetFields(form).filter(({ input }) => input.path !== FINAL_FIELD);
  const names = new Set(expected.map(({ name }) => name));
  if (!expected.every(({ name }) => Object.hasOwn(entered, name))) return null;
  if (!Object.keys(entered).every((name) => names.has(name))) return null;
  const values: FormValues = {};
  const problems: Problem[] = [];
  const cells = cellsOf(form);
  for (const { name, label, input } of expected) {
    const text = entered[name] ?? '';
    if (text === '') continue;
    const { path } = input;
    if (input.kind !== 'check') {
      put(values, path, typedIn(cells.get(path), text));
    } else if (values[path] === undefined) {
      values[path] = input.value;
    } else {
      const message = `Two boxes are checked for “${label.split(': ')[0]}”. Check one of them.`;
      problems.push({ field: path, code: 'two-choices', message });
    }
  }
  for (const { field } of problems) delete values[field];
  for (const field of fieldsOf(form)) {
    if (field.kind === 'rows' && hasBlankRows(field)) placeBlankRows(field, values, problems);
  }
  return { values, final: final !== '', problems };
}

/** Whether the sheet has blank rows, which can be about anything, in place of one for each thing there is. */
function hasBlankRows({ given, max }: RowsField): boolean {
  return given !== undefined && given.length > max;
}

/** By path: what each field of the PDF for text or a choice is on the form. */
function cellsOf(form: SheetForm): Map<string, SimpleField> {
  const cells = new Map<string, SimpleField>();
  for (const field of fieldsOf(form)) {
    if (field.kind === 'ranking') {
      const { name, label, choices } = field;
      for (let i = 0; i < field.max; i += 1) {
        cells.set(`${name}[${i}]`, { kind: 'choice', name, label, choices, blank: '' });
      }
    } else if (field.kind === 'texts') {
      for (const i of field.entries.keys()) cells.set(`${field.name}[${i}]`, { ...field, kind: 'text' });
    } else if (field.kind === 'rows') {
      for (const { path, column } of cellsOfRows(field)) cells.set(path, column);
    } else {
      cells.set(field.name, field);
    }
  }
  return cells;
}

function cellsOfRows(field: RowsField): { path: string; column: Column }[] {
  const isBlank = hasBlankRows(field);
  const count = isBlank ? field.max : (field.given?.length ?? field.max);
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const columns = isBlank ? field.columns : columnsOf(field, i);
    return columns.map((column) => ({ path: `${field.name}[${i}].${column.name}`, column }));
  });
}

/** What was typed, with the line ends of the form; choices by their value, figures without the word after them. */
function typedIn(field: SimpleField | undefined, text: string): string {
  const typed = text.replace(/\r\n?/g, '\n');
  return field === undefined || field.kind === 'text' ? withWholeEmoji(typed) : valueIn(field, typed);
}

/**
 * Moves what was filled in on blank rows to the rows of the form that are about the same. Problems, at a row of the sheet:
 * `unknown-row` (it does not say about what it is), `same-row` (two are about the same), `half-row` (it says no more than that).
 */
function placeBlankRows(field: RowsField, values: FormValues, problems: Problem[]): void {
  const rows = Array.from({ length: field.max }, (_, i) => takeRow(field, i, values));
  const filled = rows.flatMap((row, index) => (row === null ? [] : [{ ...row, index }]));
  const places = placesOfRows(
    field,
    filled.map(({ raw }) => raw),
  );
  for (const [i, { raw, cells, index }] of filled.entries()) {
    const place = places[i];
    if (place === null || place === undefined) {
      problems.push(unplaced(field, raw, index));
      continue;
    }
    const asked = columnsOf(field, place).filter(({ name }) => cells[name] !== undefined);
    if (asked.length === 0) problems.push(onlyNamed(field, index));
    for (const { name } of asked) values[`${field.name}[${place}].${name}`] = cells[name] as string;
  }
}

/** What was filled in on a blank row, as it was typed and as raw orders; null for nothing. It is taken out of the values. */
function takeRow(field: RowsField, index: number, values: FormValues) {
  const cells: Record<string, string> = {};
  const raw: Record<string, unknown> = {};
  for (const column of field.columns) {
    const path = `${field.name}[${index}].${column.name}`;
    const value = values[path];
    delete values[path];
    if (value === undefined) continue;
    cells[column.name] = value;
    raw[column.name] = rawSimple(column, value);
  }
  return Object.keys(cells).length === 0 ? null : { raw, cells };
}

function unplaced(field: RowsField, raw: Record<string, unknown>, index: number): Problem {
  const { given, ...blank } = field;
  const row = rowKey(blank, index);
  const isKnown = placesOfRows(field, [raw])[0] !== null;
  if (isKnown) {
    const message = `${row} is about the same as a row above it. Leave one of them out.`;
    return { field: field.name, code: 'same-row', message };
  }
  const some = (given ?? []).slice(0, 3).map(({ label }) => label);
  const message = `${row} does not say about what it is. It can be about ${some.join(', ')} and so on.`;
  return { field: field.name, code: 'unknown-row', message };
}

function onlyNamed(field: RowsField, index: number): Problem {
  const { given: _, ...blank } = field;
  const message = `${rowKey(blank, index)} says about what it is, and nothing else. Fill in the rest of it, or clear it.`;
  return { field: field.name, code: 'half-row', message };
}
