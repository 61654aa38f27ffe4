import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { parseFilledPdf } from '../../../src/printouts/filled/parse-filled-pdf.ts';
import { readFilledPdf } from '../../../src/printouts/filled/read-filled-pdf.ts';
import { readSheetPdf, sheetFromPdf, sheetOf } from '../../../src/printouts/filled/sheet-from-pdf.ts';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import type { Result } from '../../../src/rules/result.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw } from '../../../src/rules/sheet-values.ts';
import { runs } from '../../helpers/long.ts';
import { GIVEN } from '../../rules/given-form.ts';
import { aForm, ORDERS } from './a-form.ts';
import { entriesFor, fillablePdf, fillWithPdfLib, MARK, sheetReport } from './fill.ts';

/* PDFs that are not the sheet that someone owes, or are made to harm: each is refused with its reason. */

const FORM = aForm();
const EXPECTED = { ...MARK, turn: FORM.turn, form: FORM };

function codes(result: Result<unknown>): string[] {
  return result.ok ? [] : result.problems.map(({ code }) => code);
}

async function changed(change: (pdf: PDFDocument) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await fillablePdf(FORM));
  change(pdf);
  return pdf.save({ updateFieldAppearances: false });
}

function enter(pdf: PDFDocument, name: string, text: string): void {
  pdf.getForm().getField(name).acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(text));
}

describe('a PDF that is not the sheet', () => {
  test.each([
    ['of another game', { game: 'EY-13' }, 'other-game'],
    ['of another seat', { seat: 'CD' }, 'other-seat'],
    ['of another turn', { turn: 5 }, 'other-turn'],
    ['of a former player', { token: '8KQM-3XWK' }, 'other-player'],
    ['of another state of the turn', { form: { ...GIVEN, turn: 4 } as SheetForm }, 'other-form'],
  ])('%s is named', async (_, other, code) => {
    const read = await parseFilledPdf(await fillablePdf(FORM));
    if (!read.ok) throw new Error('It was not read.');
    expect(codes(sheetOf(read.value, { ...EXPECTED, ...other }))).toEqual([code]);
    expect(codes(sheetOf(read.value, EXPECTED))).toEqual([]);
  });

  test('of a sheet that cannot be filled in is named', async () => {
    const flat = await renderPdf(sheetReport(FORM), { paper: 'a4' });
    expect(codes(await parseFilledPdf(flat))).toEqual(['no-sheet']);
    const without = await renderPdf(sheetReport(FORM, null), { paper: 'a4', fillable: true });
    expect(codes(await parseFilledPdf(without))).toEqual(['no-sheet']);
    const flattened = await changed((pdf) => pdf.catalog.delete(PDFName.of('AcroForm')));
    expect(codes(await parseFilledPdf(flattened))).toEqual(['no-sheet']);
  });

  test('that lacks a field, or has one more, is not read', async () => {
    const less = await changed((pdf) => pdf.getForm().removeField(pdf.getForm().getField('press')));
    expect(codes(await readSheetPdf(less, EXPECTED))).toEqual(['other-form']);
    const more = await changed((pdf) => pdf.getForm().createTextField('campaign-9-spend'));
    expect(codes(await readSheetPdf(more, EXPECTED))).toEqual(['other-form']);
  });

  test('with something written beside the fields is not read as a blank one', async () => {
    const written = await changed((pdf) => {
      const note = pdf.context.obj({ Type: 'Annot', Subtype: 'FreeText', Rect: [9, 9, 99, 99] });
      pdf.getPage(0).node.addAnnot(pdf.context.register(note));
    });
    expect(codes(await parseFilledPdf(written))).toEqual(['written-beside']);
  });
});

describe('what is filled in unclearly', () => {
  test('two boxes for one choice', async () => {
    const both = new Map<string, string | true>([
      ['card=CA', true],
      ['card=NY', true],
      ['press', 'Hello'],
    ]);
    const pdf = await fillWithPdfLib(await fillablePdf(FORM), both);
    expect(codes(await sheetFromPdf(pdf, EXPECTED))).toEqual(['two-choices']);
    const read = await readSheetPdf(pdf, EXPECTED);
    expect(read).toMatchObject({ ok: true, value: { values: { press: 'Hello' } } });
  });

  test('a box that is shown in another state than the one that is stored', async () => {
    const read = (V: PDFObject, AS: string | null) =>
      changed((pdf) => {
        const { dict } = pdf.getForm().getField('adjourn=yes').acroField;
        dict.set(PDFName.of('V'), V);
        if (AS === null) dict.delete(PDFName.of('AS'));
        else dict.set(PDFName.of('AS'), PDFName.of(AS));
      }).then((pdf) => readSheetPdf(pdf, EXPECTED));
    const [on, off] = [PDFName.of('Yes'), PDFName.of('Off')];
    const text = PDFHexString.fromText('Yes');
    for (const [V, AS] of [
      [off, 'Yes'],
      [on, 'Off'],
      [text, 'Off'],
    ] as const) {
      expect(codes(await read(V, AS))).toEqual(['broken']);
    }
    for (const [V, AS] of [
      [on, 'Yes'],
      [text, 'Yes'],
      [on, null],
    ] as const) {
      expect(await read(V, AS)).toMatchObject({ ok: true, value: { values: { adjourn: 'yes' } } });
    }
    expect(await read(off, null)).toMatchObject({ ok: true, value: { values: {} } });
  });

  test('blank rows that are about nothing, about the same, or about something alone', async () => {
    const [questions, ...others] = GIVEN.sections;
    const [answers] = questions?.fields ?? [];
    if (questions === undefined || answers?.kind !== 'rows') throw new Error('There are no answers.');
    const given = [...(answers.given ?? []), { label: 'AB3', fixed: { question: 'AB3' } }];
    const sections = [{ ...questions, fields: [{ ...answers, given, max: 2 }] }, ...others];
    const form: SheetForm = { ...GIVEN, sections };
    const filled = async (entries: [string, string | true][]) => {
      const pdf = await fillWithPdfLib(await fillablePdf(form), new Map(entries));
      const read = await parseFilledPdf(pdf);
      if (!read.ok) throw new Error('It was not read.');
      const sheet = sheetOf(read.value, { ...MARK, turn: form.turn, form });
      return sheet.ok ? sheet.value : null;
    };
    const [question, answer] = answers.columns.map(({ name }) => `${answers.name}-0-${name}`);
    const second = answers.columns.map(({ name }) => `${answers.name}-1-${name}`);
    const only = await filled([[`${answer}=A`, true]]);
    expect(only?.problems.map(({ code }) => code)).toEqual(['unknown-row']);
    const named = await filled([[`${question}=AB1`, true]]);
    expect(named?.problems.map(({ code }) => code)).toEqual(['half-row']);
    const twice = await filled([
      ...([
        [`${question}=AB1`, true],
        [`${answer}=A`, true],
      ] as [string, true][]),
      ...([
        [`${second[0]}=AB1`, true],
        [`${second[1]}=B`, true],
      ] as [string, true][]),
    ]);
    expect(twice?.problems.map(({ code }) => code)).toEqual(['same-row']);
  });
});

describe('a PDF that is made to harm', () => {
  test('is refused if it is too large, or none', async () => {
    expect(codes(await readFilledPdf(new Uint8Array(5 * 1024 * 1024 + 1)))).toEqual(['too-large']);
    expect(codes(await readFilledPdf(Buffer.from('GIF89a')))).toEqual(['not-a-pdf']);
    expect(codes(await readFilledPdf(new Uint8Array()))).toEqual(['not-a-pdf']);
  });

  test('is refused if it unpacks to far more than it is', { timeout: 60_000 }, async () => {
    const before = process.memoryUsage().rss;
    const packed = deflateSync(Buffer.alloc(400 * 1024 * 1024, ' '), { level: 9 });
    const bomb = Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode '),
      Buffer.from(`/Length ${packed.length} >>\nstream\n`),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF\n'),
    ]);
    const read = await readFilledPdf(bomb);
    expect(read.ok).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(800 * 1024 * 1024);
  });

  test('does not end this process if it takes all of its memory at once', { timeout: 60_000 }, async () => {
    const mb = 1024 * 1024;
    const names = `2 0 [${'/A'.repeat(15 * mb)}]`;
    const entries = `2 0 <<${Array.from({ length: 2 * mb }, (_, i) => `/${i.toString(36)}/A`).join('')}>>`;
    for (const objects of [names, entries]) {
      const packed = deflateSync(objects, { level: 9 });
      const bomb = Buffer.concat([
        Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode'),
        Buffer.from(`/Length ${packed.length}>>\nstream\n`),
        packed,
        Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF\n'),
      ]);
      expect(codes(await readFilledPdf(bomb))).toEqual(['too-complex']);
    }
    expect((await readFilledPdf(await fillablePdf(FORM))).ok).toBe(true);
  });

  test('is refused if a part of it is packed more than twice', async () => {
    const objects = '2 0 <</Type/Catalog>>';
    const withFilters = (count: number) => {
      const hex = (text: string) => Buffer.from(text).toString('hex');
      const packed = Array.from({ length: count }).reduce<string>(hex, objects);
      const filters = '/ASCIIHexDecode '.repeat(count);
      return Buffer.from(
        `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter[${filters}]/Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF\n`,
      );
    };
    expect(codes(await readFilledPdf(withFilters(2)))).toEqual(['no-sheet']);
    expect(codes(await readFilledPdf(withFilters(3)))).toEqual(['too-complex']);
  });

  test('is given up after some seconds if it would take much longer', { timeout: 60_000 }, async () => {
    const packed = deflateSync(Buffer.alloc(24 * 1024 * 1024, ' '), { level: 9 });
    const part = (id: number) =>
      Buffer.concat([
        Buffer.from(
          `${id} 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
        ),
        packed,
        Buffer.from('\nendstream\nendobj\n'),
      ]);
    const parts = Array.from({ length: 150 }, (_, i) => part(i + 1));
    const slow = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...parts,
      Buffer.from('trailer\n<</Root 999 0 R>>\n%%EOF\n'),
    ]);
    const begun = performance.now();
    expect(codes(await readFilledPdf(slow))).toEqual(['too-complex']);
    expect(performance.now() - begun).toBeLessThan(12_000);
  });

  test('is refused if it has endless fields, pages or objects', { timeout: 60_000 }, async () => {
    const fields = Array.from(
      { length: 50_000 },
      (_, i) => `${i + 3} 0 obj\n<</T(f${i})/FT/Tx/V(1)>>\nendobj\n`,
    );
    const refs = fields.map((_, i) => `${i + 3} 0 R`).join(' ');
    const many = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/AcroForm 2 0 R>>\nendobj\n2 0 obj\n<</Fields[${refs}]>>\nendobj\n${fields.join('')}trailer\n<</Root 1 0 R>>\n%%EOF`;
    expect(codes(await readFilledPdf(Buffer.from(many)))).toEqual(['too-complex']);
    const round =
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/AcroForm<</Fields[2 0 R]>>>>\nendobj\n2 0 obj\n<</T(a)/Kids[2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF';
    expect(codes(await readFilledPdf(Buffer.from(round)))).toEqual(['too-complex']);
    const deep = `%PDF-1.7\n1 0 obj\n${'['.repeat(2_000_000)}\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF`;
    expect((await readFilledPdf(Buffer.from(deep))).ok).toBe(false);
  });

  test('runs no script and opens nothing', async () => {
    const scripted = await changed((pdf) => {
      pdf.addJavaScript('open', 'app.alert(1); this.getField("press").value = "owned";');
      enter(pdf, 'press', 'Mine');
    });
    const read = await readSheetPdf(scripted, EXPECTED);
    expect(read).toMatchObject({ ok: true, value: { values: { press: 'Mine' } } });
  });

  test('is refused if it is locked', async () => {
    const locked = await changed((pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' }));
    expect(codes(await parseFilledPdf(locked))).toEqual(['encrypted']);
  });

  test('is not read as a blank one if the end is missing, where programs write what was filled in', async () => {
    const task = getDocument({ data: new Uint8Array(await fillablePdf(FORM)), verbosity: 0 });
    const document = await task.promise;
    const fields = (await document.getFieldObjects()) as Record<string, { id: string }[]>;
    document.annotationStorage.setValue(fields.press?.[0]?.id ?? '', { value: 'Hello' });
    const saved = await document.saveDocument();
    await task.destroy();
    expect(codes(await parseFilledPdf(saved))).toEqual([]);
    expect(codes(await parseFilledPdf(saved.subarray(0, saved.length - 300)))).toEqual(['broken']);
  });

  test('never becomes other orders in silence', { timeout: 300_000 }, async () => {
    const pdf = await fillWithPdfLib(await fillablePdf(FORM), entriesFor(FORM, ORDERS));
    const values = formFromRaw(FORM, ORDERS);
    const cut = fc.record({ at: fc.nat(pdf.length - 1), length: fc.integer({ min: 1, max: 400 }) });
    const property = fc.asyncProperty(
      cut,
      fc.constantFrom('cut', 'zero', 'end'),
      async ({ at, length }, how) => {
        const bytes = Buffer.from(pdf);
        const mutilated =
          how === 'end'
            ? bytes.subarray(0, at)
            : how === 'zero'
              ? Buffer.from(bytes).fill(0, at, Math.min(pdf.length, at + length))
              : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        const read = await parseFilledPdf(mutilated);
        const sheet = read.ok ? sheetOf(read.value, EXPECTED) : read;
        // Unless it was cut where nothing of the sheet is.
        if (sheet.ok) expect(sheet.value.values).toEqual(values);
      },
    );
    await fc.assert(property, { numRuns: runs(25), seed: 7 });
  });
});
