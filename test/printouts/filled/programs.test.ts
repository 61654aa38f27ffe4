import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheetPdf } from '../../../src/printouts/filled/sheet-from-pdf.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw } from '../../../src/rules/sheet-values.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { GIVEN } from '../../rules/given-form.ts';
import { aForm, ORDERS } from './a-form.ts';
import { entriesFor, fillablePdf, MARK } from './fill.ts';

/*
 * Sheets that are filled in by the programs of people: pdf.js, which Firefox has, by itself and on a page in Chromium. The
 * viewer of Chromium itself is not part of the headless browser from npm; pdfium.test.ts has its engine.
 */

/** Fills in a PDF with pdf.js, and saves it. */
async function fillWithPdfJs(pdf: Uint8Array, entries: ReadonlyMap<string, string | true>) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const fields = (await document.getFieldObjects()) as Record<string, { id: string }[]>;
  for (const [name, value] of entries) {
    for (const { id } of fields[name] ?? []) document.annotationStorage.setValue(id, { value });
  }
  const saved = await document.saveDocument();
  await task.destroy();
  return saved;
}

const expected = (form: SheetForm) => ({ ...MARK, turn: form.turn, form });

describe('pdf.js', () => {
  test.each([
    ['of every kind of field', aForm(), ORDERS],
    ['with rows about something', GIVEN, {}],
  ])('fills in a sheet %s', async (_, form, orders) => {
    const saved = await fillWithPdfJs(await fillablePdf(form), entriesFor(form, orders));
    const values = formFromRaw(form, orders);
    const read = await readSheetPdf(saved, expected(form));
    expect(read).toEqual({ ok: true, value: { values, final: false, problems: [] } });
  });

  test('saves a sheet twice, and clears what was entered', async () => {
    const form = aForm();
    const entries = entriesFor(form, ORDERS);
    const once = await fillWithPdfJs(await fillablePdf(form), entries);
    const cleared = new Map(
      [...entries].map(([name, value]) => [name, value === true ? false : ''] as const),
    );
    const twice = await fillWithPdfJs(once, cleared as never);
    const read = await readSheetPdf(twice, expected(form));
    expect(read).toEqual({ ok: true, value: { values: {}, final: false, problems: [] } });
  });
});

/** The viewer of pdf.js on a page, as in Firefox: it shows a PDF, and what is typed into its fields is saved. */
const VIEWER = `<!doctype html><meta charset="utf-8"><title>Viewer</title>
<link rel="stylesheet" href="/web/pdf_viewer.css">
<div id="box" style="position: absolute; inset: 0; overflow: auto"><div class="pdfViewer"></div></div>
<script type="module">
  const pdfjs = await import('/build/pdf.mjs');
  globalThis.pdfjsLib = pdfjs;
  const { EventBus, PDFViewer } = await import('/web/pdf_viewer.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = '/build/pdf.worker.mjs';
  const eventBus = new EventBus();
  const viewer = new PDFViewer({ container: document.getElementById('box'), eventBus, annotationMode: 2 });
  eventBus.on('pagesinit', () => { viewer.currentScaleValue = '1.5'; });
  const pdf = await pdfjs.getDocument('/sheet.pdf').promise;
  viewer.setDocument(pdf);
  const { decodeQR } = await import('/qr/decode.js');
  globalThis.scan = () => {
    const page = document.querySelector('.annotationLayer [name="trips-0"]').closest('.page');
    const canvas = page.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return decodeQR({ width, height, data });
  };
  globalThis.savePdf = async () => [...await pdf.saveDocument()];
</script>`;

describe('the viewer of pdf.js in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let pdf: Buffer;
  beforeAll(async () => {
    browser = await openBrowser();
    const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/legacy/build/pdf.mjs'));
    server = createServer((request, response) => {
      void answerTo(request.url ?? '/', path.dirname(root), pdf).then(([type, content]) => {
        response.writeHead(200, { 'content-type': type }).end(content);
      });
    }).listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  test('shows the code, which leads to the sheet', { timeout: 60_000 }, async () => {
    for (const paper of ['letter', 'a4'] as const) {
      const scanTo = 'https://whistlestop.example.org/s/EY-12';
      pdf = await fillablePdf(aForm(), { paper, scanTo });
      const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.locator('.annotationLayer [name="trips-0"]').scrollIntoViewIfNeeded();
      const text = await page.evaluate(() => (globalThis as unknown as Saver).scan());
      expect(text).toBe(`${scanTo}/${MARK.token}`);
    }
  });

  test('has the fields at the printed boxes, and saves what is typed', { timeout: 60_000 }, async () => {
    const form = aForm();
    pdf = await fillablePdf(form);
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (const [name, entered] of entriesFor(form, ORDERS)) {
      const field = page.locator(`.annotationLayer [name="${name}"]`);
      if (entered === true) await field.check();
      else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT')
        await field.selectOption(entered);
      else await field.fill(entered);
    }
    await page.locator('.annotationLayer [name="_final=yes"]').check();
    const saved = await page.evaluate(() => (globalThis as unknown as Saver).savePdf());
    const read = await readSheetPdf(Uint8Array.from(saved), expected(form));
    const values = formFromRaw(form, ORDERS);
    expect(read).toEqual({ ok: true, value: { values, final: true, problems: [] } });
  });
});

interface Saver {
  scan(): string;
  savePdf(): Promise<number[]>;
}

const QR = path.dirname(createRequire(import.meta.url).resolve('qr'));

/** A file of pdf.js or of the reader of codes, the page with its viewer, or the PDF. */
async function answerTo(
  url: string,
  root: string,
  pdf: Buffer,
): Promise<[type: string, content: string | Buffer]> {
  if (url === '/') return ['text/html', VIEWER];
  if (url === '/sheet.pdf') return ['application/pdf', pdf];
  const type = url.endsWith('.css') ? 'text/css' : 'text/javascript';
  const file = url.startsWith('/qr/') ? path.join(QR, url.slice(4)) : path.join(root, url);
  return [type, await readFile(file).catch(() => '')];
}
