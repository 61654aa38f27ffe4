import { expect, test } from 'vitest';
import { isBlankPdf } from '../../../src/games/mailed-sheets/read-mailed.ts';
import { readSheetPdf } from '../../../src/printouts/filled/sheet-from-pdf.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { aForm } from '../../printouts/filled/a-form.ts';
import { fillablePdf, fillWithPdfLib, MARK } from '../../printouts/filled/fill.ts';

/* An attached printout on which nothing was filled in. */

/** A form with a list that is prefilled, as that of a recount in Electoral Barrage. */
function prefilledForm(): SheetForm {
  const { sections, ...form } = aForm();
  const prefilled = [{ state: 'TX' }, { state: 'CA' }];
  const ranked = { usual: 4, repeats: false };
  const withRows = sections.map(({ fields, ...section }) => ({
    ...section,
    fields: fields.map((field) => (field.name === 'campaign' ? { ...field, prefilled, ranked } : field)),
  }));
  return { ...form, sections: withRows } as SheetForm;
}

test.each([
  ['blank', aForm(), {}],
  ['prefilled', prefilledForm(), { 'campaign[0].state': 'TX', 'campaign[1].state': 'CA' }],
])('a %s printout is blank until something is filled in on it', async (_, form, values) => {
  const expected = { ...MARK, turn: form.turn, form };
  const pdf = await fillablePdf(form);
  const [blank, filled] = [
    await readSheetPdf(pdf, expected),
    await readSheetPdf(await fillWithPdfLib(pdf, new Map([['press', 'Hello']])), expected),
  ];
  if (!blank.ok || !filled.ok) throw new Error('The printout could not be read.');
  expect(blank.value.values).toEqual(values);
  expect(isBlankPdf(form, blank.value)).toBe(true);
  expect(isBlankPdf(form, filled.value)).toBe(false);
});
