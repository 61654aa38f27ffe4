import { afterEach, describe, expect, test } from 'vitest';
import { parseFilledPdf } from '../../../src/printouts/filled/parse-filled-pdf.ts';
import { readSheetPdf, sheetOf } from '../../../src/printouts/filled/sheet-from-pdf.ts';
import { sheetFields } from '../../../src/printouts/pdf/sheet/sheet-fields.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm, valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { shortOrAll } from '../../helpers/long.ts';
import { PdfiumViewer, type Picture, SCALE, type Widget } from '../../helpers/pdfium.ts';
import { computerSheets } from '../../rules/computer-games.ts';
import { aForm, ORDERS } from './a-form.ts';
import { entriesFor, fillablePdf, MARK } from './fill.ts';
import { kindsOf } from './kinds-of-sheets.ts';

/* Sheets that are filled in with mouse and keyboard in PDFium, the viewer of Chromium, saved there, and read back. */

const viewers: PdfiumViewer[] = [];
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close();
});

async function open(pdf: Uint8Array): Promise<PdfiumViewer> {
  const viewer = await PdfiumViewer.open(pdf);
  viewers.push(viewer);
  return viewer;
}

/** What is read from a file. Its limits of time and memory, which need a thread, are tested with `readSheetPdf`. */
async function read(pdf: Uint8Array, form: SheetForm) {
  const filled = await parseFilledPdf(pdf);
  return filled.ok ? sheetOf(filled.value, expected(form)) : filled;
}

const expected = (form: SheetForm) => ({ ...MARK, turn: form.turn, form });

/** Fills in the fields of a sheet as a person does. */
function fillIn(viewer: PdfiumViewer, form: SheetForm, entries: ReadonlyMap<string, string | true>) {
  for (const { name, input } of sheetFields(form)) {
    const entered = entries.get(name);
    if (entered === undefined) continue;
    if (entered === true) viewer.check(name);
    else if (input.kind === 'choice') viewer.choose(name, shownFor(input, entered));
    else viewer.type(name, entered);
  }
}

/** What a list shows for a choice. */
function shownFor(input: ReturnType<typeof sheetFields>[number]['input'], value: string): string {
  if (input.kind !== 'choice' || input.coded) return value;
  return input.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The fields whose boxes look different on two pictures of their pages. */
function changedFields(before: PdfiumViewer, after: PdfiumViewer): string[] {
  const pages = new Map<number, [Picture, Picture]>();
  return [...after.widgets].flatMap(([name, widget]) => {
    const both = pages.get(widget.page) ?? [before.picture(widget.page), after.picture(widget.page)];
    pages.set(widget.page, both);
    const [one, other] = both.map((picture) => pixelsIn(picture, widget));
    return one?.equals(other as Buffer) ? [] : [name];
  });
}

/** The pixels inside the box of a field, without its edge, which it can share with others. */
function pixelsIn({ width, height, pixels }: Picture, { left, bottom, right, top }: Widget): Buffer {
  const [from, to] = [Math.ceil(left * SCALE) + 1, Math.floor(right * SCALE) - 1];
  const [first, end] = [height - Math.floor(top * SCALE) + 1, height - Math.ceil(bottom * SCALE) - 1];
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => (first + i) * width);
  return Buffer.concat(rows.map((row) => pixels.subarray((row + from) * 4, (row + to) * 4)));
}

describe.each(Object.values(RULESETS as Record<string, Ruleset>))('a sheet of $id', (ruleset) => {
  test('gives the orders that were typed, chosen and checked, and shows them', async () => {
    const seats = Math.min(8, ruleset.seats.max);
    const kinds = kindsOf(computerSheets(ruleset, 7, seats));
    const some = shortOrAll(kinds.length, 3).flatMap((n) => kinds[n - 1] ?? []);
    for (const { state, seat, form, orders } of some) {
      const blank = await fillablePdf(form);
      const entries = entriesFor(form, orders);
      const viewer = await open(blank);
      fillIn(viewer, form, entries);
      const saved = viewer.save();
      const atFirst = valuesAtFirst(form);
      const values = { ...atFirst, ...formFromRaw(form, JSON.parse(JSON.stringify(orders))) };
      const sheet = { ok: true, value: { values, final: false, problems: [] } };
      expect([form.turn, seat, await read(saved, form)]).toEqual([form.turn, seat, sheet]);
      expect(ruleset.check(state, seat, rawFromForm(form, values)).ok).toBe(true);
      const changed = sheetFields(form).filter(
        ({ name, input }) => entries.has(name) && atFirst[input.path] !== entries.get(name),
      );
      expect(changedFields(await open(blank), await open(saved)).sort()).toEqual(
        changed.map(({ name }) => name).sort(),
      );
    }
  });
});

describe('a sheet of every kind of field', () => {
  const form = aForm();
  const values = formFromRaw(form, ORDERS);

  async function filled(): Promise<PdfiumViewer> {
    const viewer = await open(await fillablePdf(form));
    fillIn(viewer, form, entriesFor(form, ORDERS));
    return viewer;
  }

  test('is read the same whether it was saved whole, with its changes at the end, or with drawn fields', async () => {
    const viewer = await filled();
    viewer.check('_final=yes');
    for (const saved of [viewer.save(), viewer.save('incremental'), viewer.flatten()]) {
      expect(await readSheetPdf(saved, expected(form))).toEqual({
        ok: true,
        value: { values, final: true, problems: [] },
      });
    }
  });

  test('is refused if it was printed to a PDF, which has no fields', async () => {
    const viewer = await filled();
    const printed = viewer.print();
    const [blank, paper] = [await open(await fillablePdf(form)), await open(printed)];
    expect(paper.widgets.size).toBe(0);
    expect(paper.picture(1).pixels).not.toEqual(blank.picture(1).pixels);
    expect(await read(printed, form)).toMatchObject({
      ok: false,
      problems: [{ code: 'no-sheet' }],
    });
  });

  test('is opened and saved again, with other entries and without', async () => {
    const again = await open((await filled()).save());
    for (const [name, { kind }] of again.widgets) if (kind === 'text') again.type(name, '');
    for (const name of ['dice-0=1', 'card=NY', 'adjourn=yes']) again.check(name);
    again.choose('mate', 'Choice number 15');
    const left = { 'trips[0]': 'TX', 'trips[1]': 'CA', 'dice[2]': '3', 'plan[0].what': 'C7' };
    expect(await read(again.save(), form)).toEqual({
      ok: true,
      value: { values: { ...left, 'plan[0].cover': 'yes', mate: 'C15' }, final: false, problems: [] },
    });
  });

  test('takes what is clicked in the list that a click on its arrow opens', async () => {
    const viewer = await open(await fillablePdf(form));
    viewer.chooseWithMouse('trips-1', 'TX');
    viewer.chooseWithMouse('mate', 'Choice number 5');
    expect(await read(viewer.save(), form)).toEqual({
      ok: true,
      value: { values: { 'trips[1]': 'TX', mate: 'C5' }, final: false, problems: [] },
    });
  });

  test('shows what is entered in a cell beside its edges, not on them', async () => {
    const pdf = await fillablePdf(form);
    const viewer = await open(pdf);
    fillIn(viewer, form, entriesFor(form, ORDERS));
    const [before, after] = [await open(pdf), await open(viewer.save())];
    for (const name of ['plan-0-what', 'plan-0-days', 'plan-0-words']) {
      const widget = after.widgets.get(name) as Widget;
      const cell = { ...widget, left: widget.left - 4, right: widget.right + 4 };
      const [printed, filled] = [before, after].map((one) => pixelsIn(one.picture(widget.page), cell));
      const isChanged = (at: number) => printed?.[at] !== filled?.[at];
      const inked = Array.from(printed ?? []).flatMap((value, at) => (value < 200 ? [at] : []));
      expect([name, inked.length > 0, inked.filter(isChanged)]).toEqual([name, true, []]);
    }
  });

  test.each([
    ['in the encoding of PDF alone', 'Łódź – “Zoë’s” €5 … ½ • Š ™ ﬁ'],
    ['in other scripts', 'Ελλάδα Москва שלום سلام 民主 한국 ไทย'],
    ['with emoji', '🚂 and 🦅 for 🇺🇸, 👍🏽 or ❤️‍🔥'],
  ])('keeps a text %s, whether it is typed or pasted', async (_, text) => {
    for (const how of ['type', 'paste'] as const) {
      const viewer = await open(await fillablePdf(form));
      viewer[how]('speech', text);
      const sheet = { values: { speech: text }, final: false, problems: [] };
      expect([how, await read(viewer.save(), form)]).toEqual([how, { ok: true, value: sheet }]);
    }
  });
});
