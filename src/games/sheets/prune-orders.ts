import type { Dropped } from '../../database/json-types.ts';
import { describePart } from '../../rules/describe-orders.ts';
import { grouped } from '../../rules/numbers.ts';
import type { Checked } from '../../rules/ruleset.ts';
import { type Advice, type Field, fieldsOf, type Problem, type SheetForm } from '../../rules/sheet.ts';

/** What is left of orders after pruning. */
export interface PrunedOrders {
  /** Passes the check, or is empty. */
  raw: unknown;
  dropped: Dropped[];
  /** Whether parts were dropped and nothing is left. An empty sheet that was sent empty is not void. */
  void: boolean;
}

type Json = Record<string, unknown>;

/** How many items that are not on the form are listed one by one. The others are only counted. */
const MAX_UNKNOWN_KEYS = 10;

/** Characters of the rules' message on one part. It may quote what was typed, at any length. */
const MAX_MESSAGE = 400;

/** Orders that are being pruned. */
interface Pruning {
  form: SheetForm | null;
  /** What is left so far. */
  sheet: Json;
  /** For each list, where its remaining entries were in the orders as they were sent. */
  positions: Map<string, number[]>;
  dropped: Dropped[];
}

/**
 * Prunes orders that were written for another state: drops what the check refuses, and nothing else. Each round drops
 * the smallest part that the path of a problem names: for `campaign[2].spend` that row, for `campaign` its last row, for
 * a field that is not a list the whole field. A problem of the whole sheet empties it. Throws only if `check` does, and
 * always ends, because every round removes something. An entry whose place matters is replaced by null.
 * @param check the check of the ruleset, for the state and the seat
 * @param form to describe what is dropped; null if the seat has none
 * @param raw well-formed JSON
 */
export function pruneOrders(
  check: (raw: unknown) => Checked<unknown>,
  form: SheetForm | null,
  raw: unknown,
): PrunedOrders {
  const first = check(raw);
  if (first.ok) return { raw, dropped: [], void: false };
  if (!isRecord(raw)) return emptied([], first.problems);
  const pruning: Pruning = { form, sheet: { ...raw }, positions: new Map(), dropped: [] };
  const cut = cutLongLists(pruning);
  for (let checked = cut ? check(pruning.sheet) : first; !checked.ok; checked = check(pruning.sheet)) {
    if (dropNext(pruning, checked.problems)) continue;
    return emptied(pruning.dropped, checked.problems);
  }
  return {
    raw: pruning.sheet,
    dropped: inOrder(pruning.dropped).map(shortened),
    void: Object.keys(pruning.sheet).length === 0,
  };
}

/** The result if nothing can be played. */
function emptied(dropped: readonly Dropped[], problems: readonly Problem[]): PrunedOrders {
  const message = problems[0]?.message ?? '';
  const all = [...dropped, { field: '', what: 'The whole sheet', message }];
  return { raw: {}, dropped: all.map(shortened), void: true };
}

function shortened(dropped: Dropped): Dropped {
  const { message } = dropped;
  return message.length <= MAX_MESSAGE
    ? dropped
    : { ...dropped, message: `${message.slice(0, MAX_MESSAGE).toWellFormed()}…` };
}

/**
 * Cuts lists to the length that the form has, so that no one makes the server drop ten thousand rows one by one.
 * Returns whether any list was longer.
 */
function cutLongLists(pruning: Pruning): boolean {
  const fields = pruning.form === null ? [] : fieldsOf(pruning.form);
  let cut = false;
  for (const field of fields) {
    const list = own(pruning.sheet, field.name);
    if (!isList(field) || !Array.isArray(list) || list.length <= mostEntries(field)) continue;
    const most = mostEntries(field);
    pruning.sheet[field.name] = list.slice(0, most);
    const what = `${field.label}, all but the first ${most}`;
    const count = grouped(list.length);
    const message = `The sheet has room for ${most} entries, not ${count}.`;
    pruning.dropped.push({ field: field.name, what, message });
    cut = true;
  }
  return cut;
}

/** Drops a part that one of the problems names. Returns false if none of them names a part. */
function dropNext(pruning: Pruning, problems: readonly Problem[]): boolean {
  const unknown = problems.filter(
    ({ field }) => Object.hasOwn(pruning.sheet, field) && !onForm(pruning, field),
  );
  if (unknown.length > 0) {
    dropUnknownKeys(pruning, unknown);
    return true;
  }
  // Entries before whole lists: a sum may be right once a wrong row is gone. And the last entry first: if two entries
  // exclude each other, the player probably cares more about the upper one.
  for (const problem of problems.toReversed()) if (dropEntry(pruning, problem)) return true;
  for (const problem of problems) {
    const name = nameIn(pruning.sheet, problem.field);
    if (name === null) continue;
    const value = pruning.sheet[name];
    if (Array.isArray(value) && value.length > 0 && isListOn(pruning, name))
      dropAt(pruning, name, value.length - 1, problem.message);
    else dropKey(pruning, name, problem.message);
    return true;
  }
  return false;
}

/** Drops items that are not on the form. The first ones are listed, the others counted. */
function dropUnknownKeys(pruning: Pruning, problems: readonly Problem[]): void {
  for (const { field, message } of problems.slice(0, MAX_UNKNOWN_KEYS)) dropKey(pruning, field, message);
  const more = problems.slice(MAX_UNKNOWN_KEYS).filter(({ field }) => Object.hasOwn(pruning.sheet, field));
  for (const { field } of more) delete pruning.sheet[field];
  if (more.length === 0) return;
  const what = more.length === 1 ? '1 more item' : `${grouped(more.length)} more items`;
  pruning.dropped.push({ field: '', what, message: 'The sheet has no such items.' });
}

function dropEntry(pruning: Pruning, problem: Problem): boolean {
  const match = /^([^[.]+)\[(\d{1,6})\]/.exec(problem.field);
  const name = match?.[1] ?? '';
  const list = own(pruning.sheet, name);
  const index = Number(match?.[2]);
  if (match === null || !Array.isArray(list) || index >= list.length || !isListOn(pruning, name))
    return false;
  dropAt(pruning, name, index, problem.message);
  return true;
}

function dropAt(pruning: Pruning, name: string, index: number, message: string): void {
  const list = pruning.sheet[name] as unknown[];
  const positions = pruning.positions.get(name) ?? list.map((_, i) => i);
  const what = describePart(pruning.form, name, list[index], positions[index]);
  pruning.dropped.push({ field: `${name}[${positions[index]}]`, what, message });
  if (keepsPlaces(pruning, name) && list[index] !== null) {
    pruning.sheet[name] = list.with(index, null);
    return;
  }
  pruning.positions.set(name, positions.toSpliced(index, 1));
  const left = list.toSpliced(index, 1);
  if (left.length > 0) pruning.sheet[name] = left;
  else delete pruning.sheet[name];
}

function dropKey(pruning: Pruning, name: string, message: string): void {
  const what = describePart(pruning.form, name, pruning.sheet[name]);
  pruning.dropped.push({ field: name, what, message });
  delete pruning.sheet[name];
}

/** The key of the sheet with which a path begins; null if the sheet has no such key. */
function nameIn(sheet: Json, path: string): string | null {
  if (Object.hasOwn(sheet, path)) return path;
  const name = /^[^[.]+/.exec(path)?.[0];
  return name !== undefined && Object.hasOwn(sheet, name) ? name : null;
}

/** In the order of the sheet: field by field, each list from the top. */
function inOrder(dropped: readonly Dropped[]): Dropped[] {
  const key = ({ field }: Dropped) => /^([^[]*)(?:\[(\d+)\])?/.exec(field);
  const names = [...new Set(dropped.map((one) => key(one)?.[1] ?? ''))];
  return dropped.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    const byName = names.indexOf(left?.[1] ?? '') - names.indexOf(right?.[1] ?? '');
    return byName || Number(left?.[2] ?? -1) - Number(right?.[2] ?? -1);
  });
}

function onForm(pruning: Pruning, name: string): boolean {
  return pruning.form !== null && fieldsOf(pruning.form).some((field) => field.name === name);
}

/** Whether the form has a list of this name. Its length was cut before; entries of anything else are not dropped singly. */
function isListOn(pruning: Pruning, name: string): boolean {
  return (
    pruning.form !== null && fieldsOf(pruning.form).some((field) => field.name === name && isList(field))
  );
}

type ListField = Extract<Field, { kind: 'rows' | 'ranking' | 'texts' }>;

function isList(field: Field): field is ListField {
  return field.kind === 'rows' || field.kind === 'ranking' || field.kind === 'texts';
}

/** How many entries the orders have at most. */
function mostEntries(field: ListField): number {
  return field.kind === 'texts' ? field.entries.length : field.max;
}

/** Whether an entry that is dropped leaves a blank one, so that those after it stay where they are. */
function keepsPlaces({ form }: Pruning, name: string): boolean {
  const field = form === null ? undefined : fieldsOf(form).find((one) => one.name === name);
  return field?.kind === 'texts' || (field?.kind === 'rows' && field.positional === true);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: Json, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What was dropped, as advice (code `dropped`) on the sheet that is stored. */
export function droppedAdvice(dropped: readonly Dropped[]): Advice[] {
  return dropped.map(({ field, what, message }) => ({
    // The entries after it have moved up, so an index would point at another one.
    field: field.replace(/\[.*$/s, ''),
    code: 'dropped',
    message: `Dropped: ${what}. ${message}`,
  }));
}
