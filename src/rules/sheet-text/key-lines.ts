import type { SheetForm } from '../sheet.ts';
import { choiceIn, listIn } from './choices.ts';
import { closingOf } from './closing.ts';
import { folded, isBlankFreeText } from './fold.ts';
import { isNearKey, type Keys, keysOf, type Target } from './keys.ts';
import { fits, isWholeRow } from './read-row.ts';
import { isFreeText, sheetTextLines } from './write-sheet-text.ts';

/*
 * Sorts the lines of a text: those of the sheet, those around it, and those that should be one of the sheet and are not.
 * Free text may contain anything, and mail programs break its lines. Below it a line is a new one of the sheet only if it
 * says so.
 */

/** The longest line that is read. */
export const MAX_LINE = 2_000;
/** The most lines that are named as not understood. */
const MAX_UNKNOWN = 30;
/** How often a line is compared with all keys. Further ones are not understood. */
export const MAX_COMPARED = 300;
/** The most words of a key that has no colon after it. */
const MAX_KEY_WORDS = 12;
/** The fewest letters by which the first line of a broken note is recognized. */
const MIN_NOTE = 20;

/** A line of the text with the key that it begins with. */
export interface KeyLine {
  target: Target;
  /** The key as it was written. */
  key: string;
  /** What follows it, continued on later lines. */
  text: string;
  /** Entries on the lines below, for a list with nothing after its key; the lines of a drawing. */
  entries: string[];
}

/** The lines of a text, sorted. */
export interface SortedLines {
  lines: KeyLine[];
  /** Lines that say nothing about the sheet. */
  ignored: string[];
  /** Lines that were probably meant as one of the sheet. */
  unknown: string[];
  /** Lines of the sheet that are too long to be read. */
  tooLong: string[];
  /** Whether a line says that the orders are final. */
  final: boolean;
}

/** A line that goes on. */
interface OpenLine extends KeyLine {
  /** What follows the key, line by line. */
  parts: string[];
  /** Whether something else than blanks was written on them. */
  written: boolean;
  /** Paragraphs below free text, with an empty text between them. */
  after: string[];
  /** Whether lines of a drawing stand between bars. */
  barred: boolean;
}

interface Sorting extends SortedLines {
  keys: Keys;
  /** The notes of the form, folded. */
  notes: () => string[];
  open: OpenLine | null;
  /** The note of the lines before, folded: mail programs break notes, too. Null if there is none. */
  inNote: string | null;
  compared: number;
}

/** Sorts the lines of a text. Its time grows with the length of the text only. */
export function keyLinesIn(form: SheetForm, text: string): SortedLines {
  const sorted = { lines: [], ignored: [], unknown: [], tooLong: [], final: false };
  const sorting: Sorting = {
    ...{ ...sorted, keys: keysOf(form), notes: notesOf(form) },
    ...{ open: null, inNote: null, compared: 0 },
  };
  for (const line of text.split('\n')) sortLine(sorting, line.slice(0, MAX_LINE).trimEnd(), line);
  close(sorting);
  const { lines, ignored, unknown, tooLong, final } = sorting;
  if (lines.length === 0)
    return { lines, ignored: [...ignored, ...unknown], unknown: [], tooLong: [], final };
  return { lines, ignored, unknown: unknown.slice(0, MAX_UNKNOWN), tooLong, final };
}

function notesOf(form: SheetForm): () => string[] {
  let notes: string[] | null = null;
  return () => {
    notes ??= sheetTextLines(form, {}).flatMap((line) => (line.kind === 'note' ? [folded(line.text)] : []));
    return notes;
  };
}

function sortLine(sorting: Sorting, line: string, whole: string): void {
  const trimmed = line.trim();
  const linesBefore = sorting.lines.length;
  const { open } = sorting;
  if (open !== null && isDrawing(open.target) && trimmed.startsWith('|')) addDrawn(open, trimmed);
  else if (trimmed === '') leaveBlank(sorting);
  else if (/^={3,}/.test(trimmed)) close(sorting);
  else if (isNote(sorting, trimmed)) passNote(sorting, trimmed);
  else if (isFinalMark(trimmed)) {
    sorting.final = true;
    close(sorting);
  } else if (!beginKeyLine(sorting, trimmed)) goOn(sorting, trimmed, line);
  if (whole.length > MAX_LINE && (sorting.open !== null || sorting.lines.length > linesBefore))
    sorting.tooLong.push(trimmed);
}

/** Whether a line says that the orders are final. */
export function isFinalMark(trimmed: string): boolean {
  return /^["“*]?FINAL[.!"”*]*$/.test(trimmed);
}

/** Adds a line between bars to a drawing: `| /\_/\ |` → ` /\_/\ `. The bars keep the spaces. */
function addDrawn(open: OpenLine, trimmed: string): void {
  // With bars, blank lines come from the mail program.
  if (!open.barred) open.entries = open.entries.filter((entry) => entry !== '');
  open.barred = true;
  open.entries.push(withoutBars(trimmed));
}

/** A line of a drawing without the bars around it. */
export function withoutBars(line: string): string {
  return line.replace(/^\|/, '').replace(/\|$/, '');
}

function leaveBlank(sorting: Sorting): void {
  const { open } = sorting;
  sorting.inNote = null;
  if (open === null) return;
  if (isDrawing(open.target)) {
    if (!open.barred && open.entries.length > 0) open.entries.push('');
  } else if (hasFreeText(open)) {
    if (open.after.at(-1) !== '') open.after.push('');
  } else if (!isOpenList(open)) close(sorting);
}

/** Whether a line is a note: it begins with a number sign. Free text may go on with `#1`, and a list with `#2 Iowa`. */
function isNote(sorting: Sorting, trimmed: string): boolean {
  const { open } = sorting;
  if (open !== null && isText(open.target)) return /^#(?:\s|$)/.test(trimmed);
  if (open !== null && isOpenList(open) && /^#\s?\d/.test(trimmed)) return isOwnNote(sorting, trimmed);
  return trimmed.startsWith('#');
}

/** Whether a line is a note of the form, or the beginning of one that a mail program broke. */
function isOwnNote(sorting: Sorting, trimmed: string): boolean {
  const note = folded(trimmed);
  return sorting.notes().some((one) => one === note || (note.length >= MIN_NOTE && one.startsWith(note)));
}

function passNote(sorting: Sorting, trimmed: string): void {
  // It may be the rest of a line that a mail program broke before a number sign.
  const isDoubtful =
    sorting.open !== null &&
    hasFreeText(sorting.open) &&
    folded(trimmed) !== '' &&
    !isOwnNote(sorting, trimmed);
  close(sorting);
  // A line of the sheet that someone put a sign in front of.
  const isKeyed = looksLikeKey(trimmed.slice(1)) && !isOwnNote(sorting, trimmed);
  if (isDoubtful || isKeyed) sorting.ignored.push(trimmed);
  sorting.inNote = folded(trimmed);
}

/** Begins a line of the sheet if this is one, or notes that it might be. */
function beginKeyLine(sorting: Sorting, trimmed: string): boolean {
  const { keys, open } = sorting;
  const isBelowText = open !== null && hasFreeText(open) && open.after.at(-1) !== '';
  const found = keyLine(keys, trimmed);
  const hasMark = found !== null && (found.text !== '' || /[:=]\s*$/.test(trimmed));
  if (found !== null && (hasMark || !isBelowText)) return begin(sorting, found);
  const loose = found !== null && keys.isFull(trimmed) ? found : looseKeyLine(keys, trimmed);
  if (loose === null || (open !== null && isOpenList(open))) return false;
  if (!isBelowText && !isText(loose.target)) return begin(sorting, loose);
  // It could be a line of the sheet, or a part of the text above it.
  sorting.unknown.push(trimmed);
  return true;
}

function begin(sorting: Sorting, line: KeyLine): true {
  close(sorting);
  const { text } = line;
  const written = !isBlankFreeText(text);
  sorting.open = { ...line, parts: text === '' ? [] : [text], written, after: [], barred: false };
  sorting.inNote = null;
  return true;
}

/** What is done with a line without a key. */
function goOn(sorting: Sorting, trimmed: string, line: string): void {
  const { open, unknown } = sorting;
  if (open !== null && isDrawing(open.target)) open.entries.push(open.parts.length > 0 ? trimmed : line);
  else if (open !== null && isOpenList(open)) open.entries.push(trimmed.replace(/^#\s?(?=\d)/, ''));
  else if (open !== null && isText(open.target)) {
    if (isMeantAsLine(sorting, trimmed)) unknown.push(trimmed);
    else (open.after.length > 0 ? open.after : open.parts).push(trimmed);
    open.written ||= !isBlankFreeText(trimmed);
  } else if (goesOnWithNote(sorting, trimmed)) return;
  else if (looksLikeKey(trimmed)) unknown.push(trimmed);
  else if (open !== null) open.parts.push(trimmed);
  else if (looksLikeOrder(trimmed)) unknown.push(trimmed);
  else sorting.ignored.push(trimmed);
}

/** Whether a line is the rest of the note above it. What someone typed below a note is not, even if its words occur in it. */
function goesOnWithNote(sorting: Sorting, trimmed: string): boolean {
  if (sorting.inNote === null) return false;
  const longer = `${sorting.inNote} ${folded(trimmed)}`;
  if (!sorting.notes().some((note) => note.includes(longer))) return false;
  sorting.inNote = longer;
  return true;
}

/** Whether a line below free text is rather a line of the sheet with a mistake in its key. */
function isMeantAsLine(sorting: Sorting, trimmed: string): boolean {
  if (/^[A-Z]{2}\s*[:=$]\s*\$?\d/.test(trimmed)) return true;
  if (!looksLikeKey(trimmed)) return false;
  sorting.compared += 1;
  return sorting.compared > MAX_COMPARED || isNearKey(sorting.keys, trimmed.split(/[:=]/)[0] as string);
}

/** Ends the line that goes on. What follows free text after a blank line belongs to it, but for the end of the mail. */
function close(sorting: Sorting): void {
  const { open } = sorting;
  sorting.open = null;
  sorting.inNote = null;
  if (open === null) return;
  const closing = closingOf(open.after);
  const more = open.after.slice(0, open.after.length - closing.length);
  const text = [...open.parts, ...more].filter((part) => part !== '').join(' ');
  sorting.ignored.push(...closing.filter((line) => line !== ''));
  const { target, key, entries } = open;
  sorting.lines.push({ target, key, text, entries });
}

/** Whether a target is free text on one line. */
function isText(target: Target): boolean {
  return target.kind === 'value' && isFreeText(target.field) && !isDrawing(target);
}

function isDrawing(target: Target): boolean {
  return target.kind === 'value' && target.field.kind === 'text' && target.field.lines !== undefined;
}

/** Whether free text has begun. Nothing goes on after a blank line if it has not. */
function hasFreeText({ target, written }: OpenLine): boolean {
  return isText(target) && written;
}

/** Whether the lines below are entries of the list: nothing follows its key. */
function isOpenList({ target, parts }: OpenLine): boolean {
  return parts.length === 0 && (target.kind === 'list' || target.kind === 'rows');
}

/** The key that a line begins with; the longest one if there are several, but not one that reaches into free text. */
export function keyLine(keys: Keys, line: string): KeyLine | null {
  const marks = [...line.matchAll(/[:=]/g)].map(({ index }) => index).slice(0, 4);
  const found = marks.flatMap((at) => {
    const key = line.slice(0, at).replace(/^[\s>*•–-]+/, '');
    const target = keys.find(key);
    return target === null
      ? []
      : [{ target, key: key.trim(), text: line.slice(at + 1).trim(), entries: [] as string[] }];
  });
  const first = found[0];
  if (first !== undefined && isText(first.target)) return first;
  const whole = keys.find(withoutEndMarks(line));
  if (whole !== null) return { target: whole, key: line, text: '', entries: [] };
  return found.at(-1) ?? null;
}

export function withoutEndMarks(line: string): string {
  let end = line.length;
  while (end > 0 && '.:= \t'.includes(line[end - 1] as string)) end -= 1;
  return line.slice(0, end);
}

/** `Fundraising trips CA NY TX`: a key without a colon, if what follows it can only be its values, or if it is free text. */
export function looseKeyLine(keys: Keys, line: string): KeyLine | null {
  const words = [...line.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, MAX_KEY_WORDS);
  for (const { index, 0: word } of words.reverse()) {
    const key = line.slice(0, index + word.length).replace(/^[\s>*•–-]+/, '');
    const target = keys.isFull(key) ? keys.find(key) : null;
    const text = line.slice(index + word.length).replace(/^[\s–—-]+/, '');
    if (target !== null && (isText(target) || canBe(target, text))) return { target, key, text, entries: [] };
  }
  return null;
}

/** Whether a text can only be the values of a target. */
function canBe(target: Target, text: string): boolean {
  if (text === '') return false;
  if (target.kind === 'value') return fits(target.field, text);
  if (target.kind === 'entry') return choiceIn(text, target.field.choices) !== null;
  if (target.kind === 'list') {
    const values = listIn(text, target.field.choices);
    return values.every((value) => target.field.choices.some((choice) => choice.value === value));
  }
  return isWholeRow(target.field, rowOf(target), text);
}

/** A row that a target may be. */
function rowOf(target: Extract<Target, { kind: 'row' | 'rows' | 'alike' }>): number {
  if (target.kind === 'alike') return target.indices[0] ?? 0;
  return target.kind === 'row' ? target.index : 0;
}

/** Whether a line begins as lines of a sheet do: it is none that goes on with the line above. */
export function looksLikeKey(line: string): boolean {
  return /^[\p{L}][^:=]{0,40}[:=]/u.test(line);
}

/** Whether a line that has no key was probably meant as one of the sheet. */
function looksLikeOrder(line: string): boolean {
  return /[:=;$]|^\d|\b[A-Z]{2}\s*(?:,\s*)?\$?\d/.test(line);
}
