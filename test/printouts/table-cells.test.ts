import { describe, expect, test } from 'vitest';
import { withPartyLetter } from '../../src/printouts/party-letter.ts';
import { cellText, cellTone, columnLabel, isStrongCell } from '../../src/printouts/table-cells.ts';

const plain = { label: 'Id', align: 'left' } as const;
const democratic = { ...plain, tone: 'D' } as const;

describe('the letter of a party', () => {
  test.each([
    ['AB', 'D', 'AB (D)'],
    ['AB', null, 'AB'],
    ['', 'R', ''],
    ['Democrats', 'D', 'Democrats'],
    ['safe R', 'R', 'safe R'],
    ['AD', 'D', 'AD (D)'],
  ] as const)('makes of “%s” in the color of %s “%s”', (text, tone, expected) => {
    expect(withPartyLetter(text, tone)).toBe(expected);
  });
});

describe('a table cell', () => {
  test('has the letter of its party unless its column is in the same color', () => {
    expect(cellText({ text: 'AB', tone: 'D' }, plain)).toBe('AB (D)');
    expect(cellText({ text: 'AB', tone: 'D' }, democratic)).toBe('AB');
    expect(cellText('AB', democratic)).toBe('AB');
  });

  test('has its own color, or else that of its column', () => {
    expect(cellTone({ text: 'AB', tone: 'R' }, democratic)).toBe('R');
    expect(cellTone({ text: 'AB' }, democratic)).toBe('D');
    expect(cellTone('AB', plain)).toBeNull();
  });

  test('is strong only if it says so', () => {
    expect(isStrongCell({ text: 'AB', strong: true })).toBe(true);
    expect(isStrongCell({ text: 'AB' })).toBe(false);
    expect(isStrongCell('AB')).toBe(false);
  });

  test('is cleaned of characters that cannot be printed', () => {
    expect(cellText('a\u202eb', plain)).toBe('ab');
    expect(cellText({ text: 'a\nb' }, plain)).toBe('a b');
  });
});

describe('the label of a column', () => {
  test('has the letter of its party', () => {
    expect(columnLabel({ ...plain, tone: 'R' })).toBe('Id (R)');
    expect(columnLabel({ label: 'Dem.', align: 'left', tone: 'D' })).toBe('Dem. (D)');
    expect(columnLabel(plain)).toBe('Id');
  });
});
