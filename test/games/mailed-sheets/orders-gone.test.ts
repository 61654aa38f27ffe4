import { expect, test } from 'vitest';
import { ordersGone } from '../../../src/games/mailed-sheets/orders-gone.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { type FormValues, fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { columnsOf, rowCount } from '../../../src/rules/sheet-rows.ts';
import { rawFromForm } from '../../../src/rules/sheet-values.ts';
import { computerSheets } from '../../rules/computer-games.ts';

/** A form of Politics with a list whose places say what they are about, and the names of the first cells of two of them. */
function listWithPlaces(): { form: SheetForm; label: string; cells: string[] } {
  for (const { form } of computerSheets(RULESETS.politics as Ruleset)) {
    for (const field of fieldsOf(form)) {
      if (field.kind !== 'rows' || field.positional !== true || rowCount(field) < 2) continue;
      const cells = [0, 1].map((i) => `${field.name}[${i}].${columnsOf(field, i)[0]?.name}`);
      return { form, label: field.label, cells };
    }
  }
  throw new Error('No sheet has such a list.');
}

test('of a list with places, those that are empty now are named, and no others', () => {
  const { form, label, cells } = listWithPlaces();
  const raw = (words: string[]) => {
    const values: FormValues = {};
    for (const [i, word] of words.entries()) if (word !== '') values[cells[i] ?? ''] = word;
    return rawFromForm(form, values);
  };
  const before = { version: 4, raw: raw(['one', 'two']) };
  const gone = (words: string[]) => ordersGone(form, before, raw(words));
  expect(gone(['one', 'two'])).toEqual([]);
  expect(gone(['other', 'one'])).toEqual([]);
  const [words = ''] = gone(['', 'two']);
  expect(words).toContain(`No longer on your sheet, which replaces all of version 4: ${label}: `);
  expect(words).toContain('one');
  expect(words).not.toContain('two');
  expect(gone(['one'])[0]).toContain('two');
  expect(gone([])[0]).toMatch(/one.*two/);
});
