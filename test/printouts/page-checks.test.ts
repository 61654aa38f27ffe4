import { describe, expect, test } from 'vitest';
import { textOps } from '../../src/printouts/drawing/text.ts';
import { PALETTE } from '../../src/printouts/palette.ts';
import { structNode } from '../../src/printouts/pdf/page.ts';
import { layoutProblems, outside, overlaps, pageOf, smallestSize } from './page-checks.ts';

describe('the checks of pages', () => {
  const style = { font: 'sans', size: 10, color: PALETTE.ink } as const;
  const page = (...places: [number, number][]) =>
    pageOf(places.flatMap(([x, y]) => textOps('word', style, { x, y })));

  test('find texts that overlap', () => {
    expect(overlaps([page([100, 100], [110, 103])])).toHaveLength(1);
    expect(overlaps([page([100, 100], [100, 112])])).toEqual([]);
  });

  test('find texts outside the margins', () => {
    const pages = [page([100, 100], [590, 100], [20, 100], [100, 10], [100, 790])];
    expect(outside(pages, 'letter')).toHaveLength(4);
  });

  test('find small type', () => {
    const small = pageOf(textOps('word', { ...style, size: 6 }, { x: 100, y: 100 }));
    expect(smallestSize([small])).toBe(6);
    expect(layoutProblems([small], 'letter')).toEqual(['The smallest type is 6 points.']);
  });

  test('find content in the page header', () => {
    const ops = textOps('word', style, { x: 100, y: 50 });
    const content = ops.map((op) => ({ op, node: structNode('P') }));
    expect(layoutProblems([{ content, fields: [], bookmarks: [] }], 'letter')).toEqual(['page 1: word']);
  });
});
