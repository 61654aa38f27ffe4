import { describe, expect, test } from 'vitest';
import { describeOrders } from '../../src/rules/describe-orders.ts';
import { rowSentences } from '../../src/rules/row-sentences.ts';
import type { RowsField, SheetForm } from '../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../src/rules/sheet-values.ts';

const shop: RowsField = {
  kind: 'rows',
  name: 'shop',
  label: 'Shopping list',
  max: 3,
  sentence: {
    conditions: { from: 'I have at least {from}', open: '{open} is open', whole: 'it is enough' },
    actions: ['buy {most} of {item}', 'buy {item}', 'roll {each faces}'],
    additions: { keep: 'but keep {keep}' },
  },
  columns: [
    {
      kind: 'choice',
      name: 'item',
      label: 'Item',
      choices: [{ value: 'ad', label: 'Ad', phrase: 'the ad' }],
      blank: '',
    },
    { kind: 'integer', name: 'most', label: 'Most', min: 0, max: 9, unit: 'number' },
    { kind: 'integer', name: 'keep', label: 'Keep', min: 0, max: 9, unit: 'dollars' },
    { kind: 'integer', name: 'from', label: 'From', min: 0, max: 9, unit: 'votes' },
    { kind: 'state', name: 'open', label: 'If open', choices: [{ value: 'IA', label: 'Iowa' }], blank: '' },
    { kind: 'flag', name: 'whole', label: 'Whole' },
    { kind: 'text', name: 'faces', label: 'Faces', max: 20 },
  ],
};

const dice = ['1', '2', '3'].map((value) => ({ value, label: `Die ${value}`, note: 'shows 6' }));
const form: SheetForm = {
  turn: 1,
  phase: '',
  facts: [],
  sections: [
    {
      title: '',
      fields: [
        shop,
        {
          kind: 'ranking',
          name: 'dice',
          label: 'Dice',
          max: 3,
          of: 'choice',
          choices: dice,
          each: 'Die',
          numbers: true,
          unordered: true,
        },
      ],
    },
  ],
};

function sentence(row: unknown): string | undefined {
  return rowSentences(form, { shop: [row] })[0]?.text;
}

describe('a row in one sentence', () => {
  test.each([
    [{ item: 'ad' }, 'Buy the ad.'],
    [{ item: 'AD', keep: 6 }, 'Buy the ad, but keep $6.'],
    [
      { item: 'ad', from: 1, open: 'ia', most: 2 },
      'If I have at least 1 vote and Iowa is open, buy 2 of the ad.',
    ],
    [
      { item: 'ad', whole: true, from: 5, open: 'IA' },
      'If I have at least 5 votes, Iowa is open, and it is enough, buy the ad.',
    ],
    [{ faces: '1, 2 4' }, 'Roll 1, 2, or 4.'],
  ])('%j: %s', (row, text) => {
    expect(sentence(row)).toBe(text);
  });

  test.each([
    [{}],
    [{ keep: 6 }],
    [{ item: 'boat' }],
    [{ item: 'ad', keep: 'six' }],
    [null],
    ['ad'],
    [{ item: 'ad', whole: 'no' }],
  ] as unknown[][])('none for %j', (row) => {
    expect(sentence(row)).toBeUndefined();
  });

  test('says which row it is about, and is what a receipt says', () => {
    const raw = { shop: [{ item: 'boat' }, { item: 'ad' }] };
    expect(rowSentences(form, raw)).toEqual([{ field: 'shop[1]', text: 'Buy the ad.' }]);
    expect(describeOrders(form, raw)[0]?.lines).toEqual(['boat', 'Buy the ad.']);
  });
});

describe('a list whose order does not matter', () => {
  test('has numbers in the orders, each at its own check box', () => {
    const values = formFromRaw(form, { dice: [3, 1] });
    expect(values).toEqual({ 'dice[2]': '3', 'dice[0]': '1' });
    expect(rawFromForm(form, values)).toEqual({ dice: [1, 3] });
    expect(describeOrders(form, { dice: [1, 3] })[1]?.lines).toEqual(['Die 1', 'Die 3']);
  });

  test('keeps what is not a number as it was typed', () => {
    expect(rawFromForm(form, { 'dice[0]': 'all' })).toEqual({ dice: ['all'] });
  });
});
