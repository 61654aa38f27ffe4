import {
  type Column,
  type Field,
  type FormValues,
  fullHint,
  type RowsField,
  type SheetForm,
  type SimpleField,
} from '../sheet.ts';
import { columnsOf, rowCount } from '../sheet-rows.ts';
import { choiceText } from './choices.ts';
import { cellKey, rowKey, sharesLabel } from './keys.ts';

/** The most codes of states that are listed above a line. With more, it is nearly every state. */
const MAX_CODES = 40;

/** How many rows of a list there are to fill in, if the form says nothing else. More are read. */
const USUAL_ROWS = 9;

/** One line of a sheet in text. */
export type TextLine =
  /** What to know before the lines below it are filled in. */
  | { kind: 'note'; text: string }
  | { kind: 'blank' }
  /** A line to fill in, or a part of it. */
  | { kind: 'line'; text: string };

/**
 * A sheet as lines of text that people fill in and send back: `Campaign money 1: State CA; Amount 120`. The inverse of
 * `readSheetText`.
 * @param values the flat values that are filled in already
 */
export function sheetTextLines(form: SheetForm, values: FormValues): TextLine[] {
  const lines: TextLine[] = form.facts.map((text) => ({ kind: 'note', text }));
  for (const section of form.sections) {
    lines.push({ kind: 'blank' }, { kind: 'note', text: section.title.toUpperCase() });
    if (section.hint !== undefined) lines.push({ kind: 'note', text: section.hint });
    for (const field of section.fields) lines.push(...notesOf(field), ...linesOf(field, values));
  }
  return lines;
}

/** What to know about a field: its hint, and what can be chosen. */
function notesOf(field: Field): TextLine[] {
  const texts =
    field.kind === 'rows'
      ? [...hintOf(field), ...columnsAsked(field).flatMap(columnNotes)]
      : [...hintOf(field), ...choicesInWords(field, field.label)];
  return texts.map((text) => ({ kind: 'note', text }));
}

function hintOf(field: Field): string[] {
  const hint = fullHint(field);
  return hint === undefined ? [] : [hint];
}

/** The columns that rows ask for, without those that have choices of their own in every row. */
function columnsAsked({ columns, given }: RowsField): Column[] {
  if (given === undefined) return columns;
  return columns.filter(
    ({ name }) =>
      !given.every(
        ({ fixed = {}, choices = {} }) => Object.hasOwn(fixed, name) || Object.hasOwn(choices, name),
      ),
  );
}

/** `State: for a campaign stop. One of PA MI WI` */
function columnNotes(column: Column): string[] {
  const hint = fullHint(column);
  const [choices] = choicesInWords(column, column.label);
  if (hint === undefined) return choices === undefined ? [] : [choices];
  return choices === undefined ? [`${column.label}: ${hint}`] : [`${column.label}: ${hint}`, choices];
}

/** What can be chosen; nothing if it is every state. */
function choicesInWords(field: Field, label: string): string[] {
  if (field.kind === 'flag') return [`${label}: yes or no.`];
  if (!('choices' in field) || field.choices.length === 0) return [];
  const isCodes = field.choices.every(({ value }) => /^[A-Z]{2,3}$/.test(value));
  if (isCodes && field.choices.length > MAX_CODES)
    return [`${label}: state codes, such as ${field.choices[0]?.value}.`];
  const list = field.choices.map((choice) => choiceText(choice, field.choices));
  return [`${label}: one of ${list.join(isCodes ? ' ' : ', ')}`];
}

function linesOf(field: Field, values: FormValues): TextLine[] {
  if (field.kind === 'ranking') {
    const entries = Object.entries(values)
      .filter(([path, value]) => path.startsWith(`${field.name}[`) && value !== '')
      .map(([path, value]) => ({ at: Number(/\[(\d+)\]/.exec(path)?.[1]), value }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => written({ ...field, kind: 'choice', blank: '' }, value));
    return [line(field.label, entries.join(', '))];
  }
  if (field.kind === 'texts') {
    return field.entries.flatMap((entry, i) => [
      { kind: 'note', text: entry },
      line(`${field.label} ${i + 1}`, values[`${field.name}[${i}]`] ?? ''),
    ]);
  }
  if (field.kind !== 'rows') return valueLines(field.label, field, values[field.name] ?? '');
  return Array.from({ length: rowsWritten(field, values) }, (_, i) => rowLines(field, i, values)).flat();
}

function rowLines(field: RowsField, index: number, values: FormValues): TextLine[] {
  const columns = columnsOf(field, index);
  const given = field.given?.[index];
  // The key of a row that shares its label says the note.
  const note = sharesLabel(field, index) ? undefined : given?.note;
  const about = [note, ...(given?.words ?? [])].filter((text) => text !== undefined);
  const choices = columns.flatMap((column) => ownChoices(field, column));
  const notes: TextLine[] = [...about.map((text) => `${given?.label}: ${text}`), ...choices].map((text) => ({
    kind: 'note',
    text,
  }));
  if (columns.length === 0) return notes;
  const enteredFor = (column: Column) => values[`${field.name}[${index}].${column.name}`] ?? '';
  const only = columns.length === 1 ? columns[0] : undefined;
  if (only !== undefined) return [...notes, ...valueLines(rowKey(field, index), only, enteredFor(only))];
  if (columns.some(isFreeText)) {
    return [
      ...notes,
      ...columns.flatMap((column) => valueLines(cellKey(field, index, column), column, enteredFor(column))),
    ];
  }
  const cells = columns
    .filter((column) => !column.rare || enteredFor(column) !== '')
    .map((column) => `${column.label} ${written(column, enteredFor(column))}`.trimEnd());
  return [...notes, line(rowKey(field, index), cells.join('; '))];
}

/** The choices of a row that are not those of its column: the answers to a question. */
function ownChoices(field: RowsField, column: Column): string[] {
  const usual = field.columns.find(({ name }) => name === column.name);
  if (
    !('choices' in column) ||
    usual === undefined ||
    !('choices' in usual) ||
    usual.choices === column.choices
  )
    return [];
  if (JSON.stringify(usual.choices) === JSON.stringify(column.choices)) return [];
  const list = column.choices.map(({ value, label }) =>
    label.startsWith(value) ? label : `${value} ${label}`,
  );
  return [`${column.label}: ${list.join('; ')}`];
}

/** How many rows are written: those filled in and one more, and as many as most players need. */
function rowsWritten(field: RowsField, values: FormValues): number {
  const count = rowCount(field);
  if (field.given !== undefined) return count;
  const filled = Object.entries(values)
    .filter(([path, value]) => path.startsWith(`${field.name}[`) && value !== '')
    .map(([path]) => Number(/\[(\d+)\]/.exec(path)?.[1]) + 2);
  return Math.min(count, Math.max(field.ranked?.usual ?? USUAL_ROWS, ...filled));
}

/** Whether a column takes any words, which may contain the marks between columns. */
export function isFreeText(column: Column): boolean {
  return column.kind === 'text' && column.words === undefined;
}

/** The line of one value. A drawing has a line for each of its own, between bars that keep its spaces. */
function valueLines(key: string, field: SimpleField, value: string): TextLine[] {
  if (field.kind !== 'text' || field.lines === undefined) return [line(key, written(field, value))];
  const drawn = value === '' ? Array.from({ length: 3 }, () => '') : value.split('\n');
  return [line(key, ''), ...drawn.map((text) => ({ kind: 'line', text: `|${text}|` }) as const)];
}

/** A value as it is written: choices by label or code, check marks as `yes`. */
function written(field: SimpleField, value: string): string {
  const choice = 'choices' in field ? field.choices.find((one) => one.value === value) : undefined;
  if (choice !== undefined && 'choices' in field) return choiceText(choice, field.choices);
  const lines = value.split('\n');
  return lines.length === 1
    ? value
    : lines
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .join(' ');
}

function line(key: string, value: string): TextLine {
  return { kind: 'line', text: `${key}: ${value}`.trimEnd() };
}
