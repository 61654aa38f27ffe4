import { describe, expect, test } from 'vitest';
import { describeOrders } from '../../../src/rules/describe-orders.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { rawFromForm, valuesAtFirst } from '../../../src/rules/sheet-values.ts';
import { moveRow, rowMoveOf } from '../../../src/web/turn-sheet/move-row.ts';
import { NOT_VALIDATED, sheetView } from '../../../src/web/turn-sheet/sheet-view.ts';

const AREAS = [
  { value: 'CA', label: 'California', note: '55 votes' },
  { value: 'TOWN', label: 'Town hall meeting', note: '4 or more' },
];

/** A form of no game at all, with a list whose order matters. */
const RANKED: SheetForm = {
  turn: 1,
  phase: 'Round 1',
  facts: [],
  sections: [
    {
      title: 'Plan',
      fields: [
        {
          kind: 'rows',
          name: 'plan',
          label: 'Plan',
          max: 4,
          ranked: { usual: 2, repeats: true },
          prefilled: [{ area: 'CA', when: 7, hold: true }],
          columns: [
            { kind: 'choice', name: 'area', label: 'Area', choices: AREAS, blank: '—', hasStates: true },
            { kind: 'integer', name: 'when', label: 'When', min: 1, max: 9, unit: 'number', ifBlank: 5 },
            { kind: 'integer', name: 'before', label: 'Before', min: 0, max: 2, unit: 'tokens', rare: true },
            { kind: 'integer', name: 'after', label: 'After', min: 0, max: 4, unit: 'tokens', rare: true },
            { kind: 'flag', name: 'hold', label: 'Hold', hint: 'Keep it.', rare: true },
          ],
        },
      ],
    },
  ],
};

function rankedField(values: Record<string, string>) {
  const field = sheetView(RANKED, values, NOT_VALIDATED).sections[0]?.fields[0];
  if (field?.kind !== 'ranked') throw new Error('The list is not ranked.');
  return field;
}

describe('a ranked list on the page', () => {
  test('folds rare columns away and says in words what is filled in of them', () => {
    const field = rankedField({ 'plan[1].area': 'CA', 'plan[1].before': '1', 'plan[1].hold': 'yes' });
    expect(field.columns.map(({ label }) => label)).toEqual(['Area', 'When']);
    expect(field.rows.map(({ summary }) => summary)).toEqual(['', 'Before 1, Hold', '', '']);
    expect(field.rows[1]?.rare.map(({ label, hint }) => [label, hint])).toEqual([
      ['Before', ''],
      ['After', ''],
      ['Hold', 'Keep it.'],
    ]);
  });

  test('lets the map fill in a choice that has states, and shows what a blank number means', () => {
    const [area, when] = rankedField({}).rows[0]?.controls ?? [];
    expect(area).toMatchObject({ kind: 'select', state: true });
    expect(area?.options.map(({ text }) => text)).toEqual([
      '—',
      'CA California · 55 votes',
      'TOWN Town hall meeting · 4 or more',
    ]);
    expect(when).toMatchObject({ placeholder: '5', after: '' });
    expect(rankedField({}).columns[1]?.hint).toBe('Blank is 5.');
    expect(sheetView(RANKED, {}, NOT_VALIDATED)).toMatchObject({
      takesStates: true,
      ranks: true,
      wide: false,
    });
  });

  test('is prefilled until something was sent', () => {
    expect(valuesAtFirst(RANKED)).toEqual({
      'plan[0].area': 'CA',
      'plan[0].when': '7',
      'plan[0].hold': 'yes',
    });
  });

  test('is read back in words that name each number, and says that its lines are in order', () => {
    const plan = [{ area: 'CA', when: 7, before: 1, after: 2, hold: true }, { area: 'TOWN' }];
    expect(describeOrders(RANKED, { plan })).toEqual([
      {
        label: 'Plan',
        lines: ['CA California: when 7, before 1 token, after 2 tokens, hold', 'Town hall meeting'],
        ranked: true,
      },
    ]);
  });
});

describe('a row moved without scripts', () => {
  const values = { 'plan[0].area': 'CA', 'plan[0].when': '7', 'plan[1].area': 'TOWN', 'plan[2].when': '12o' };

  test('changes places with its neighbor and keeps everything that was typed', () => {
    const moved = moveRow(RANKED, values, { list: 'plan', row: 1, act: 'up' });
    expect(moved).toEqual({
      values: {
        'plan[0].area': 'TOWN',
        'plan[1].area': 'CA',
        'plan[1].when': '7',
        'plan[2].when': '12o',
      },
      remark: { label: 'Plan 1', target: 'f-plan-0-area', message: 'The row was moved up.' },
      moved: 'plan[0]:up',
    });
    const back = moveRow(RANKED, moved?.values ?? {}, { list: 'plan', row: 0, act: 'down' });
    expect(back?.values).toEqual(values);
  });

  test('stays in the list at both ends', () => {
    expect(moveRow(RANKED, values, { list: 'plan', row: 0, act: 'up' })?.values).toEqual(values);
    expect(moveRow(RANKED, values, { list: 'plan', row: 3, act: 'down' })?.values).toEqual(values);
  });

  test('is removed, so that later rows move up', () => {
    const removed = moveRow(RANKED, values, { list: 'plan', row: 0, act: 'remove' });
    expect(removed?.values).toEqual({ 'plan[0].area': 'TOWN', 'plan[1].when': '12o' });
    expect(rawFromForm(RANKED, removed?.values ?? {})).toEqual({ plan: [{ area: 'TOWN' }, { when: '12o' }] });
  });

  test.each([
    ['plan[1]:up', { list: 'plan', row: 1, act: 'up' }],
    ['plan[17]:remove', { list: 'plan', row: 17, act: 'remove' }],
    ['plan[1]:sideways', null],
    ['plan[1].area:up', null],
    [['plan[1]:up'], null],
    [undefined, null],
  ])('is read from %j', (sent, move) => {
    expect(rowMoveOf({ _move: sent })).toEqual(move);
  });

  test('must be in a ranked list of the form', () => {
    expect(moveRow(RANKED, values, { list: 'plan', row: 4, act: 'up' })).toBeNull();
    expect(moveRow(RANKED, values, { list: 'constructor', row: 0, act: 'up' })).toBeNull();
  });
});
