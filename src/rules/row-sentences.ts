import { counted, listInWords, withUnit } from './numbers.ts';
import {
  type Column,
  fieldsOf,
  type Note,
  type RowSentence,
  type RowsField,
  type SheetForm,
  type TextField,
} from './sheet.ts';
import { columnsInOrders } from './sheet-rows.ts';

type Row = Record<string, unknown>;

/** Texts of players that a sentence quotes are cut after this many characters. */
const MAX_QUOTED = 40;

/**
 * One sentence for each row of a sheet that is being filled in, for lists that have sentences, whatever the orders
 * contain. Rows that are not understood yet have none.
 */
export function rowSentences(form: SheetForm, raw: unknown): Note[] {
  return fieldsOf(form).flatMap((field) => {
    if (field.kind !== 'rows' || field.sentence === undefined) return [];
    const value = isRecord(raw) && Object.hasOwn(raw, field.name) ? raw[field.name] : undefined;
    const rows = Array.isArray(value) ? value.slice(0, field.max) : [];
    return rows.flatMap((row, i) => {
      const text = rowSentence(field, row, i);
      return text === null ? [] : [{ field: `${field.name}[${i}]`, text }];
    });
  });
}

/**
 * A row in one sentence: `If I have at least 5 votes, buy Radio Ad, but keep $6.` Null if the list has no sentences, if a
 * column contains something that is not understood, or if nothing says what is done.
 * @param index the row's place in the orders, if it is known
 */
export function rowSentence(field: RowsField, row: unknown, index?: number): string | null {
  if (field.sentence === undefined || !isRecord(row)) return null;
  const { conditions, actions, additions = {}, onlyWith = {} }: RowSentence = field.sentence;
  const columns = columnsInOrders(field, row, index);
  const filled = columns.filter((column) => isFilled(row, column) && isMeant(row, onlyWith[column.name]));
  if (filled.some((column) => wordsIn(column, row[column.name]) === null)) return null;
  const names = new Set(filled.map(({ name }) => name));
  const action = actions.find((text) => placesIn(text).every(({ name }) => names.has(name)));
  if (action === undefined) return null;
  const write = (text: string) => filledIn(text, columns, row);
  const given = (texts: Readonly<Record<string, string>>) =>
    Object.keys(texts)
      .filter((name) => names.has(name))
      .map((name) => write(texts[name] as string));
  const held = given(conditions);
  const done = [write(action), ...given(additions)].join(', ');
  const sentence = held.length === 0 ? done : `If ${listInWords(held)}, ${done}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** A place for what a column contains: `{marks}`; with `each`, its characters are listed: `{each faces}`. */
const PLACE = /\{(each )?(\w+)\}/g;

function placesIn(text: string): { name: string }[] {
  return [...text.matchAll(PLACE)].map(([, , name = '']) => ({ name }));
}

function filledIn(text: string, columns: readonly Column[], row: Row): string {
  return text.replace(PLACE, (_, each: string | undefined, name: string) => {
    const column = columns.find((one) => one.name === name);
    const words = column === undefined ? '' : (wordsIn(column, row[name]) ?? '');
    return each === undefined ? words : listInWords([...new Set(words.replace(/[ ,]/g, ''))], 'or');
  });
}

/** Whether a column says something: it is not blank, and not the number that a blank means. */
function isFilled(row: Row, column: Column): boolean {
  const value = cellOf(row, column.name);
  if (Array.isArray(value)) return value.length > 0;
  if (column.kind === 'integer' && value === column.ifBlank) return false;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** Whether a column means anything beside the value of the other column on which it depends. */
function isMeant(row: Row, only: { column: string; values: readonly string[] } | undefined): boolean {
  if (only === undefined) return true;
  const value = cellOf(row, only.column);
  return typeof value === 'string' && only.values.includes(value.trim().toLowerCase());
}

function cellOf(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** What a column contains, in words; null if it is not understood. */
function wordsIn(column: Column, value: unknown): string | null {
  if (column.kind === 'flag') return value === true ? '' : null;
  if (column.kind === 'integer')
    return Number.isSafeInteger(value) ? withUnit(value as number, column.unit) : null;
  if (column.kind === 'text' && Array.isArray(value)) return wordsInList(column, value);
  if (typeof value !== 'string') return null;
  if (column.kind === 'text') return value.slice(0, MAX_QUOTED);
  const typed = value.trim().toLowerCase();
  const choice = column.choices.find((one) => one.value.toLowerCase() === typed);
  return choice?.phrase ?? choice?.label ?? null;
}

/** Words are listed, lines are counted; null if something else is among them. */
function wordsInList({ lines }: TextField, values: readonly unknown[]): string | null {
  if (!values.every((value) => typeof value === 'string')) return null;
  if (lines !== undefined) return counted(values.length, 'line');
  return listInWords(values.map((value) => value.slice(0, MAX_QUOTED)));
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
