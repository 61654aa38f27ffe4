import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { type PostedFields, postedFields } from '../rendering/posted-fields.ts';
import { valuePaths } from './field-paths.ts';

/* What the body of a posted sheet contains. Names that begin with `_` are not fields of the sheet. */

/**
 * The values of a posted sheet. Fields that are not on the form and values that are not text are left out; if a field
 * was sent twice, the last value counts.
 */
export function valuesFromBody(form: SheetForm, body: unknown): FormValues {
  const record = recordOf(body);
  const values: FormValues = {};
  for (const path of valuePaths(form)) {
    const sent = Object.hasOwn(record, path) ? record[path] : undefined;
    const value = Array.isArray(sent) ? sent.at(-1) : sent;
    if (typeof value === 'string' && value !== '') values[path] = value;
  }
  return values;
}

/** The names that a field of any sheet may have. */
const FIELD = /^[A-Za-z]\w{0,39}(\[\d{1,3}\](\.[A-Za-z]\w{0,39})?)?$/;
const MAX_FIELDS = 400;

/**
 * The fields of a posted sheet that are not blank, whatever its form was. Pages that cannot show the form use it, so
 * that the input is not lost.
 */
export function fieldsFromBody(body: unknown): PostedFields {
  return postedFields(body)
    .filter(([name]) => FIELD.test(name))
    .slice(0, MAX_FIELDS);
}

/** The turn that a posted sheet is for; null if it does not say. */
export function turnOfBody(body: unknown): number | null {
  return numberIn(recordOf(body)._turn);
}

/** The attempt of the page that a sheet was posted from (see `WholeGame`); null if it does not say. */
export function attemptOfBody(body: unknown): number | null {
  return numberIn(recordOf(body)._attempt);
}

function numberIn(sent: unknown): number | null {
  return typeof sent === 'string' && /^[1-9]\d{0,5}$/.test(sent) ? Number(sent) : null;
}

/** Whom a paper sheet is of: see `PlayerField`. A value that is no text means no one. */
export function playerOfBody(body: unknown): string | undefined {
  const sent = recordOf(body)._player;
  return sent === undefined || typeof sent === 'string' ? sent : '';
}

/** Whether a posted sheet is for the open turn, and not from a page whose printout was rolled back. */
export function isForOpenTurn(body: unknown, open: { turn: number; attempt: number }): boolean {
  const attempt = attemptOfBody(body);
  return turnOfBody(body) === open.turn && (attempt === null || attempt === open.attempt);
}

/** The identifier of the seat whose page a sheet was posted from, '' if it says several; null if it does not say. */
export function seatOfBody(body: unknown): string | null {
  const sent = recordOf(body)._seat;
  if (sent === undefined) return null;
  return typeof sent === 'string' ? sent : '';
}

/** The state whose “Fill in” was pressed on a page without scripts; null if another button was. */
export function stateToFillIn(body: unknown): string | null {
  const sent = recordOf(body)._fill;
  return typeof sent === 'string' && /^[A-Z]{2}$/.test(sent) ? sent : null;
}

/** Whether the player marked a posted sheet as final. */
export function isMarkedFinal(body: unknown): boolean {
  return recordOf(body)._final === 'yes';
}

function recordOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
