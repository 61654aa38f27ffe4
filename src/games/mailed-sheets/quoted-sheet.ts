import { createHash } from 'node:crypto';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../rules/sheet-text/write-sheet-text.ts';

/*
 * A reply to a receipt quotes the sheet as it was sent. As long as nothing in it was changed, it is no new sheet: someone who
 * answers “Thanks!” to an older receipt must not put the older orders back in place of the newer ones. So every mailed sheet
 * has a note with a hash of what it says.
 */

const NOTE = /As mailed: ([0-9a-f]{10})/;

/** The note for a sheet that is mailed, without the number sign in front of it. @param values what is filled in already */
export function asMailedNote(form: SheetForm, values: FormValues): string {
  const lines = sheetTextLines(form, values).flatMap((line) => (line.kind === 'line' ? [line.text] : []));
  return `As mailed: ${hashOf(readSheetText(form, lines.join('\n')).values)}`;
}

/** Whether a quoted sheet says what it said when it was mailed. False if its note is gone. @param values as they were read */
export function isAsMailed(quoted: string, values: FormValues): boolean {
  return NOTE.exec(quoted)?.[1] === hashOf(values);
}

/** Whether the values of two sheets say the same. */
export function saysTheSame(one: FormValues, other: FormValues): boolean {
  return contentOf(one) === contentOf(other);
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
