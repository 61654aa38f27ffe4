import { describe, expect, test } from 'vitest';
import { describeOrders } from '../../../src/rules/describe-orders.ts';
import type { Field } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { controlId, toPagePaths, valuePaths } from '../../../src/web/turn-sheet/field-paths.ts';
import { valuesFromBody } from '../../../src/web/turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../../src/web/turn-sheet/sheet-view.ts';
import { totalView } from '../../../src/web/turn-sheet/total-view.ts';
import type {
  ControlView,
  FieldView,
  SheetView,
  Validation,
} from '../../../src/web/turn-sheet/view-model.ts';
import { EVERY_KIND } from './sheet-forms.ts';

function fieldsOfView(view: SheetView): FieldView[] {
  return view.sections.flatMap((section) => section.fields);
}

function controlsOf(view: SheetView): ControlView[] {
  return fieldsOfView(view).flatMap((field) => {
    if (field.kind === 'single') return [field.control];
    if (field.kind === 'ranked') return field.rows.flatMap((row) => [...row.controls, ...row.rare]);
    return 'controls' in field ? field.controls : field.rows.flatMap((row) => row.controls);
  });
}

function controlAt(view: SheetView, path: string): ControlView {
  const control = controlsOf(view).find((one) => one.path === path);
  if (control === undefined) throw new Error(`no control ${path}`);
  return control;
}

function validation(part: Partial<Validation>): Validation {
  return { ...NOT_VALIDATED, ...part };
}

describe('field paths', () => {
  test('lists every path that takes a value', () => {
    expect(valuePaths(EVERY_KIND).slice(0, 9)).toEqual([
      'mate',
      'home',
      'bid',
      'claim',
      'press',
      'trips[0]',
      'trips[1]',
      'trips[2]',
      'plan[0].state',
    ]);
    expect(valuePaths(EVERY_KIND)).toHaveLength(5 + 3 + 4 * 4);
  });

  test('gives every control an id of its own', () => {
    const ids = controlsOf(sheetView(EVERY_KIND, {}, NOT_VALIDATED)).map((control) => control.id);
    expect(new Set(ids).size).toBe(24);
    expect(controlId('plan[2].spend')).toBe('f-plan-2-spend');
  });

  test('moves a remark on the orders, which leave blank rows out, to the row that was filled in', () => {
    const values = { 'plan[1].state': 'CA', 'plan[3].spend': '12o', 'trips[2]': 'NY', 'plan[2].cover': 'no' };
    expect(rawFromForm(EVERY_KIND, values).plan).toHaveLength(2);
    const remarks = ['plan[0].spend', 'plan[1].spend', 'plan[1]', 'plan', 'trips[0]', 'plan[7].spend', ''];
    const moved = toPagePaths(
      EVERY_KIND,
      values,
      remarks.map((field) => ({ field })),
    );
    expect(moved.map(({ field }) => field)).toEqual([
      'plan[1].spend',
      'plan[3].spend',
      'plan[3]',
      'plan',
      'trips[2]',
      'plan[7].spend',
      '',
    ]);
  });

  test('reads only text for fields of the form from a body', () => {
    const body = {
      'plan[0].spend': '12o',
      'plan[9].spend': '5',
      press: ['one', 'two'],
      bid: { toString: 'x' },
      __proto__: { home: 'CA' },
      mate: '',
    };
    expect(valuesFromBody(EVERY_KIND, body)).toEqual({ 'plan[0].spend': '12o', press: 'two' });
    expect(valuesFromBody(EVERY_KIND, null)).toEqual({});
  });
});

describe('the view of a sheet', () => {
  test('keeps what was entered, legal or not', () => {
    const values = {
      bid: '12o',
      press: '<b>"',
      'plan[3].state': 'ZZ',
      home: 'ca',
      claim: 'on',
      'trips[1]': 'NY',
    };
    const view = sheetView(EVERY_KIND, values, NOT_VALIDATED);
    expect(controlAt(view, 'bid').value).toBe('12o');
    expect(controlAt(view, 'press').value).toBe('<b>"');
    expect(controlAt(view, 'claim').checked).toBe(true);
    expect(controlAt(view, 'plan[3].state').options.at(-1)).toEqual({
      value: 'ZZ',
      text: 'ZZ (as you sent it)',
      chosen: true,
    });
    expect(controlAt(view, 'home').options.filter((one) => one.chosen)).toEqual([
      { value: 'CA', text: 'CA California · 54 votes', chosen: true },
    ]);
    expect(controlAt(view, 'trips[1]').options.find((one) => one.chosen)?.value).toBe('NY');
    expect(controlAt(view, 'trips[0]').options.find((one) => one.chosen)?.value).toBe('');
  });

  test('shows each remark at the nearest field, and all problems at the top', () => {
    const view = sheetView(
      EVERY_KIND,
      {},
      validation({
        problems: [
          { field: 'plan[1].spend', code: 'a', message: 'cell' },
          { field: 'plan[1]', code: 'b', message: 'row' },
          { field: 'plan', code: 'c', message: 'list' },
          { field: 'plan[8].spend', code: 'd', message: 'beyond the list' },
          { field: 'elsewhere', code: 'e', message: 'stray' },
        ],
        advice: [{ field: 'trips', code: 'few-trips', message: 'only two' }],
        tally: {
          totals: [],
          notes: [
            { field: 'bid', text: '$5 each' },
            { field: '', text: 'in general' },
          ],
        },
      }),
    );
    expect(view.problems).toEqual([
      { label: 'Campaign 2, Amount', target: 'f-plan-1-spend', message: 'cell' },
      { label: 'Campaign 2', target: 'f-plan-1-state', message: 'row' },
      { label: 'Campaign', target: 'f-plan-0-state', message: 'list' },
      { label: 'Campaign', target: 'f-plan-0-state', message: 'beyond the list' },
      { label: '', target: '', message: 'stray' },
    ]);
    const cell = controlAt(view, 'plan[1].spend');
    expect(cell).toMatchObject({ invalid: true, describedBy: 'f-plan-1-spend-remarks' });
    expect(cell.remarks.problems).toEqual(['cell']);
    const plan = fieldsOfView(view).find((field) => field.kind === 'rows');
    expect(plan?.remarks.problems).toEqual(['list', 'beyond the list']);
    expect(plan?.rows[1]?.remarks.problems).toEqual(['row']);
    expect(controlAt(view, 'plan[0].spend').invalid).toBe(false);
    expect(controlAt(view, 'bid').remarks.notes).toEqual(['$5 each']);
    expect(controlAt(view, 'bid').describedBy).toBe('f-bid-hint f-bid-remarks');
    expect(controlAt(view, 'plan[2].days').describedBy).toBe('f-plan-days-hint f-plan-2-days-remarks');
    expect(view.notes).toEqual(['in general']);
    expect(view.advice).toEqual([{ label: 'Trips', target: 'f-trips-0', message: 'only two' }]);
  });

  test('words running figures with their limits', () => {
    expect(totalView({ label: 'Money', value: 1120, limit: 2512, unit: 'dollars' })).toEqual({
      label: 'Money',
      text: '$1,120 of $2,512',
      over: '',
      percent: 45,
    });
    expect(totalView({ label: 'Money', value: 532, limit: 512, unit: 'dollars' })).toMatchObject({
      over: '$20 too much',
      percent: 100,
    });
    expect(totalView({ label: 'Days', value: 8, limit: 7, unit: 'days' })).toMatchObject({
      text: '8 of 7 days',
      over: '1 day too many',
    });
    expect(totalView({ label: 'Votes', value: 1, limit: null, unit: 'votes' })).toMatchObject({
      text: '1 vote',
      percent: null,
    });
  });
});

describe('orders in words', () => {
  test('words every field of the form', () => {
    const raw = {
      mate: 'CD',
      home: 'NY',
      bid: 1200,
      claim: true,
      trips: ['CA', 'TX'],
      plan: [{ state: 'CA', spend: 120, days: 1, cover: true }, { spend: '12o' }],
    };
    expect(describeOrders(EVERY_KIND, raw)).toEqual([
      { label: 'Running mate', lines: ['CD Carl <Dunn>'], ranked: false },
      { label: 'Home', lines: ['NY New York'], ranked: false },
      { label: 'Bid', lines: ['$1,200'], ranked: false },
      { label: 'Claim DC', lines: ['Yes'], ranked: false },
      { label: 'Press release', lines: ['Nothing'], ranked: false },
      { label: 'Trips', lines: ['CA California', 'TX Texas'], ranked: true },
      { label: 'Campaign', lines: ['CA California: $120, 1 day, cover', '12o'], ranked: false },
    ]);
  });

  test('say what a blank number means', () => {
    const fields: Field[] = [
      { kind: 'integer', name: 'after', label: 'After', min: 0, max: 4, unit: 'tokens', ifBlank: 1 },
    ];
    const form = { ...EVERY_KIND, sections: [{ title: 'Rolls', fields }] };
    expect(describeOrders(form, {})).toEqual([
      { label: 'After', lines: ['Blank, which means 1 token'], ranked: false },
    ]);
  });

  test('copes with orders of any shape', () => {
    for (const raw of [
      null,
      7,
      'x',
      [],
      { plan: 'x', trips: 7, mate: { a: 1 }, bid: 1.5, claim: 'maybe', home: ['x'] },
    ]) {
      expect(describeOrders(EVERY_KIND, raw)).toHaveLength(7);
      expect(() => sheetView(EVERY_KIND, formFromRaw(EVERY_KIND, raw), NOT_VALIDATED)).not.toThrow();
    }
  });
});
