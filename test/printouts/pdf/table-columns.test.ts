import { describe, expect, test } from 'vitest';
import { fitColumns, totalWidth } from '../../../src/printouts/pdf/tables/table-columns.ts';
import type { Table } from '../../../src/rules/report.ts';

const WIDTH = 500;

function numbers(columns: number): Table {
  return {
    kind: 'table',
    caption: '',
    showCaption: false,
    columns: Array.from({ length: columns }, (_, i) => ({ label: `C${i}`, align: 'right' })),
    rows: [Array.from({ length: columns }, () => '1234')],
  };
}

describe('the columns of a table', () => {
  test('are set in the largest type if they fit', () => {
    expect(fitColumns(numbers(5), WIDTH)).toMatchObject({ size: 9, groups: [{ length: 5 }] });
  });

  test('are set in no larger type than asked', () => {
    expect(fitColumns(numbers(5), WIDTH, 8).size).toBe(8);
  });

  test('are set in smaller type if there are many', () => {
    const { size, groups } = fitColumns(numbers(24), WIDTH);
    expect(size).toBeLessThan(9);
    expect(size).toBeGreaterThanOrEqual(6.5);
    expect(groups).toHaveLength(1);
  });

  test('are split into groups with the first column if not even the smallest type fits', () => {
    const { size, groups } = fitColumns(numbers(60), WIDTH);
    expect(size).toBe(6.5);
    expect(groups.length).toBeGreaterThan(1);
    for (const group of groups) {
      expect(totalWidth(group)).toBeLessThanOrEqual(WIDTH);
      expect(group[0]?.index).toBe(0);
    }
    expect(new Set(groups.flat().map(({ index }) => index)).size).toBe(60);
  });

  test('of words are narrowed before the type becomes smaller, and those of numbers are not', () => {
    const table: Table = {
      kind: 'table',
      caption: '',
      showCaption: false,
      columns: [
        { label: 'Words', align: 'left' },
        { label: 'Number', align: 'right' },
      ],
      rows: [['one two three four five six seven eight nine ten '.repeat(5), '1,234,567']],
    };
    const { size, groups } = fitColumns(table, WIDTH);
    expect(size).toBe(9);
    expect(totalWidth(groups[0] ?? [])).toBeCloseTo(WIDTH, 6);
    const narrow = fitColumns({ ...table, rows: [['one', '1,234,567']] }, WIDTH);
    expect(groups[0]?.[1]?.width).toBe(narrow.groups[0]?.[1]?.width);
  });
});
