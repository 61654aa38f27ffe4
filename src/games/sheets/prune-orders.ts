import type { Dropped } from '../../database/json-types.ts';
import { describePart } from '../../rules/describe-orders.ts';
import type { Checked } from '../../rules/ruleset.ts';
import { type Advice, type Field, fieldsOf, type Problem, type SheetForm } from '../../rules/sheet.ts';

/** What is left of a sheet. */
export interface PrunedOrders {
  /** Passes the check, or is empty. */
  raw: unknown;
  dropped: Dropped[];
  /** Was something dropped, and is nothing left? An empty sheet that was sent as one is not void. */
  void: boolean;
}

type Json = Record<string, unknown>;

/** So many things that no form has are told one by one; a page of them helps nobody, and each would be printed. */
const MAX_STRANGE = 10;

/** Characters of what the rules say about one part: it may quote what was typed, of any length. */
const MAX_MESSAGE = 400;

/** Raw orders on their way to what can be played: `at` remembers where the entries of each list stood at first. */
interface Work {
  form: SheetForm | null;
  sheet: Json;
  at: Map<string, number[]>;
  dropped: Dropped[];
}

/**
 * Makes a sheet fit that was written for another moment: drops what the check refuses, and nothing else. Each time
 * the smallest part is dropped that a problem's path names: of `campaign[2].spend` that row, of `campaign` the last
 * row; of a field that is no list all of it; what concerns the whole sheet empties it. Never throws where `check` does
 * not, and always ends, for every round takes something away.
 * @param check the ruleset's, for the state and the seat
 * @param form for the words; null where the seat has none
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
  const work: Work = { form, sheet: { ...raw }, at: new Map(), dropped: [] };
  for (let judged = cutOverlong(work, first, check); !judged.ok; judged = check(work.sheet)) {
    if (dropNext(work, judged.problems)) continue;
    return emptied(work.dropped, judged.problems);
  }
  return {
    raw: work.sheet,
    dropped: inOrder(work.dropped).map(shortened),
    void: Object.keys(work.sheet).length === 0,
  };
}

/** Nothing of it can be played. */
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

/** What no form could hold is cut in one go, so that nobody makes the server drop ten thousand rows one by one. */
function cutOverlong(
  work: Work,
  judged: Checked<unknown>,
  check: (raw: unknown) => Checked<unknown>,
): Checked<unknown> {
  const fields = work.form === null ? [] : fieldsOf(work.form);
  let cut = false;
  for (const field of fields) {
    const list = own(work.sheet, field.name);
    if (!isList(field) || !Array.isArray(list) || list.length <= field.max) continue;
    work.sheet[field.name] = list.slice(0, field.max);
    const message = `${list.length} entries are more than the sheet has; it has ${field.max}.`;
    work.dropped.push({
      field: field.name,
      what: `${field.label}, all but the first ${field.max}`,
      message,
    });
    cut = true;
  }
  return cut ? check(work.sheet) : judged;
}

/** Drops the part that one of the problems names; false where none names any. */
function dropNext(work: Work, problems: readonly Problem[]): boolean {
  const strange = problems.filter(({ field }) => Object.hasOwn(work.sheet, field) && !onForm(work, field));
  if (strange.length > 0) {
    dropStrange(work, strange);
    return true;
  }
  // Entries before lists: a sum may be right once a wrong row is gone. And the last entry first: of two that cannot
  // both stand, the player thought of the upper one before.
  for (const problem of problems.toReversed()) if (dropEntry(work, problem)) return true;
  for (const problem of problems) {
    const name = nameIn(work.sheet, problem.field);
    if (name === null) continue;
    const value = work.sheet[name];
    if (Array.isArray(value) && value.length > 0 && isListOn(work, name))
      dropAt(work, name, value.length - 1, problem.message);
    else dropKey(work, name, problem.message);
    return true;
  }
  return false;
}

/** Things that are not on the form: the first ones by name, the others by their number. */
function dropStrange(work: Work, problems: readonly Problem[]): void {
  for (const { field, message } of problems.slice(0, MAX_STRANGE)) dropKey(work, field, message);
  const more = problems.slice(MAX_STRANGE).filter(({ field }) => Object.hasOwn(work.sheet, field));
  for (const { field } of more) delete work.sheet[field];
  if (more.length === 0) return;
  const what = more.length === 1 ? 'One thing more' : `${more.length} things more`;
  work.dropped.push({ field: '', what, message: 'Nothing of that kind is on the sheet.' });
}

function dropEntry(work: Work, problem: Problem): boolean {
  const match = /^([^[.]+)\[(\d{1,6})\]/.exec(problem.field);
  const name = match?.[1] ?? '';
  const list = own(work.sheet, name);
  const index = Number(match?.[2]);
  if (match === null || !Array.isArray(list) || index >= list.length || !isListOn(work, name)) return false;
  dropAt(work, name, index, problem.message);
  return true;
}

function dropAt(work: Work, name: string, index: number, message: string): void {
  const list = work.sheet[name] as unknown[];
  const at = work.at.get(name) ?? list.map((_, i) => i);
  const what = describePart(work.form, name, list[index]);
  work.dropped.push({ field: `${name}[${at[index]}]`, what, message });
  work.at.set(name, at.toSpliced(index, 1));
  const left = list.toSpliced(index, 1);
  if (left.length > 0) work.sheet[name] = left;
  else delete work.sheet[name];
}

function dropKey(work: Work, name: string, message: string): void {
  const what = describePart(work.form, name, work.sheet[name]);
  work.dropped.push({ field: name, what, message });
  delete work.sheet[name];
}

/** The key of the sheet that a path begins with; null if there is none. */
function nameIn(sheet: Json, path: string): string | null {
  if (Object.hasOwn(sheet, path)) return path;
  const name = /^[^[.]+/.exec(path)?.[0];
  return name !== undefined && Object.hasOwn(sheet, name) ? name : null;
}

/** As the player wrote them: field by field, each list from the top. */
function inOrder(dropped: readonly Dropped[]): Dropped[] {
  const key = ({ field }: Dropped) => /^([^[]*)(?:\[(\d+)\])?/.exec(field);
  const names = [...new Set(dropped.map((one) => key(one)?.[1] ?? ''))];
  return dropped.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    const byName = names.indexOf(left?.[1] ?? '') - names.indexOf(right?.[1] ?? '');
    return byName || Number(left?.[2] ?? -1) - Number(right?.[2] ?? -1);
  });
}

function onForm(work: Work, name: string): boolean {
  return work.form !== null && fieldsOf(work.form).some((field) => field.name === name);
}

/** Has the form a list of this name? Its length was cut then; of anything else no entries are counted. */
function isListOn(work: Work, name: string): boolean {
  return work.form !== null && fieldsOf(work.form).some((field) => field.name === name && isList(field));
}

function isList(field: Field): field is Extract<Field, { max: number; kind: 'rows' | 'ranking' }> {
  return field.kind === 'rows' || field.kind === 'ranking';
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: Json, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What is dropped, as advice (code `dropped`) on the sheet that was kept. */
export function droppedAdvice(dropped: readonly Dropped[]): Advice[] {
  return dropped.map(({ field, what, message }) => ({
    // Its entries have moved up: only the name of the list still says where.
    field: field.replace(/\[.*$/s, ''),
    code: 'dropped',
    message: `${what} had to be dropped. ${message}`,
  }));
}
