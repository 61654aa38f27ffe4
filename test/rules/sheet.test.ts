import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATE_CODES } from '../../src/rules/country.ts';
import type { SheetForm } from '../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../src/rules/sheet-values.ts';
import { runs } from '../helpers/long.ts';

const states = STATE_CODES.map((code) => ({ value: code, label: code }));

/** A form with a field of every kind. */
const FORM: SheetForm = {
  turn: 1,
  phase: 'A phase',
  facts: [],
  sections: [
    {
      title: 'One',
      fields: [
        { kind: 'choice', name: 'mate', label: 'Mate', choices: [{ value: 'AB', label: 'Ann' }], blank: '' },
        {
          kind: 'ranking',
          name: 'trips',
          label: 'Trips',
          max: 3,
          of: 'state',
          choices: states,
          each: 'Trip',
        },
      ],
    },
    {
      title: 'Two',
      fields: [
        {
          kind: 'rows',
          name: 'rows',
          label: 'Rows',
          max: 9,
          columns: [
            { kind: 'state', name: 'state', label: 'State', choices: states, blank: '' },
            { kind: 'integer', name: 'spend', label: 'Dollars', min: 1, max: null, unit: 'dollars' },
            { kind: 'flag', name: 'twice', label: 'Twice' },
          ],
        },
        { kind: 'text', name: 'press', label: 'Press', max: 75 },
      ],
    },
  ],
};

describe('raw orders from a form', () => {
  test('leave out blank entries, so that later ones move up', () => {
    const values = {
      ...{ mate: '  ', 'trips[0]': '', 'trips[1]': ' NY ', 'trips[2]': 'CA', press: ' as typed ' },
      ...{ 'rows[3].state': 'OH', 'rows[3].spend': '$1,200', 'rows[5].spend': '7', 'rows[5].twice': 'on' },
      ...{ stranger: 'x', 'rows[9].state': 'WY' },
    };
    expect(rawFromForm(FORM, values)).toEqual({
      trips: ['NY', 'CA'],
      rows: [
        { state: 'OH', spend: 1200 },
        { spend: 7, twice: true },
      ],
      press: ' as typed ',
    });
  });

  test.each([
    ['1 200', 1200],
    ['$ 5', 5],
    ['+5', 5],
    ['-0', 0],
    ['-3', -3],
    ['1.5', '1.5'],
    ['ten', 'ten'],
    ['1e3', '1e3'],
    ['99999999999999999999', '99999999999999999999'],
  ])('read %j as %j', (typed, understood) => {
    expect(rawFromForm(FORM, { 'rows[0].spend': typed })).toEqual({ rows: [{ spend: understood }] });
  });

  test('read words for yes and no, and keep any other text', () => {
    const flag = (typed: string) => rawFromForm(FORM, { 'rows[0].state': 'OH', 'rows[0].twice': typed });
    expect(flag('Yes')).toEqual({ rows: [{ state: 'OH', twice: true }] });
    expect(flag('no')).toEqual({ rows: [{ state: 'OH' }] });
    expect(flag('perhaps')).toEqual({ rows: [{ state: 'OH', twice: 'perhaps' }] });
  });
});

describe('a form filled in from raw orders', () => {
  test('gives the same raw orders again', () => {
    const row = fc.record({
      state: fc.constantFrom(...STATE_CODES),
      spend: fc.integer({ min: -1000, max: 1_000_000 }),
    });
    const orders = fc.record(
      {
        mate: fc.constant('AB'),
        trips: fc.uniqueArray(fc.constantFrom(...STATE_CODES), { minLength: 1, maxLength: 3 }),
        rows: fc.array(row, { minLength: 1, maxLength: 9 }),
        press: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(orders, (raw) => {
        expect(rawFromForm(FORM, formFromRaw(FORM, raw))).toEqual(raw);
      }),
      { numRuns: runs(100) },
    );
  });

  test('never throws, whatever the orders are', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const values = formFromRaw(FORM, raw);
        for (const value of Object.values(values)) expect(typeof value).toBe('string');
      }),
      { numRuns: runs(100) },
    );
    const nested = { trips: [{}, [], null, 5], rows: [null, 7, { state: { deep: 1 }, spend: 3 }], press: 4 };
    expect(formFromRaw(FORM, nested)).toEqual({ 'trips[3]': '5', 'rows[2].spend': '3', press: '4' });
  });
});
