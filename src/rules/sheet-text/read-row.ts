import { fail, ok, type Result } from '../result.ts';
import type { Column, FormValues, RowsField, SimpleField } from '../sheet.ts';
import { integerFrom } from '../sheet-cells.ts';
import { columnsOf } from '../sheet-rows.ts';
import { choiceIn } from './choices.ts';
import { isBlankText } from './fold.ts';
import { rowKey } from './keys.ts';
import { isFreeText } from './write-sheet-text.ts';

/** The most words in a row without labels. */
const MAX_WORDS = 40;

/** The most words of one value in a row without labels. */
const MAX_VALUE_WORDS = 8;

/**
 * One value as it was typed, as the form takes it: choices by their value, figures without the word after them, check
 * marks as `yes`. What cannot be understood stays as it was typed, for `check` to name.
 */
export function valueIn(field: SimpleField, typed: string): string {
  const text = typed.trim();
  if (field.kind === 'text') return text;
  if (isBlankText(text)) return '';
  if (field.kind === 'integer') return figureIn(text);
  if (field.kind === 'flag')
    return /^\[?\s*[xX✓✔]\s*\]?$/.test(text) ? 'yes' : text.replace(/^\[\s*\]\s*/, '');
  const choice = choiceIn(text, field.choices);
  if (choice !== null) return choice.value;
  return choiceIn(text, [{ value: '', label: field.blank }]) === null ? text : '';
}

/** `120 dollars` → `120` */
function figureIn(text: string): string {
  return /^(.*\d)\s*(?:dollars?|votes?|points?|days?|tokens?|usd)\.?$/i.exec(text)?.[1] ?? text;
}

/** The value of a row that asks for nothing else. The label of its column may stand in front. */
export function onlyValueIn(column: Column, typed: string): string {
  const text = typed.trim();
  const value = isFreeText(column) || fits(column, text) ? text : (withoutLabel(column, text) ?? text);
  return valueIn(column, value);
}

/** Whether a text can only be the values of a row. */
export function isWholeRow(field: RowsField, index: number, text: string): boolean {
  const read = rowIn(field, index, text);
  if (!read.ok) return false;
  const columns = columnsOf(field, index);
  const cellOf = (column: Column) => read.value[`${field.name}[${index}].${column.name}`];
  const written = columns.filter((column) => (cellOf(column) ?? '') !== '');
  return written.length > 0 && written.every((column) => fits(column, cellOf(column) as string));
}

/** Whether a text can only be a value of the column. */
export function fits(column: Column, text: string): boolean {
  if (column.kind === 'integer') return typeof integerFrom(figureIn(text)) === 'number';
  if (column.kind === 'flag') return /^(?:yes|no|x|\[x\])$/i.test(text);
  if (column.kind === 'text') return !isFreeText(column) && !/[^\p{L}\p{N}\s]/u.test(text);
  return choiceIn(text, column.choices) !== null;
}

/**
 * The values of a row by path: `State CA; Amount 120`, in any order, or without labels where every value fits one
 * column only: `CA 120`. Problem: `not-read`, at the row.
 */
export function rowIn(field: RowsField, index: number, text: string): Result<FormValues> {
  const columns = columnsOf(field, index);
  const path = (column: Column) => `${field.name}[${index}].${column.name}`;
  const only = columns.length === 1 ? columns[0] : undefined;
  if (only !== undefined) return ok({ [path(only)]: onlyValueIn(only, text) });
  if (isBlankText(text)) return ok({});
  const found = cellsIn(columns, text);
  if (found === null) {
    const right = columns.map(({ label }) => `${label} …`).join('; ');
    const message = `“${shortened(text)}” could not be read for ${rowKey(field, index)}. Write it like “${right}”, and leave out what stays blank.`;
    return fail(`${field.name}[${index}]`, 'not-read', message);
  }
  return ok(Object.fromEntries([...found].map(([column, value]) => [path(column), valueIn(column, value)])));
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : text;
}

/** What is written for each column; null if that is not certain. */
function cellsIn(columns: readonly Column[], text: string): Map<Column, string> | null {
  const cells = text.split(/[;|\t]/).map((cell) => cell.trim());
  const parts = cells.length > 1 ? cells : splitAtCommas(columns, text);
  const found = new Map<Column, string>();
  const bare: string[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const labeled = labeledCell(columns, part);
    if (labeled === null) bare.push(part);
    else if (found.has(labeled.column)) return null;
    else found.set(labeled.column, labeled.value);
  }
  if (bare.length === 0) return found;
  return withBare(columns, found, bare.length > 1 || parts.length > 1 ? bare : wordsIn(bare[0] ?? ''));
}

/** `State CA, Amount 1,200` → `State CA` and `Amount 1,200`: a comma inside a figure does not separate. */
function splitAtCommas(columns: readonly Column[], text: string): string[] {
  const parts = text.split(/,(?!\d{3}(?!\d))|,(?=\s)/).map((part) => part.trim());
  const isCell = (part: string) =>
    labeledCell(columns, part) !== null || columns.some((column) => fits(column, part));
  return parts.every(isCell) ? parts : [text];
}

function labeledCell(columns: readonly Column[], part: string): { column: Column; value: string } | null {
  const found = columns
    .map((column) => ({ column, value: withoutLabel(column, part) }))
    .filter((one): one is { column: Column; value: string } => one.value !== null)
    .sort((a, b) => a.value.length - b.value.length);
  return found[0] ?? null;
}

/** What follows the label of a column; null if the text does not begin with it. */
function withoutLabel(column: Column, text: string): string | null {
  const pattern = labelPatterns(column).find((one) => one.test(text));
  return pattern === undefined ? null : text.replace(pattern, '').trim();
}

/** The beginnings that name each column. They are kept, because making them takes longer than comparing them. */
const patternsOfColumns = new WeakMap<Column, readonly RegExp[]>();

function labelPatterns(column: Column): readonly RegExp[] {
  const known = patternsOfColumns.get(column);
  if (known !== undefined) return known;
  const patterns = [column.label, column.name].flatMap((start) => {
    const words = start.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    const source = `^${words.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])[\\s:=]*`;
    return words.length > 0 ? [new RegExp(source, 'iu')] : [];
  });
  patternsOfColumns.set(column, patterns);
  return patterns;
}

function wordsIn(text: string): string[] {
  return text
    .split(/\s+|,(?!\d{3}(?!\d))|[:=]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * Adds values without labels to the columns that they fit. Null if one fits none, or if it would also fit a column that
 * stays blank.
 */
function withBare(
  columns: readonly Column[],
  labeled: ReadonlyMap<Column, string>,
  words: readonly string[],
): Map<Column, string> | null {
  if (words.length > MAX_WORDS) return null;
  const found = new Map(labeled);
  for (let at = 0; at < words.length; ) {
    const match = matchAt(columns, found, words, at);
    if (match === null) return null;
    found.set(match.column, match.value);
    at += match.length;
  }
  const blank = columns.filter((column) => !found.has(column));
  const isCertain = [...found].every(
    ([column, value]) => labeled.has(column) || !blank.some((other) => fits(other, value)),
  );
  return isCertain ? found : null;
}

function matchAt(
  columns: readonly Column[],
  found: ReadonlyMap<Column, string>,
  words: readonly string[],
  at: number,
): { column: Column; value: string; length: number } | null {
  for (let length = Math.min(MAX_VALUE_WORDS, words.length - at); length > 0; length -= 1) {
    const value = words.slice(at, at + length).join(' ');
    const column = columns.find((one) => !found.has(one) && fits(one, value));
    if (column !== undefined) return { column, value, length };
  }
  return null;
}
