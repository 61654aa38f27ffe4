import type { Turn } from '../../fair-turns.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { formMark } from '../pdf/sheet/form-mark.ts';
import type { FilledPdf } from './filled-pdf.ts';
import { readFilledPdf } from './read-filled-pdf.ts';
import { type FilledSheet, valuesOfFields } from './values-of-fields.ts';

/** The sheet that a PDF must be: the one that its sender owes. */
export interface ExpectedSheet {
  /** `EY-12` */
  game: string;
  /** The identifier of the seat. */
  seat: string;
  turn: number;
  /** The sheet token of the seat, its player and the turn. */
  token: string;
  /** The tokens of the same sheet on printouts that were rolled back; none by default. */
  rolledBackTokens?: readonly string[];
  form: SheetForm;
}

/**
 * What is filled in on a PDF, for a page that shows it with what is unclear about it. Problems, at '': those of
 * `readFilledPdf`, `other-game`, `other-seat`, `other-turn`, `rolled-back`, `other-player` (its token is not the expected
 * one), `other-form` (its fields are not those of the sheet).
 * @param turn see `readFilledPdf`
 */
export async function readSheetPdf(
  pdf: Uint8Array,
  expected: ExpectedSheet,
  turn?: Turn,
): Promise<Result<FilledSheet>> {
  const read = await readFilledPdf(pdf, turn);
  return read.ok ? sheetOf(read.value, expected) : read;
}

/** The values of a sheet that was sent as a PDF. Problems: those of `readSheetPdf` and of `valuesOfFields`. */
export async function sheetFromPdf(
  pdf: Uint8Array,
  expected: ExpectedSheet,
): Promise<Result<Omit<FilledSheet, 'problems'>>> {
  const read = await readSheetPdf(pdf, expected);
  if (!read.ok) return read;
  const { problems, ...sheet } = read.value;
  return problems.length > 0 ? { ok: false, problems } : ok(sheet);
}

/** The same for a PDF that was read already. Problems: those of `readSheetPdf` about whose sheet it is. */
export function sheetOf(filled: FilledPdf, expected: ExpectedSheet): Result<FilledSheet> {
  const belongs = checkMark(filled, expected);
  if (!belongs.ok) return belongs;
  const sheet = valuesOfFields(expected.form, filled.fields);
  return sheet === null ? fail('', 'other-form', OTHER_FORM) : ok(sheet);
}

const OTHER_FORM =
  'This PDF is not the present sheet of this turn: the turn was rolled back since it was made, or fields are missing. Download the printout again, and fill it in.';

/** Checks that a PDF is the sheet that is expected. */
function checkMark(filled: FilledPdf, expected: ExpectedSheet): Result<void> {
  const { game, seat, turn, token, rolledBackTokens = [] } = expected;
  const shown = (text: string) => text.slice(0, 20);
  if (filled.game !== game) {
    return fail('', 'other-game', `This PDF is a sheet of ${shown(filled.game)}, and this is ${game}.`);
  }
  if (filled.seat !== seat) {
    return fail('', 'other-seat', `This PDF is a sheet of [${shown(filled.seat)}], and you have [${seat}].`);
  }
  if (filled.turn !== turn) {
    return fail(
      '',
      'other-turn',
      `This PDF is the sheet for turn ${filled.turn}, and turn ${turn} is open now.`,
    );
  }
  if (rolledBackTokens.includes(filled.token)) {
    const message = `This PDF is the sheet of a printout that was rolled back. Download the new printout of turn ${turn}, and fill it in.`;
    return fail('', 'rolled-back', message);
  }
  if (filled.token !== token) {
    const message = `This PDF is a sheet of the player who had [${seat}] before, or of another server. Download your own printout.`;
    return fail('', 'other-player', message);
  }
  return filled.form === formMark(expected.form) ? ok(undefined) : fail('', 'other-form', OTHER_FORM);
}
