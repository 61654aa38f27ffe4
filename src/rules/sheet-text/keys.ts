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

/** What a key stands for. */
export type Target =
  | { kind: 'value'; path: string; field: SimpleField }
  | { kind: 'list'; field: RankingField }
  | { kind: 'entry'; field: RankingField; index: number }
  | { kind: 'rows'; field: RowsField }
  | { kind: 'row'; field: RowsField; index: number };

/** A key with its target, as the sheet writes it. */
export interface Key {
  text: string;
  target: Target;
}

/** `Campaign money 2`, or `Answers, AB1` for a row about something. */
export function rowKey(field: RowsField, index: number): string {
  const about = field.given?.[index]?.label;
  return about === undefined ? `${field.label} ${index + 1}` : `${field.label}, ${about}`;
}

/** `Your performance, Show 1, Text` */
export function cellKey(field: RowsField, index: number, column: Column): string {
  return `${rowKey(field, index)}, ${column.label}`;
}

/** The keys of a form. */
export interface Keys {
  /** The target of a key as someone wrote it; null if there is none, or if it could mean several. */
  find(text: string): Target | null;
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
    inWords: fieldsOf(form).map(keyInWords),
  };
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
  return [...own, ...numbersTo(rowCount(field)).flatMap((index) => rowKeys(field, index))];
}

function rowKeys(field: RowsField, index: number): Key[] {
  const cells = columnsOf(field, index).map((column) => {
    const path = `${field.name}[${index}].${column.name}`;
    return { text: cellKey(field, index, column), target: { kind: 'value', path, field: column } as const };
  });
  return [{ text: rowKey(field, index), target: { kind: 'row', field, index } }, ...cells];
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
  return field.given.map(({ label }, index) => ({ text: label, target: { kind: 'row', field, index } }));
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
