import { createHash } from 'node:crypto';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../rules/sheet-text/write-sheet-text.ts';

/*
 * A reply to a receipt quotes the sheet as it was sent. As long as nothing in it was changed, it is no new sheet: someone who
 * answers “Thanks!” to an older receipt must not put the older orders back in place of the newer ones. So every mailed sheet
 * has a note with a hash of what it says. Some mail programs replace characters that they do not have, or straighten quotation
 * marks and dashes, so such characters do not count: a change of these alone is not taken, and the player is told.
 */

const NOTE = /As mailed: ([0-9a-f]{10})/;

/** What mail programs change by themselves: all but ASCII, what they put in its place, and spaces. */
const WEAK = /[^!-~]|[?'"`.,<>-]/gu;

/** The note for a sheet that is mailed, without the number sign in front of it. @param values what is filled in already */
export function asMailedNote(form: SheetForm, values: FormValues): string {
  const lines = sheetTextLines(form, values).flatMap((line) => (line.kind === 'line' ? [line.text] : []));
  return `As mailed: ${hashOf(readSheetText(form, lines.join('\n')).values)}`;
}

/**
 * Whether a quoted sheet says what it said when it was mailed, but for what mail programs change by themselves. Null if its note is
 * gone.
 * @param values as they were read
 */
export function isAsMailed(quoted: string, values: FormValues): boolean | null {
  const note = NOTE.exec(quoted)?.[1];
  return note === undefined ? null : note === hashOf(values) || note === exactHashOf(values);
}

/** Whether the values of two sheets say the same, but for what mail programs change by themselves. */
export function saysTheSame(one: FormValues, other: FormValues): boolean {
  return contentOf(one, withoutWeak) === contentOf(other, withoutWeak);
}

function hashOf(values: FormValues): string {
  return shortHash(contentOf(values, withoutWeak));
}

/** The hash in mails of earlier versions of the server. */
function exactHashOf(values: FormValues): string {
  return shortHash(contentOf(values, (text) => text));
}

function shortHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}

function withoutWeak(text: string): string {
  return text.replaceAll(WEAK, '');
}

/** What values say, whatever their order. Mail programs break lines elsewhere, so spaces and line breaks are alike. */
function contentOf(values: FormValues, kept: (text: string) => string): string {
  const said = Object.entries(values).flatMap(([name, value]) => {
    const text = value.replaceAll(/\s+/g, ' ').trim();
    // What is filled in counts even if nothing of it is kept.
    return text === '' ? [] : [[name, kept(text)]];
  });
  return JSON.stringify(said.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}
