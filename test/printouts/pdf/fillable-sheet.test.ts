import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { sheetFields } from '../../../src/printouts/pdf/sheet/sheet-fields.ts';
import { aForm } from '../filled/a-form.ts';
import { fillablePdf, sheetReport } from '../filled/fill.ts';
import { readPdf } from '../read-pdf.ts';

/* Sheets with fields: the same print, and a file that programs and screen readers understand. */

describe('a sheet with fields', () => {
  test('has the same bytes for the same sheet', async () => {
    expect((await fillablePdf(aForm())).equals(await fillablePdf(aForm()))).toBe(true);
  });

  test('prints the same words as one without', async () => {
    const options = { paper: 'letter', finalOrders: true, scanTo: 'https://x.test/s/EY-12' } as const;
    const plain = await readPdf(await renderPdf(sheetReport(aForm()), options));
    const fillable = await readPdf(await fillablePdf(aForm()));
    expect(fillable.pages).toEqual(plain.pages);
  });

  test('has each field once, in the order of reading, with words for screen readers', async () => {
    const pdf = await PDFDocument.load(await fillablePdf(aForm()));
    const fields = pdf.getForm().getFields();
    const own = fields.filter((field) => !/^_(?!final)/.test(field.getName()));
    expect(own.map((field) => field.getName())).toEqual(sheetFields(aForm()).map(({ name }) => name));
    expect(new Set(own.map((field) => field.getName())).size).toBe(own.length);
    for (const { acroField } of own) {
      expect(acroField.dict.has(PDFName.of('TU'))).toBe(true);
      expect(acroField.dict.has(PDFName.of('StructParent'))).toBe(true);
      // They are on the page, within its borders.
      const [x = 0, y = 0, right = 0, top = 0] = acroField.dict
        .lookup(PDFName.of('Rect'), PDFArray)
        .asArray()
        .map((number) => Number(number.toString()));
      expect(x >= 40 && y >= 40 && right <= 572 && top <= 752 && right - x > 6 && top - y > 5).toBe(true);
    }
    for (const page of pdf.getPages()) expect(page.node.get(PDFName.of('Tabs'))).toBe(PDFName.of('S'));
    const { roles } = await readPdf(await fillablePdf(aForm()));
    expect(roles.flat().filter((role) => role === 'Form')).toHaveLength(own.length);
  });

  test('says whose it is without showing it', async () => {
    const pdf = await PDFDocument.load(await fillablePdf(aForm()));
    const form = pdf.getForm();
    const said = ['_game', '_seat', '_turn', '_token'].map((name) => form.getTextField(name).getText());
    expect(said).toEqual(['EY-12', 'AB', '4', '7KQM-3XWK']);
    for (const name of ['_game', '_seat', '_turn', '_token', '_form']) {
      const field = form.getTextField(name);
      expect([field.isReadOnly(), field.acroField.dict.get(PDFName.of('F'))?.toString()]).toEqual([
        true,
        '2',
      ]);
    }
  });

  test('asks no program to draw its fields anew, and has no script', async () => {
    const pdf = await PDFDocument.load(await fillablePdf(aForm()));
    const form = pdf.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    expect(form.has(PDFName.of('NeedAppearances'))).toBe(false);
    expect(
      pdf.context.enumerateIndirectObjects().some(([, object]) => object.toString().includes('/JavaScript')),
    ).toBe(false);
  });

  test('has neither fields nor a code without a token', async () => {
    const report = sheetReport(aForm(), null);
    const options = { paper: 'letter', fillable: true, scanTo: 'https://x.test/s/EY-12' } as const;
    const pdf = await PDFDocument.load(await renderPdf(report, options));
    expect(pdf.catalog.has(PDFName.of('AcroForm'))).toBe(false);
    const plain = await renderPdf(report, { paper: 'letter' });
    expect((await renderPdf(report, options)).equals(plain)).toBe(true);
  });
});
