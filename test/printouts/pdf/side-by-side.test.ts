import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import type { Block, Report, Table } from '../../../src/rules/report.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';
import { sampleReport } from '../sample-report.ts';

function narrow(name: string, more: Partial<Table> = {}): Table {
  return {
    kind: 'table',
    caption: `Caption ${name}`,
    showCaption: true,
    columns: [
      { label: 'Total', align: 'left' },
      { label: 'Value', align: 'right' },
    ],
    rows: [[`Row ${name}`, '1']],
    ...more,
  };
}

function textsOfReport(...blocks: Block[]) {
  const report: Report = {
    ...sampleReport({ players: 4, turn: null, reader: null }),
    sections: [{ id: 'only', title: 'Tables', newPage: false, shared: false, blocks }],
  };
  const { pages } = layOutReport(report, { paper: 'letter' });
  expect(layoutProblems(pages, 'letter')).toEqual([]);
  return pages.flatMap(textsOf);
}

describe('narrow tables', () => {
  test('stand side by side, their rows at one height though a caption is longer', () => {
    const long = narrow('b', {
      caption: 'Caption b, which is so long that it needs two or three lines in its column',
    });
    const texts = textsOfReport(narrow('a'), long, narrow('c'));
    const rows = ['a', 'b', 'c'].map((name) => texts.find(({ text }) => text === `Row ${name}`));
    expect(new Set(rows.map((row) => row?.y)).size).toBe(1);
    const lefts = rows.map((row) => row?.x ?? 0);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(new Set(lefts).size).toBe(3);
  });

  test('stand one below the other beside nothing that is wide or long', () => {
    const wide = narrow('wide', { rows: [['Row wide and more words '.repeat(6), '1']] });
    const long = narrow('long', { rows: Array.from({ length: 30 }, (_, i) => [`Row ${i}`, '1']) });
    for (const other of [wide, long]) {
      const texts = textsOfReport(narrow('a'), other);
      const [first, second] = texts.filter(({ text }) => text.startsWith('Caption'));
      expect(second?.y).toBeGreaterThan(first?.y ?? Infinity);
    }
  });

  test('stand at the right of the facts before them', () => {
    const items = Array.from({ length: 6 }, (_, i) => ({ label: `Label ${i}`, value: `Value ${i}` }));
    const texts = textsOfReport({ kind: 'facts', items }, narrow('a'));
    const caption = texts.find(({ text }) => text === 'Caption a');
    const labels = texts.filter(({ text }) => text.startsWith('Label'));
    expect(labels).toHaveLength(6);
    for (const label of labels) expect(label.x + label.width).toBeLessThan(caption?.x ?? 0);
    expect(Math.min(...labels.map(({ y }) => y))).toBeLessThanOrEqual(caption?.y ?? 0);
  });
});
