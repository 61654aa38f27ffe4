import type { Result } from '../../rules/result.ts';
import type { FormValues, Problem, SheetForm } from '../../rules/sheet.ts';
import { type ReadSheet, readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { isAsMailed } from './quoted-sheet.ts';

/** A sheet that was filled in on an attached PDF, or why it could not be read. */
export type AttachedSheet = Result<{ values: FormValues; final: boolean; problems: Problem[] }>;

/** The text of a mail. */
export interface MailedText {
  /** What the sender wrote, without what the mail quotes. */
  own: string;
  /** The sheet in what the mail quotes, as `markedSheet` finds it; null if it quotes none. */
  quotedSheet: string | null;
}

/** The sheet in the text of a mail. */
export type SheetInMail = ReadSheet & {
  /** Whether it is the sheet that the mail quotes, and says what it said when it was mailed. */
  isUnchanged: boolean;
};

/**
 * The sheet in a mail: what the sender wrote above or below the quoted mail; if that has no orders, the quoted sheet, which
 * they may have filled in where it was. Null if there is no sheet at all.
 */
export function readMailed(form: SheetForm, { own, quotedSheet }: MailedText): SheetInMail | null {
  const written = { ...readSheetText(form, own), isUnchanged: false };
  if (hasContent(written)) return written;
  if (quotedSheet === null) return written.lines > 0 ? written : null;
  const read = readSheetText(form, quotedSheet);
  // Someone who wrote something else above a blank sheet did not mean the sheet.
  if (!hasContent(read) && own.trim() !== '') return null;
  const isUnchanged = isAsMailed(quotedSheet, read.values);
  const ignored = [...written.ignored, ...read.ignored];
  return { ...read, ignored, final: written.final || read.final, isUnchanged };
}

function hasContent({ lines, values, problems }: ReadSheet): boolean {
  return lines > 0 && (problems.length > 0 || !isBlank(values));
}

/** Whether nothing was filled in. */
export function isBlank(values: FormValues): boolean {
  return Object.keys(values).length === 0;
}
