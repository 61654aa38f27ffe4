import {
  type Column,
  type Field,
  fieldsOf,
  type RankingField,
  type RowsField,
  type SheetForm,
  type SimpleField,
} from '../sheet.ts';
import { columnsOf, rowCount } from '../sheet-rows.ts';
import { folded } from './fold.ts';

/*
 * What the lines of a sheet in text begin with: `Campaign money 2: …`. Each key stands for a field, an entry of a list, a
 * row, or one column of a row.
 */

/** The fewest letters of a key in which a mistake is recognized. */
const MIN_NAME = 5;

/** What a key stands for. */
export type Target =
  /** One value. `column` is there if it is all that a row asks for. */
  | { kind: 'value'; path: string; field: SimpleField; column?: Column }
  | { kind: 'list'; field: RankingField }
  | { kind: 'entry'; field: RankingField; index: number }
  | { kind: 'rows'; field: RowsField }
  | { kind: 'row'; field: RowsField; index: number }
  /** The first of some rows in which nothing is written: those about the same thing. */
  | { kind: 'alike'; field: RowsField; indices: number[] };

/** A key with its target, as the sheet writes it. */
export interface Key {
  text: string;
  target: Target;
}

/** `Campaign money 2`, or `Answers, AB1` for a row about something; `Help to buy, AB1, adviser 2` if several are about it. */
export function rowKey(field: RowsField, index: number): string {
  const name = aboutOf(field, index);
  return name === null ? `${field.label} ${index + 1}` : `${field.label}, ${name}`;
}

/** What a row is about, unlike all others: `AB1`, or `AB1, adviser 2`; null if it is about nothing. */
function aboutOf(field: RowsField, index: number): string | null {
  const about = field.given?.[index];
  if (about === undefined) return null;
  const alike = rowsAbout(field, about.label);
  return alike.length < 2 ? about.label : `${about.label}, ${about.note ?? alike.indexOf(index) + 1}`;
}

/** Whether the key of a row says more than its label, because others have the same one. */
export function sharesLabel(field: RowsField, index: number): boolean {
  return aboutOf(field, index) !== (field.given?.[index]?.label ?? null);
}

/** The rows that are about something. */
function rowsAbout({ given = [] }: RowsField, label: string): number[] {
  return given.flatMap((row, index) => (row.label === label ? [index] : []));
}

/** What several rows are about. */
function sharedLabels(field: RowsField): string[] {
  const labels = new Set((field.given ?? []).map(({ label }) => label));
  return [...labels].filter((label) => rowsAbout(field, label).length > 1);
}

/** `Your performance, Show 1, Text` */
export function cellKey(field: RowsField, index: number, column: Column): string {
  return `${rowKey(field, index)}, ${column.label}`;
}

/** The keys of a form. */
export interface Keys {
  /** The target of a key as someone wrote it; null if there is none, or if it could mean several. */
  find(text: string): Target | null;
  /** Whether a text is a key as the sheet writes it. */
  isFull(text: string): boolean;
  /** The keys without numbers, folded, for `isNearKey`. */
  names: string[];
  /** The keys as the sheet writes them, for messages: `Campaign money 1 to 9`. */
  inWords: string[];
}

/** The keys of a form. A full key always means its target; a short one only if no other has it. */
export function keysOf(form: SheetForm): Keys {
  const full = new Map<string, Target>();
  const short = new Map<string, Target | null>();
  for (const section of form.sections) {
    for (const field of section.fields) {
      for (const { text, target } of fullKeys(field)) full.set(folded(text), target);
      const whole = wholeOf(field);
      const names = section.fields.length === 1 ? [section.title, field.name] : [field.name];
      const others =
        whole === null ? [] : [...new Set(names.map(folded))].map((text) => ({ text, target: whole }));
      for (const { text, target } of [...others, ...shortKeys(field)]) addOnce(short, folded(text), target);
    }
  }
  return {
    find: (text) => full.get(folded(text)) ?? short.get(folded(text)) ?? null,
    isFull: (text) => full.has(folded(text)),
    names: [...new Set([...full.keys(), ...short.keys()].map(withoutDigits))].filter((name) => name !== ''),
    inWords: fieldsOf(form).map(keyInWords),
  };
}

function withoutDigits(text: string): string {
  return folded(text.replace(/\p{N}+/gu, ' '));
}

/** Whether a text is probably meant as a key: `Capmaign money 1`, `Campaign money 99`, or a key with words after it. */
export function isNearKey({ names }: Keys, text: string): boolean {
  const typed = withoutDigits(text);
  return names.some((name) => {
    if (name.length >= MIN_NAME && typed.startsWith(`${name} `)) return true;
    const most = name.length < MIN_NAME ? 0 : Math.ceil(name.length / 6);
    return Math.abs(name.length - typed.length) <= most && distance(name, typed) <= most;
  });
}

/** How many letters differ between two texts; two that are swapped are two. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

function addOnce(keys: Map<string, Target | null>, text: string, target: Target): void {
  keys.set(text, keys.has(text) ? null : target);
}

/** What the label of a field alone stands for; null for questions, where each has a line of its own. */
function wholeOf(field: Field): Target | null {
  if (field.kind === 'ranking') return { kind: 'list', field };
  if (field.kind === 'rows') return { kind: 'rows', field };
  return field.kind === 'texts' ? null : { kind: 'value', path: field.name, field };
}

function fullKeys(field: Field): Key[] {
  const whole = wholeOf(field);
  const own = whole === null ? [] : [{ text: field.label, target: whole }];
  if (field.kind === 'ranking') {
    const entries = numbersTo(field.max).map((index) => ({ kind: 'entry', field, index }) as const);
    return [...own, ...entries.map((target) => ({ text: `${field.label} ${target.index + 1}`, target }))];
  }
  if (field.kind === 'texts') {
    return field.entries.map((_, i) => ({
      text: `${field.label} ${i + 1}`,
      target: { kind: 'value', path: `${field.name}[${i}]`, field: { ...field, kind: 'text' } },
    }));
  }
  if (field.kind !== 'rows') return own;
  const shared = sharedLabels(field).map((label) => ({
    text: `${field.label}, ${label}`,
    target: { kind: 'alike', field, indices: rowsAbout(field, label) } as const,
  }));
  return [...own, ...shared, ...numbersTo(rowCount(field)).flatMap((index) => rowKeys(field, index))];
}

function rowKeys(field: RowsField, index: number): Key[] {
  const cells = columnsOf(field, index).map((column) => {
    const path = `${field.name}[${index}].${column.name}`;
    return { text: cellKey(field, index, column), target: { kind: 'value', path, field: column } as const };
  });
  return [{ text: rowKey(field, index), target: rowTarget(field, index) }, ...cells];
}

/** A row; if it asks for one value only, that value. */
function rowTarget(field: RowsField, index: number): Target {
  const [column, ...more] = columnsOf(field, index);
  if (column === undefined || more.length > 0) return { kind: 'row', field, index };
  return { kind: 'value', path: `${field.name}[${index}].${column.name}`, field: column, column };
}

/** `Trip 1`, or `AB1` for a row about something. */
function shortKeys(field: Field): Key[] {
  if (field.kind === 'ranking') {
    return numbersTo(field.max).map((index) => ({
      text: `${field.each} ${index + 1}`,
      target: { kind: 'entry', field, index },
    }));
  }
  if (field.kind !== 'rows' || field.given === undefined) return [];
  const shared = sharedLabels(field).map((label) => ({
    text: label,
    target: { kind: 'alike', field, indices: rowsAbout(field, label) } as const,
  }));
  const own = field.given.map((_, index) => ({
    text: aboutOf(field, index) as string,
    target: rowTarget(field, index),
  }));
  return [...shared, ...own];
}

function keyInWords(field: Field): string {
  if (field.kind === 'texts') return `${field.label} 1 to ${field.entries.length}`;
  if (field.kind !== 'rows') return field.label;
  const count = rowCount(field);
  if (field.given !== undefined) return field.given.map((_, i) => rowKey(field, i)).join('; ');
  return count === 1 ? `${field.label} 1` : `${field.label} 1 to ${count}`;
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
