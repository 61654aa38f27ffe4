import { describe, expect, test } from 'vitest';
import { fieldLabel } from '../../src/rules/field-label.ts';
import type { SheetForm } from '../../src/rules/sheet.ts';

describe('the label of a field', () => {
  const form: SheetForm = {
    turn: 1,
    phase: 'x',
    facts: [],
    sections: [
      {
        title: 'x',
        fields: [
          { kind: 'text', name: 'press', label: 'Press release', max: 75 },
          { kind: 'ranking', name: 'trips', label: 'Trips', max: 3, of: 'state', choices: [], each: 'Trip' },
          {
            kind: 'rows',
            name: 'campaign',
            label: 'Campaign',
            max: 9,
            columns: [
              { kind: 'integer', name: 'spend', label: 'Amount', min: 1, max: null, unit: 'dollars' },
            ],
          },
        ],
      },
    ],
  };

  test.each([
    ['press', 'Press release'],
    ['trips[2]', 'Trips 3'],
    ['campaign[0].spend', 'Campaign 1, Amount'],
    ['campaign', 'Campaign'],
    ['', ''],
    ['nothing[1]', ''],
    ['__proto__', ''],
  ])('of %s is %s', (path, label) => {
    expect(fieldLabel(form, path)).toBe(label);
  });
});
