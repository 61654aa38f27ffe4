import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../src/rules/catalog.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { fieldsOf, type SheetForm } from '../../src/rules/sheet.ts';
import { ordersSchema } from '../../src/rules/sheet-schema.ts';
import { rawFromForm } from '../../src/rules/sheet-values.ts';
import { computerSheets } from './computer-games.ts';

/* The orders of all games as JSON Schemas, checked by a validator. */

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function problemsOf(form: SheetForm, orders: unknown): string[] {
  const validate = ajv.compile(ordersSchema(form));
  validate(JSON.parse(JSON.stringify(orders)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Orders in which something of a field cannot be right. */
function wrongOrders(form: SheetForm): Record<string, unknown>[] {
  return fieldsOf(form).map((field) => {
    if (field.kind === 'rows') return { [field.name]: [{ [field.columns[0]?.name ?? '']: { no: 'value' } }] };
    if (field.kind === 'ranking') return { [field.name]: ['no such choice'] };
    return { [field.name]: { no: 'value' } };
  });
}

describe.each(Object.values(RULESETS as Record<string, Ruleset>))('the schema of $id', (ruleset) => {
  test('takes legal orders, as the computer and as the form write them', () => {
    for (const { form, orders, state, seat } of computerSheets(ruleset)) {
      expect(ruleset.check(state, seat, JSON.parse(JSON.stringify(orders))).ok).toBe(true);
      expect([form.phase, problemsOf(form, orders)]).toEqual([form.phase, []]);
      expect(problemsOf(form, rawFromForm(form, {}))).toEqual([]);
    }
  });

  test('refuses what no field can contain, as the check does', () => {
    const kinds = new Set<string>();
    for (const { form, state, seat } of computerSheets(ruleset)) {
      for (const [i, orders] of wrongOrders(form).entries()) {
        const field = fieldsOf(form)[i];
        if (field === undefined || kinds.has(`${form.phase} ${field.name}`)) continue;
        kinds.add(`${form.phase} ${field.name}`);
        expect(problemsOf(form, orders), field.name).not.toEqual([]);
        expect(ruleset.check(state, seat, orders).ok, field.name).toBe(false);
      }
    }
    expect(kinds.size).toBeGreaterThan(0);
  });
});
