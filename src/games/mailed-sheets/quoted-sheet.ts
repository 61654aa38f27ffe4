import { createHash } from 'node:crypto';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../rules/sheet-text/write-sheet-text.ts';
import { printable } from '../../text/printable.ts';

/*
 * A reply to a receipt quotes the sheet as it was sent. As long as nothing in it was changed, it is no new sheet: someone who
 * answers “Thanks!” to an older receipt must not put the older orders back in place of the newer ones. So every mailed sheet
 * has a note with hashes of what it says: one of all of it, and two of what is left by mail programs that replace characters that they
 * lack, or straighten quotation marks and dashes. Links that mail programs add are left out.
 */

const NOTE = /As mailed: ([0-9a-f]{10})(?:-([0-9a-f]{10})-([0-9a-f]{10}))?/;

/** What mail programs straighten. */
const STRAIGHTENED: readonly [typographic: RegExp, plain: string][] = [
  [/[‘’‚′“”„″"]/g, "'"],
  [/[‐-―−]/g, '-'],
  [/…/g, '...'],
];

/** Characters that no mail program has which lacks others: those outside of ISO 8859-1. U+FFFD may stand in their place. */
const BEYOND_LATIN = /[\u0100-\ufffc]/;

/** Characters that a mail program may lack, and the question mark that it writes for them. */
const LACKED = /[^ -~]|\?/g;

/** What mail programs write behind a web address or e-mail address that they made a link: `www.example.org <http://www.example.org>`. */
const LINK = /\s?<(?:https?:\/\/|mailto:)[^<>\s]*>/gi;

/**
 * The note for a sheet that is mailed, without the number sign in front of it.
 * @param values what is filled in already
 * @param asMailed a line as it is mailed; by default without what cannot be printed
 */
export function asMailedNote(form: SheetForm, values: FormValues, asMailed = printable): string {
  const lines = sheetTextLines(form, values).flatMap((line) =>
    line.kind === 'line' ? [asMailed(line.text)] : [],
  );
  const read = readSheetText(form, lines.join('\n')).values;
  return `As mailed: ${[read, withoutLacked(read), straightened(read)].map(hashOf).join('-')}`;
}

/** Whether a quoted sheet says what it said when it was mailed; null if its note is gone. @param values as they were read */
export function isAsMailed(quoted: string, values: FormValues): boolean | null {
  const note = NOTE.exec(quoted);
  if (note === null) return null;
  const [, whole, lacking, straight] = note;
  return [values, withoutAddedLinks(values)].some((read) => {
    if (whole === hashOf(read)) return true;
    if (straight === hashOf(straightened(read))) return true;
    return mayLackCharacters(read) && lacking === hashOf(withoutLacked(read));
  });
}

/** Whether a quoted sheet has the whole note. That of an earlier version of the server does not know what mail programs change. */
export function hasFullNote(quoted: string): boolean {
  return NOTE.exec(quoted)?.[2] !== undefined;
}

/** Whether a sheet that was read in a mail says the same as one that is stored, but for what mail programs change. */
export function saysTheSame(stored: FormValues, read: FormValues): boolean {
  const one = mapped(stored, printable);
  return [read, withoutAddedLinks(read)].some((values) => {
    const other = mapped(values, printable);
    if (contentOf(straightened(one)) === contentOf(straightened(other))) return true;
    return mayLackCharacters(other) && contentOf(withoutLacked(one)) === contentOf(withoutLacked(other));
  });
}

/** Whether a mail program may have replaced characters. If there are some that it would lack, it has them, and what they say counts. */
function mayLackCharacters(values: FormValues): boolean {
  return !Object.values(straightened(values)).some((value) => BEYOND_LATIN.test(value));
}

/** The values without the characters that a mail program may lack, and without what it writes for them. */
function withoutLacked(values: FormValues): FormValues {
  return mapped(values, (value) => value.replaceAll(/\s+/g, ' ').replaceAll(LACKED, ''));
}

/** The values without the links that mail programs add. */
function withoutAddedLinks(values: FormValues): FormValues {
  return mapped(values, (value) => value.replaceAll(LINK, ''));
}

/** The values with quotation marks, dashes and dots as they are on a keyboard. */
function straightened(values: FormValues): FormValues {
  return mapped(values, (value) =>
    STRAIGHTENED.reduce((text, [typographic, plain]) => text.replaceAll(typographic, plain), value),
  );
}

function mapped(values: FormValues, change: (value: string) => string): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function hashOf(values: FormValues): string {
  return createHash('sha256').update(contentOf(values)).digest('hex').slice(0, 10);
}

/** What values say, whatever their order. Mail programs break lines elsewhere, so spaces and line breaks are alike. */
function contentOf(values: FormValues): string {
  const said = Object.entries(values).flatMap(([name, value]) => {
    const text = value.replaceAll(/\s+/g, ' ').trim();
    return text === '' ? [] : [[name, text]];
  });
  return JSON.stringify(said.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}
