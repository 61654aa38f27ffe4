import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { withBriefs } from '../../../src/web/turn-sheet/facts-view.ts';
import { fieldAnchors } from '../../../src/web/turn-sheet/field-anchors.ts';
import { toPagePaths, valuePaths } from '../../../src/web/turn-sheet/field-paths.ts';
import { fillIn } from '../../../src/web/turn-sheet/fill-in.ts';
import { valuesFromBody } from '../../../src/web/turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../../src/web/turn-sheet/sheet-view.ts';

const SECRET = new Uint8Array(32).fill(7);
const MAX_TURNS = 80;

/** A game of computer opponents from its first state to its last: the form of every seat on every turn. */
function* forms(ruleset: Ruleset) {
  const options = ruleset.options.parse({}) as Record<string, unknown>;
  const seats = Array.from({ length: ruleset.seats.min }, (_, i) => ({
    identifier: `A${String.fromCharCode(65 + i)}`,
    name: `Player ${i + 1}`,
    wish: ruleset.wishes.parse({}) as Record<string, unknown>,
  }));
  let state = ruleset.begin(ruleset.setUp(options, seats, seededDice(SECRET, 0)));
  for (let turn = 1; turn <= MAX_TURNS && ruleset.outcome(state) === null; turn += 1) {
    const sheets: Record<string, unknown> = {};
    for (const seat of ruleset.seatsOwing(state)) {
      const form = ruleset.sheet(state, seat);
      if (form === null) throw new Error(`${ruleset.id}: ${seat} owes a sheet and has no form`);
      const orders = ruleset.opponent(state, seat);
      yield { state, seat, form, orders };
      sheets[seat] = orders;
    }
    state = ruleset.resolve(state, sheets, seededDice(SECRET, turn));
  }
}

describe.each(Object.values(RULESETS as Record<string, Ruleset>))(
  'the sheets of $id on the page',
  (ruleset) => {
    test('carries every order of an opponent through the form and back', () => {
      let count = 0;
      for (const { state, seat, form, orders } of forms(ruleset)) {
        const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
        const sent = valuesFromBody(form, values);
        expect(sent).toEqual(values);
        const checked = ruleset.check(state, seat, rawFromForm(form, sent));
        expect([ruleset.id, form.turn, seat, checked]).toEqual([
          ruleset.id,
          form.turn,
          seat,
          expect.objectContaining({ ok: true }),
        ]);
        count += 1;
      }
      expect(count).toBeGreaterThan(ruleset.seats.min);
    });

    test('has a control of its own for every value, and shows the value', () => {
      for (const { form, orders } of forms(ruleset)) {
        const values = formFromRaw(form, JSON.parse(JSON.stringify(orders)));
        const view = sheetView(form, values, NOT_VALIDATED);
        const controls = view.sections
          .flatMap((section) => section.fields)
          .flatMap((field) => {
            if (field.kind === 'single') return [field.control];
            if (field.kind === 'ranked' || field.kind === 'given')
              return field.rows.flatMap((row) => [...row.controls, ...row.rare]);
            return 'controls' in field ? field.controls : field.rows.flatMap((row) => row.controls);
          });
        expect(controls.map((control) => control.path)).toEqual(valuePaths(form));
        expect(new Set(controls.map((control) => control.id)).size).toBe(controls.length);
        for (const control of controls) {
          const held =
            control.kind === 'select'
              ? control.options.find((option) => option.chosen)?.value
              : control.kind === 'flag'
                ? control.checked
                  ? control.value
                  : ''
                : control.value;
          expect([control.path, held]).toEqual([control.path, values[control.path] ?? '']);
          // Nothing had to be added to the choices to show it.
          expect(control.options.some((option) => option.text.endsWith('(as you sent it)'))).toBe(false);
        }
      }
    });

    test('has figures for the states of every sheet, which fill in legal rows', () => {
      for (const { state, seat, form } of forms(ruleset)) {
        const facts = ruleset.facts(state, seat);
        for (const { state: code, brief, fill } of facts?.states ?? []) {
          expect(JSON.stringify(withBriefs(form, facts))).toContain(JSON.stringify(brief));
          if (fill === null) continue;
          for (const [entered, row] of [
            [{}, fill.row],
            [
              fill.instead === null ? {} : { [`${fill.instead.list}[0]`]: code },
              fill.instead?.row ?? fill.row,
            ],
          ] as const) {
            const { values, remark } = fillIn(form, facts, { values: entered, code });
            expect(valuesFromBody(form, values)).toEqual(values);
            expect(formFromRaw(form, rawFromForm(form, values))).toEqual(values);
            const filled = Object.entries(row).map(([column, value]) => [
              `${facts?.list?.name}[0].${column}`,
              value,
            ]);
            expect(values).toEqual({ ...entered, ...Object.fromEntries(filled) });
            expect([...fieldAnchors(form).values()].map(({ target }) => target)).toContain(remark.target);
            const checked = ruleset.check(state, seat, rawFromForm(form, values));
            const problems = checked.ok ? [] : checked.problems.map((problem) => problem.code);
            // Without a visit it can cost more than the seat has: its page says so.
            expect([code, problems.filter((problem) => problem !== 'overspent')]).toEqual([code, []]);
          }
        }
      }
    });

    test('shows every problem of a malformed sheet at a field of the page', () => {
      for (const { state, seat, form } of forms(ruleset)) {
        const values = Object.fromEntries(valuePaths(form).map((path) => [path, '12o']));
        const checked = ruleset.check(state, seat, rawFromForm(form, values));
        if (checked.ok) continue;
        const anchors = fieldAnchors(form);
        for (const { field } of toPagePaths(form, values, checked.problems)) {
          expect([ruleset.id, field, anchors.has(field)]).toEqual([ruleset.id, field, true]);
        }
      }
    });
  },
);
