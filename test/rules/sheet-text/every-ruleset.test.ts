import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { type FormValues, fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { readSheetText } from '../../../src/rules/sheet-text/read-sheet-text.ts';
import { sheetTextLines } from '../../../src/rules/sheet-text/write-sheet-text.ts';
import { formFromRaw, rawFromForm, valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { computerSheets } from '../computer-games.ts';

/* The sheets of all games as lines of text, as mails have them. */

function textOf(form: SheetForm, values: FormValues): string {
  return sheetTextLines(form, values)
    .map((line) => (line.kind === 'blank' ? '' : line.kind === 'note' ? `# ${line.text}` : line.text))
    .join('\n');
}

/** Orders with the lists sorted in which the order does not matter. */
function inOrder(form: SheetForm, raw: Record<string, unknown>): Record<string, unknown> {
  const lists = fieldsOf(form).filter((field) => field.kind === 'ranking' && field.unordered);
  const sorted = lists
    .filter(({ name }) => Array.isArray(raw[name]))
    .map(({ name }) => [name, [...(raw[name] as unknown[])].sort()]);
  return { ...raw, ...Object.fromEntries(sorted) };
}

describe.each(Object.values(RULESETS as Record<string, Ruleset>))('sheets of $id in text', (ruleset) => {
  test('come back as they were written', () => {
    for (const { state, seat, form, orders } of computerSheets(ruleset)) {
      const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
      const read = readSheetText(form, textOf(form, values));
      expect([form.turn, seat, read.problems, read.ignored]).toEqual([form.turn, seat, [], []]);
      const back = ruleset.check(state, seat, rawFromForm(form, read.values));
      expect(back).toEqual(ruleset.check(state, seat, rawFromForm(form, values)));
      expect(back.ok).toBe(true);
    }
  });

  test('come back equal from a game with the most seats', () => {
    for (const { seat, form, orders } of computerSheets(ruleset, 3, ruleset.seats.max)) {
      const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
      const read = readSheetText(form, textOf(form, values));
      expect([form.turn, seat, read.problems, read.ignored]).toEqual([form.turn, seat, [], []]);
      const sorted = (from: FormValues) => inOrder(form, rawFromForm(form, from));
      expect(sorted(read.values)).toEqual(sorted(values));
    }
  });

  test('are blank if nothing was filled in', () => {
    for (const { form } of computerSheets(ruleset)) {
      const first = valuesAtFirst(form);
      const read = readSheetText(form, textOf(form, first));
      expect([read.values, read.problems, read.ignored]).toEqual([first, [], []]);
      expect(read.lines).toBeGreaterThan(0);
    }
  });
});
