import { PDFCheckBox, PDFDocument, PDFDropdown, PDFHexString, PDFName, PDFTextField } from '@cantoo/pdf-lib';
import type { FieldOp } from '../../../src/printouts/pdf/field-op.ts';
import { type PdfOptions, renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { sheetFields } from '../../../src/printouts/pdf/sheet/sheet-fields.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type FormValues, fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw } from '../../../src/rules/sheet-values.ts';

/* Sheets as PDFs that can be filled in, and what someone fills in. */

/** Who owes the sheets of these tests. */
export const MARK = { game: 'EY-12', seat: 'AB', token: '7KQM-3XWK' } as const;

/** A printout that contains nothing but a sheet. */
export function sheetReport(form: SheetForm, token: string | null = MARK.token): Report {
  const header = [
    { label: 'Game', value: MARK.game },
    { label: 'Turn', value: String(form.turn) },
    { label: 'Player', value: 'Ann Baker' },
    { label: 'Identifier', value: MARK.seat },
    { label: 'Account', value: '#10468' },
    ...(token === null ? [] : [{ label: 'Sheet token', value: token }]),
  ];
  const sheet = { kind: 'sheet' as const, header, form, ...(token !== null && { token }) };
  return {
    ...{ title: 'A game', subtitle: form.phase, game: MARK.game, turn: form.turn, due: null, summary: [] },
    reader: { identifier: MARK.seat, name: 'Ann Baker', account: 10468 },
    sections: [{ id: 'sheet', title: 'Turn sheet', newPage: true, shared: false, blocks: [sheet] }],
  };
}

/** The PDF of a sheet that can be filled in. */
export function fillablePdf(form: SheetForm, options: Partial<PdfOptions> = {}): Promise<Buffer> {
  const usual = {
    paper: 'letter',
    fillable: true,
    finalOrders: true,
    scanTo: 'https://x.test/s/EY-12',
  } as const;
  return renderPdf(sheetReport(form), { ...usual, ...options });
}

/** What someone who sends these orders enters, by the names of the fields: `true` for a box to check. */
export function entriesFor(form: SheetForm, orders: unknown): Map<string, string | true> {
  const raw = JSON.parse(JSON.stringify(orders)) as Record<string, unknown>;
  const values: FormValues = { ...formFromRaw(form, raw) };
  // Blank rows are filled in as the orders have them, with what they are about.
  for (const field of fieldsOf(form)) {
    if (field.kind !== 'rows' || (field.given?.length ?? 0) <= field.max) continue;
    const { given: _, ...blank } = field;
    for (const path of Object.keys(values)) if (path.startsWith(`${field.name}[`)) delete values[path];
    const alone = { ...form, sections: [{ title: '', fields: [blank] }] };
    Object.assign(values, formFromRaw(alone, raw));
  }
  const entries = new Map<string, string | true>();
  for (const op of sheetFields(form)) {
    const entered = enteredIn(op, values);
    if (entered !== null) entries.set(op.name, entered);
  }
  return entries;
}

function enteredIn({ input }: FieldOp, values: FormValues): string | true | null {
  const value = values[input.path];
  if (input.kind === 'check') return value === input.value ? true : null;
  return value ?? null;
}

/** The fields as they are read, if these were entered. */
export function fieldsWith(form: SheetForm, entries: ReadonlyMap<string, string | true>) {
  return Object.fromEntries(
    sheetFields(form).map(({ name }) => {
      const entered = entries.get(name) ?? '';
      return [name, entered === true ? 'Yes' : entered];
    }),
  );
}

/** Fills in a PDF with pdf-lib. */
export async function fillWithPdfLib(
  pdf: Uint8Array,
  entries: ReadonlyMap<string, string | true>,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const form = document.getForm();
  for (const [name, entered] of entries) {
    const field = form.getField(name);
    if (field instanceof PDFCheckBox) field.check();
    else if (field instanceof PDFTextField || field instanceof PDFDropdown) {
      const text = PDFHexString.fromText(String(entered));
      if (field instanceof PDFTextField) field.acroField.setValue(text);
      // pdf-lib would store the label.
      else field.acroField.dict.set(PDFName.of('V'), text);
    } else throw new Error(`${name} is a field of another kind.`);
  }
  return document.save({ updateFieldAppearances: false });
}
