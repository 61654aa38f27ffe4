import { beforeAll, describe, expect, test } from 'vitest';
import { parseFilledPdf } from '../../../src/printouts/filled/parse-filled-pdf.ts';
import { sheetOf } from '../../../src/printouts/filled/sheet-from-pdf.ts';
import { valuesOfFields } from '../../../src/printouts/filled/values-of-fields.ts';
import { sheetFields } from '../../../src/printouts/pdf/sheet/sheet-fields.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { formFromRaw, rawFromForm, valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { type ComputerSheet, computerSheets } from '../../rules/computer-games.ts';
import { entriesFor, fieldsWith, fillablePdf, fillWithPdfLib, MARK } from './fill.ts';
import { kindsOf } from './kinds-of-sheets.ts';

/* The sheets of all games as PDFs that are filled in and read back. */

/** Each ruleset with the fewest seats and with the most: with many, there are more things than rows. */
const GAMES = Object.values(RULESETS as Record<string, Ruleset>).flatMap((ruleset) =>
  [...new Set([ruleset.seats.min, Math.min(8, ruleset.seats.max)])].map((seats) => ({
    ruleset,
    id: ruleset.id,
    seats,
  })),
);

describe.each(GAMES)('sheets of $id with $seats seats in PDFs', ({ ruleset, seats }) => {
  let sheets: ComputerSheet[] = [];
  beforeAll(() => {
    sheets = [...computerSheets(ruleset, 7, seats)];
  }, 120_000);

  test('take every order of a computer candidate, and give it back', { timeout: 120_000 }, () => {
    for (const { state, seat, form, orders } of sheets) {
      const where = [form.turn, seat];
      const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
      const read = valuesOfFields(form, fieldsWith(form, entriesFor(form, orders)));
      expect([...where, read]).toEqual([...where, { values, final: false, problems: [] }]);
      const back = ruleset.check(state, seat, rawFromForm(form, read?.values ?? {}));
      expect(back).toEqual(ruleset.check(state, seat, rawFromForm(form, values)));
      expect([...where, back.ok]).toEqual([...where, true]);
    }
  });

  test('take a choice by its label, too', () => {
    const tried = new Set<string>();
    for (const { form } of kindsOf(sheets)) {
      const lists = new Map<string, string[]>();
      for (const { name, input } of sheetFields(form)) {
        const key = input.kind === 'choice' ? JSON.stringify(input.choices) : '';
        if (input.kind !== 'choice' || tried.has(key)) continue;
        tried.add(key);
        lists.set(
          name,
          input.choices.map(({ value, label }) => `${value}\n${label}`),
        );
      }
      const most = Math.max(0, ...[...lists.values()].map(({ length }) => length));
      for (let i = 0; i < most; i += shortOrLong(5, 1)) {
        for (const at of [0, 1]) {
          const entered = [...lists].map(([name, choices]) => [name, choices[i]?.split('\n')[at] ?? '']);
          const read = valuesOfFields(form, {
            ...fieldsWith(form, new Map()),
            ...Object.fromEntries(entered),
          });
          const values = [...lists].flatMap(([, choices]) => choices[i]?.split('\n')[0] ?? []);
          if (read?.problems.length === 0) {
            expect([form.turn, Object.values(read.values).sort()]).toEqual([form.turn, values.sort()]);
          }
        }
      }
    }
  });

  test('are files that can be filled in, saved and read', { timeout: 120_000 }, async () => {
    for (const { seat, form, orders } of kindsOf(sheets)) {
      const where = [form.turn, seat];
      const pdf = await fillablePdf(form);
      const blank = await parseFilledPdf(pdf);
      expect(blank).toMatchObject({ ok: true, value: { ...MARK, turn: form.turn } });
      if (!blank.ok) continue;
      expect(valuesOfFields(form, blank.value.fields)).toEqual({
        values: valuesAtFirst(form),
        final: false,
        problems: [],
      });
      const filled = await parseFilledPdf(await fillWithPdfLib(pdf, entriesFor(form, orders)));
      if (!filled.ok) throw new Error(JSON.stringify(filled.problems));
      const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
      const sheet = sheetOf(filled.value, { ...MARK, turn: form.turn, form });
      const expected = { ...valuesAtFirst(form), ...values };
      expect([...where, sheet]).toEqual([
        ...where,
        { ok: true, value: { values: expected, final: false, problems: [] } },
      ]);
    }
  });
});
