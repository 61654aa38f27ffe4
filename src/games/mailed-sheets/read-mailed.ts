import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../rules/result.ts';
import type { FormValues, Problem, SheetForm } from '../../rules/sheet.ts';
import { folded } from '../../rules/sheet-text/fold.ts';
import { isEndMark } from '../../rules/sheet-text/marks.ts';
import { meantLines } from '../../rules/sheet-text/meant-lines.ts';
import { type ReadSheet, readSheetText } from '../../rules/sheet-text/read-sheet-text.ts';
import { valuesAtFirst } from '../../rules/sheet-values.ts';
import { hideAddresses } from '../../text/hide-addresses.ts';
import { commandIn } from './commands.ts';
import { hasFullNote, isAsMailed } from './quoted-sheet.ts';

/** What was filled in on an attached PDF. */
export interface PdfSheet {
  values: FormValues;
  final: boolean;
  problems: Problem[];
  /** Why other PDFs of the same mail were not taken; none by default. */
  others?: readonly string[];
}

/** A sheet that was filled in on an attached PDF, or why it could not be read. */
export type AttachedSheet = Result<PdfSheet>;

/** The text of a mail. */
export interface MailedText {
  /** What the sender wrote, without what the mail quotes. */
  own: string;
  /** The sheet in what the mail quotes, as `markedSheet` finds it; null if it quotes none. */
  quotedSheet: string | null;
  /** Lines that are not among what the sender wrote, because they look like part of a quotation; none by default. */
  leftOut?: readonly string[] | undefined;
  /** Addresses of the sender, which are hidden in orders, because other players read them; none by default. */
  ownAddresses?: readonly string[] | undefined;
}

/** The sheet in the text of a mail. */
export type SheetInMail = ReadSheet & {
  /**
   * Whether it is the sheet that the mail quotes, and says what it said when it was mailed. Also if that cannot be told, and the
   * sender wrote something else.
   */
  isUnchanged: boolean;
  /** Whether it is a quoted sheet, and that is not certain: its note is gone, or of an earlier version of the server. */
  isUncertain: boolean;
  /** Whether the mail also quotes a sheet that says something else than when it was mailed, and was not read. */
  quotesAnother: boolean;
};

/** Above lines of a quoted sheet that is otherwise as it was mailed. */
export const UNREAD_IN_QUOTE = 'These lines of the quoted sheet could not be read:';

/** Above lines of a mail that are no part of what was read. */
export const UNREAD_LINES = 'These lines of your e-mail were not read:';

/** The most lines around orders that an answer names. */
export const MAX_UNREAD_LINES = 30;

/** What a receipt says if the mail also quotes another sheet (see `SheetInMail.quotesAnother`). */
export const ANOTHER_QUOTED =
  'The sheet in the quoted text, which is not as it was mailed to you. It was not read: the orders outside it count alone. If you filled it in, too, send all of your orders again in one place.';

/**
 * The sheet in a mail: what the sender wrote above or below the quoted mail; if that has no orders, the quoted sheet, which
 * they may have filled in where it was. Null if there is no sheet at all.
 */
export function readMailed(form: SheetForm, text: MailedText): SheetInMail | null {
  const read = readAsWritten(form, text);
  // What is unchanged is not stored.
  if (read === null || read.isUnchanged) return read;
  const hidden = Object.entries(read.values).map(([path, value]) => [
    path,
    hideAddresses(value, text.ownAddresses ?? []),
  ]);
  return { ...read, values: Object.fromEntries(hidden) };
}

function readAsWritten(form: SheetForm, text: MailedText): SheetInMail | null {
  const { own, quotedSheet } = text;
  const isTyped = { isUnchanged: false, isUncertain: false, quotesAnother: false };
  const typed = readSheetText(form, own);
  const written = { ...typed, ...isTyped, ignored: [...lostLines(form, text), ...typed.ignored] };
  const read = quotedSheet === null ? null : readSheetText(form, quotedSheet);
  if (hasContent(written)) {
    const added =
      read !== null && isAsMailed(quotedSheet ?? '', read.values) ? { ...read, values: {} } : read;
    return { ...written, quotesAnother: added !== null && saysMore(added, written) };
  }
  if (quotedSheet === null || read === null) return written.lines > 0 ? written : null;
  // Someone who wrote something else above a blank sheet did not mean the sheet.
  if (!hasContent(read) && own.trim() !== '') return null;
  const isUnchanged = isAsMailed(quotedSheet, read.values) ?? own.trim() !== '';
  // What was typed on lines between quoted ones is read with the quoted sheet.
  const ignored = [...withoutQuoted(written.ignored, quotedSheet), ...read.ignored];
  const isUncertain = !hasFullNote(quotedSheet);
  const final = written.final || read.final;
  return { ...read, ignored, final, isUnchanged, isUncertain, quotesAnother: false };
}

/** Whether what was read of a mail says anything. */
export function bringsOrders(read: SheetInMail | null): read is SheetInMail {
  return read !== null && hasContent(read);
}

/** Whether a mail has orders that are not those that were mailed. A line that cannot be read was filled in. */
export function bringsNewOrders(read: SheetInMail | null): boolean {
  return bringsOrders(read) && (!read.isUnchanged || read.problems.length > 0);
}

/**
 * The lines that are not among what the sender wrote, but were probably meant as commands or as lines of the sheet. Also those that the
 * quoted sheet has, too: the sender may have typed them below it. Not those of a quotation without marks.
 */
export function lostLines(
  form: SheetForm,
  { quotedSheet, leftOut = [] }: Pick<MailedText, 'quotedSheet' | 'leftOut'>,
): string[] {
  const meant = new Set(meantLines(form, leftOut));
  const lost = leftOut.filter((line) => meant.has(line) || commandIn(line) !== null);
  const isUnmarked = quotedSheet !== null && leftOut.some(isEndMark);
  return isUnmarked ? withoutQuoted(lost, quotedSheet) : lost;
}

/** As `lostLines`, without those that were read in the quoted sheet: it is read if what the sender wrote has no orders. */
export function lostBesideRead(form: SheetForm, text: MailedText): string[] {
  const lost = lostLines(form, text);
  const isQuotedRead = text.quotedSheet !== null && !hasContent(readSheetText(form, text.own));
  return isQuotedRead ? withoutQuoted(lost, text.quotedSheet ?? '') : lost;
}

/** The lines that a quoted sheet does not have. */
function withoutQuoted(lines: readonly string[], quotedSheet: string): string[] {
  if (lines.length === 0) return [];
  const quoted = new Set(quotedSheet.split('\n').map(folded));
  return lines.filter((line) => !quoted.has(folded(line)));
}

/** Whether a sheet says something that another one does not say. */
function saysMore(one: ReadSheet, other: ReadSheet): boolean {
  const known = new Set(other.problems.map(({ message }) => message));
  return (
    Object.entries(one.values).some(([path, value]) => other.values[path] !== value) ||
    one.problems.some(({ message }) => !known.has(message))
  );
}

function hasContent({ lines, values, problems }: ReadSheet): boolean {
  return lines > 0 && (problems.length > 0 || !isBlank(values));
}

/** Whether nothing was filled in. */
export function isBlank(values: FormValues): boolean {
  return Object.keys(values).length === 0;
}

/** Whether nothing was filled in on a PDF, not even the box for final orders. Rows may be prefilled. */
export function isBlankPdf(form: SheetForm, { values, problems, final }: PdfSheet): boolean {
  return (isBlank(values) || isAtFirst(form, values)) && problems.length === 0 && !final;
}

/** Whether a sheet is attached on which nothing was filled in. */
export function isUntouched(form: SheetForm, attached: AttachedSheet | null): boolean {
  return attached?.ok === true && isBlankPdf(form, attached.value);
}

/** Whether values are those of a sheet for which nothing has been sent yet. */
export function isAtFirst(form: SheetForm, values: FormValues): boolean {
  return isDeepStrictEqual(values, valuesAtFirst(form));
}
