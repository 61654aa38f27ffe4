import type { BlankSheet } from '../../rules/report.ts';
import {
  type Column,
  type Field,
  fullHint,
  type RankingField,
  type RowsField,
  type SimpleField,
} from '../../rules/sheet.ts';
import { columnsOf } from '../../rules/sheet-rows.ts';
import { TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';

const LONG_BLANK = '____________________';
const BLANK = '__________';
const SHORT_BLANK = '________';
const STATE_BLANK = '[__]';

/** The longest labels, in columns; longer ones are cut off. */
const MAX_LABEL = 40;
const MAX_FIELD_LABEL = 30;
const MAX_COLUMN_LABEL = 14;
/** The most choices of a field that are listed. */
const MAX_LISTED_CHOICES = 12;
/** The most choices of a row about something that have boxes. */
const MAX_BOXED_CHOICES = 6;

/** The blank turn sheet: a line for each thing to write. */
export function blankSheetLines(sheet: BlankSheet): string[] {
  const lines: string[] = [];
  for (const entry of sheet.header) {
    const label = truncateText(`${printable(entry.label)}: `, MAX_LABEL);
    lines.push(...wrapHanging(label, printable(entry.value) || LONG_BLANK));
  }
  for (const fact of sheet.form.facts) lines.push(...wrapHanging('* ', printable(fact)));
  for (const section of sheet.form.sections) {
    lines.push('', ...wrapText(printable(section.title)));
    if (section.hint !== undefined) lines.push(...wrapHanging('  ', printable(section.hint)));
    const several = section.fields.length > 1;
    for (const field of section.fields) {
      if (several && hasGivenRows(field)) lines.push(`  ${truncateText(printable(field.label), MAX_LABEL)}`);
      lines.push(...fieldLines(field));
    }
  }
  return lines;
}

function hasGivenRows(field: Field): boolean {
  return field.kind === 'rows' && field.given !== undefined;
}

function fieldLines(field: Field): string[] {
  const words = fullHint(field);
  const hint = words === undefined ? [] : wrapHanging('  ', printable(words));
  if (field.kind === 'ranking') {
    if (field.unordered) return [...hint, ...checkLines(field)];
    const label = truncateText(printable(field.each), MAX_LABEL);
    const blank = field.of === 'state' ? STATE_BLANK : BLANK;
    return [...hint, ...numbersTo(field.max).map((n) => `  ${label} ${n}: ${blank}`)];
  }
  if (field.kind === 'texts') return [...hint, ...field.entries.flatMap(textLines)];
  if (field.kind === 'rows') {
    if (field.given) return [...hint, ...givenLines(field)];
    const table = field.ranked === undefined ? null : tableLines(field);
    if (table !== null) return [...hint, ...table, ...columnLines(field.columns)];
    const blanks = field.columns
      .map((column) => `${truncateText(printable(column.label), MAX_COLUMN_LABEL)} ${blankOf(column)}`)
      .join('  ');
    const rows = numbersTo(field.max).flatMap((n) => wrapHanging(`  ${String(n).padStart(2)}. `, blanks));
    return [...hint, ...rows];
  }
  const choices = field.kind === 'choice' ? choiceLines(field.choices.map(({ label }) => label)) : [];
  const label = truncateText(printable(field.label), MAX_FIELD_LABEL);
  return [...hint, `  ${label}: ${blankOf(field)}`, ...choices];
}

/** A question, and a line to write the answer on. */
function textLines(entry: string): string[] {
  return [...wrapHanging('  ', printable(entry)), `    ${LONG_BLANK}${LONG_BLANK}`];
}

/** What a row is about with its blanks. If there are more such rows than the orders may have, there are blank ones. */
function givenLines(field: RowsField): string[] {
  const { given = [], max } = field;
  const rows = given.length <= max ? given : numbersTo(max).map(() => null);
  return rows.flatMap((row, i) => {
    const names = row === null ? null : columnsOf(field, i).map(({ name }) => name);
    const columns = field.columns.filter(({ name }) => names?.includes(name) ?? true);
    const blanks = columns.map((column) => givenBlank(column, columns)).join('; ');
    if (row === null) return wrapHanging(`  ${String(i + 1).padStart(2)}. `, blanks);
    const about = [row.label, row.note].filter((text) => text !== undefined).join(', ');
    return [
      ...wrapHanging('  ', printable(columns.length === 0 ? about : `${about}:`)),
      ...(columns.length === 0 ? [] : wrapHanging('      ', blanks)),
      ...columns.flatMap(drawingLines),
    ];
  });
}

/** The blank of a column with its label, unless it is the only one. Few choices are printed. */
function givenBlank(column: Column, columns: readonly Column[]): string {
  const choices = column.kind === 'choice' ? column.choices : [];
  const isShort = choices.length > 0 && choices.length <= MAX_BOXED_CHOICES;
  const blank = isShort
    ? choices.map(({ label }) => `[_] ${printable(label)}`).join(' ')
    : column.kind === 'text' && column.lines !== undefined
      ? `${column.lines} lines`
      : blankOf(column);
  return columns.length === 1 ? blank : `${printable(column.label)} ${blank}`;
}

/** The lines of a drawing. */
function drawingLines(column: Column): string[] {
  if (column.kind !== 'text') return [];
  return numbersTo(column.lines ?? 0).map(() => `      |${'_'.repeat(Math.min(column.max, 60))}|`);
}

/** A check box for each choice. */
function checkLines({ choices }: RankingField): string[] {
  return choices.map(({ label, note }) => {
    const words = note === undefined ? label : `${label} ${note}`;
    return `  [_] ${truncateText(printable(words), TEXT_WIDTH - 6)}`;
  });
}

/** Rows whose order matters, as a table of blanks with the labels once above; null if it is too wide. */
function tableLines({ columns, max, prefilled }: RowsField): string[] | null {
  const labels = columns.map(({ label }) => truncateText(printable(label), MAX_COLUMN_LABEL));
  const widths = columns.map((column, i) => Math.max(lengthOf(column), labels[i]?.length ?? 0));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const rows = numbersTo(max).map((n) => {
    const cells = columns.map((column) =>
      String(prefilled?.[n - 1]?.[column.name] ?? '_'.repeat(lengthOf(column))),
    );
    return `  ${String(n).padStart(2)}. ${line(cells)}`;
  });
  const lines = [`      ${line(labels)}`, ...rows];
  return lines.some((text) => text.length > TEXT_WIDTH) ? null : lines;
}

/** How many characters are written in a column. */
function lengthOf(column: Column): number {
  if (column.kind === 'integer') return Math.max(2, String(column.max ?? 999_999).length);
  if (column.kind === 'flag') return 3;
  if (column.kind === 'text') return Math.min(20, column.max);
  return Math.min(20, Math.max(2, ...column.choices.map(({ value }) => value.length)));
}

/** What the columns mean, and the codes that can be written. */
function columnLines(columns: readonly Column[]): string[] {
  return columns.flatMap((column) => {
    const hint = fullHint(column);
    const codes = 'choices' in column ? column.choices.map(({ value }) => value).join(' ') : '';
    const words = [...(hint === undefined ? [] : [hint]), ...(codes === '' ? [] : [codes])].join(' ');
    return words === ''
      ? []
      : wrapHanging(`  ${truncateText(printable(column.label), MAX_COLUMN_LABEL)}: `, printable(words));
  });
}

function numbersTo(max: number): number[] {
  return Array.from({ length: max }, (_, i) => i + 1);
}

function choiceLines(labels: string[]): string[] {
  if (labels.length === 0 || labels.length > MAX_LISTED_CHOICES) return [];
  return wrapHanging('    one of: ', labels.map(printable).join('; '));
}

function blankOf(field: SimpleField): string {
  switch (field.kind) {
    case 'state':
      return STATE_BLANK;
    case 'flag':
      return '[_] yes';
    case 'integer':
      return field.unit === 'dollars' ? `$ ${SHORT_BLANK}` : SHORT_BLANK;
    case 'text':
      return '_'.repeat(Math.min(40, field.max));
    case 'choice':
      return BLANK;
  }
}
