import { describe, expect, test } from 'vitest';
import { drawChart, spread } from '../../../src/printouts/figures/chart.ts';
import { PALETTE } from '../../../src/printouts/palette.ts';
import type { LineChart } from '../../../src/rules/report.ts';
import { overlaps, pageOf } from '../page-checks.ts';

function chartOf(chart: Partial<LineChart>): LineChart {
  return { kind: 'chart', caption: '', labels: ['a', 'b'], series: [], mark: null, ...chart };
}

describe('spread', () => {
  test('moves positions apart as little as needed, and keeps their order', () => {
    expect(spread([50, 50, 50], 10, 0, 100)).toEqual([50, 60, 70]);
    expect(spread([95, 96], 10, 0, 100)).toEqual([90, 100]);
    expect(spread([80, 20], 10, 0, 100)).toEqual([80, 20]);
  });

  test('spaces positions evenly if there is no room for the full distance', () => {
    expect(spread([0, 0, 0], 10, 0, 10)).toEqual([0, 5, 10]);
  });
});

describe('a chart', () => {
  test('has labels at the ends of its lines that do not overlap', () => {
    const series = Array.from({ length: 12 }, (_, n) => ({
      label: `P${n}`,
      tone: n % 2 === 0 ? ('D' as const) : ('R' as const),
      values: [0, 0, n === 3 ? null : 0],
    }));
    const { ops } = drawChart(chartOf({ labels: ['a', 'b', 'c'], series }), 400);
    expect(overlaps([pageOf(ops)])).toEqual([]);
    const texts = ops.flatMap((op) => (op.kind === 'text' ? [op.text] : []));
    for (const { label, tone } of series) expect(texts).toContain(`${label} (${tone}) 0`);
  });

  test('of a long game names its start in full', () => {
    const labels = ['Start', ...Array.from({ length: 28 }, (_, n) => String(n + 1))];
    const series = [{ label: 'AB', tone: null, values: labels.map((_, n) => 1_392 - n) }];
    const { ops } = drawChart(chartOf({ labels, series }), 468);
    expect(ops.flatMap((op) => (op.kind === 'text' ? [op.text] : []))).toEqual(
      expect.arrayContaining(labels),
    );
    expect(overlaps([pageOf(ops)])).toEqual([]);
  });

  test('has the label of its mark left of the lines and clear of the scale', () => {
    const series = [265, 275, 270].map((value, n) => ({
      label: `P${n}`,
      tone: null,
      values: [value, value],
    }));
    const { ops } = drawChart(chartOf({ series, mark: { value: 270, label: '270 elect' } }), 400);
    expect(overlaps([pageOf(ops)])).toEqual([]);
    const label = ops.find((op) => op.kind === 'text' && op.text.startsWith('270'));
    const line = ops.find((op) => op.kind === 'line' && op.color === PALETTE.star);
    if (label?.kind !== 'text' || line?.kind !== 'line') throw new Error('The mark is not drawn.');
    expect(label.x + label.width).toBeLessThanOrEqual(line.x1);
    expect(label.x).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['of a single turn', chartOf({ labels: ['a'], series: [{ label: 'P', tone: null, values: [3] }] })],
    ['without turns and lines', chartOf({ labels: [] })],
    ['with a line without values', chartOf({ series: [{ label: 'P', tone: null, values: [null, null] }] })],
  ])('%s has finite coordinates', (_, chart) => {
    const { ops, height } = drawChart(chart, 300);
    expect(height).toBeGreaterThan(0);
    expect(ops.length).toBeGreaterThan(0);
    expect(JSON.stringify(ops)).not.toContain('null');
  });

  test('shows values in a narrow band on a scale that does not begin at zero, and says so', () => {
    const series = [268, 270].map((value, n) => ({ label: `P${n}`, tone: null, values: [value, value] }));
    const { ops, height } = drawChart(chartOf({ series }), 400);
    const texts = ops.flatMap((op) => (op.kind === 'text' ? [op] : []));
    expect(texts.map(({ text }) => text)).toContain('The scale begins at 255.');
    expect(Math.max(...texts.map(({ y }) => y))).toBeLessThan(height);
    expect(overlaps([pageOf(ops)])).toEqual([]);
    const ys = ops.flatMap((op) =>
      op.kind === 'path' && op.path.length === 2 ? [op.path[0]?.[2] ?? 0] : [],
    );
    expect(Math.abs((ys[0] ?? 0) - (ys[1] ?? 0))).toBeGreaterThan(3);
    const wide = drawChart(chartOf({ series: [{ label: 'P', tone: null, values: [90, 270] }] }), 400);
    expect(JSON.stringify(wide.ops)).not.toContain('The scale begins');
  });

  test('draws lines of equal values beside each other', () => {
    const series = [0, 1, 2].map((n) => ({ label: `P${n}`, tone: 'D' as const, values: [100, 0] }));
    const { ops } = drawChart(chartOf({ series }), 400);
    const starts = ops.flatMap((op) => (op.kind === 'path' && op.path.length === 2 ? [op.path[0]?.[2]] : []));
    expect(new Set(starts).size).toBe(3);
  });

  test('draws a line and a point for each value', () => {
    const series = [{ label: 'P', tone: 'D' as const, values: [1, null, 3] }];
    const { ops } = drawChart(chartOf({ labels: ['a', 'b', 'c'], series }), 300);
    const paths = ops.filter((op) => op.kind === 'path');
    expect(paths).toHaveLength(1 + 2);
  });
});
