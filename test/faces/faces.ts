import { valuesOfFields } from '../../src/printouts/filled/values-of-fields.ts';
import { type FormValues, fieldsOf, type Problem, type SheetForm } from '../../src/rules/sheet.ts';
import { type ReadSheet, readSheetText } from '../../src/rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../src/rules/sheet-text/write-sheet-text.ts';
import { formFromRaw, rawFromForm } from '../../src/rules/sheet-values.ts';
import { valuesFromBody } from '../../src/web/turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../src/web/turn-sheet/sheet-view.ts';
import type { ControlView } from '../../src/web/turn-sheet/view-model.ts';
import { entriesFor, fieldsWith } from '../printouts/filled/fill.ts';

/* The faces of a sheet: each writes the values of a form, and reads them again. */

/** What a face has read. */
export interface Read {
  values: FormValues;
  problems: Problem[];
  /** What was named as no part of the sheet. */
  ignored: string[];
}

/** A sheet as the lines of a mail. */
export function asMail(form: SheetForm, values: FormValues): string {
  return sheetTextLines(form, values)
    .map((line) => (line.kind === 'blank' ? '' : line.kind === 'note' ? `# ${line.text}` : line.text))
    .join('\n');
}

export function readMail(form: SheetForm, text: string): ReadSheet {
  return readSheetText(form, text);
}

/** The body that a browser sends of the page that shows a sheet. */
export function asPost(form: SheetForm, values: FormValues): URLSearchParams {
  const view = sheetView(form, values, NOT_VALIDATED);
  const controls = view.sections
    .flatMap(({ fields }) => fields)
    .flatMap((field): ControlView[] => {
      if (field.kind === 'single') return [field.control];
      if (field.kind === 'ranked' || field.kind === 'given')
        return field.rows.flatMap((row) => [...row.controls, ...row.rare]);
      return 'controls' in field ? field.controls : field.rows.flatMap((row) => row.controls);
    });
  const body = new URLSearchParams();
  for (const control of controls) {
    if (control.kind === 'flag') {
      if (control.checked) body.append(control.path, control.value);
    } else if (control.kind === 'select') {
      body.append(control.path, control.options.find(({ chosen }) => chosen)?.value ?? '');
    } else body.append(control.path, control.value);
  }
  return body;
}

export function readPost(form: SheetForm, body: URLSearchParams): Read {
  const posted: Record<string, string | string[]> = {};
  for (const name of new Set(body.keys())) {
    const all = body.getAll(name);
    posted[name] = all.length === 1 ? (all[0] as string) : all;
  }
  return { values: valuesFromBody(form, posted), problems: [], ignored: [] };
}

/** The fields of the PDF, filled in. */
export function asPdf(form: SheetForm, values: FormValues): Record<string, string> {
  return fieldsWith(form, entriesFor(form, rawFromForm(form, values)));
}

/** Null if these are not the fields of the form. */
export function readPdf(form: SheetForm, fields: Record<string, string>): Read | null {
  const read = valuesOfFields(form, fields);
  return read && { values: read.values, problems: read.problems, ignored: [] };
}

/** The orders as a program sends them. */
export function asJson(form: SheetForm, values: FormValues): string {
  return JSON.stringify(rawFromForm(form, values));
}

export function readJson(form: SheetForm, json: string): Read {
  return { values: formFromRaw(form, JSON.parse(json)), problems: [], ignored: [] };
}

/** Whether a sheet has fewer rows on paper than there are things that they can be about: then what is beyond them is left out. */
export function hasScarceRows(form: SheetForm): boolean {
  return fieldsOf(form).some((field) => field.kind === 'rows' && (field.given?.length ?? 0) > field.max);
}
