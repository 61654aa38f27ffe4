import { describe, expect, test } from 'vitest';
import { boxOf } from '../../src/printouts/drawing.ts';
import { drawChart, spread } from '../../src/printouts/figures/chart.ts';
import { drawMap } from '../../src/printouts/figures/map.ts';
import { stateShapes } from '../../src/printouts/figures/map-shapes.ts';
import { breakLines, fitText, measure, runsOf, textOps } from '../../src/printouts/fonts.ts';
import { PALETTE, type Strength, textOn, tintOf } from '../../src/printouts/palette.ts';
import { fitColumns, widthOf } from '../../src/printouts/pdf/table-columns.ts';
import { cellText, clean, columnLabel } from '../../src/printouts/words.ts';
import { STATE_CODES } from '../../src/rules/country.ts';
import { outside, overlaps } from './pages.ts';
import { sampleMap } from './sample.ts';

describe('the typefaces', () => {
  const faces = [
    'masthead',
    'heading',
    'serif',
    'serif-italic',
    'serif-bold',
    'sans',
    'sans-medium',
    'sans-bold',
  ] as const;

  test.each(faces)('%s has every letter of “Zoë Łukasiewicz”', (face) => {
    expect(runsOf('Zoë Łukasiewicz', face)).toEqual([{ text: 'Zoë Łukasiewicz', face }]);
  });

  test('lend each other letters, and show a box where none has one', () => {
    expect(runsOf('aж', 'heading').map((run) => run.text)).toEqual(['a', 'ж']);
    expect(runsOf('a漢🎉', 'sans').map((run) => run.text)).toEqual(['a', '☐☐']);
  });

  test('set figures equally wide in tables', () => {
    expect(measure('8111', 'sans', 10)).toBeCloseTo(measure('8888', 'sans', 10), 1);
    expect(measure('8111', 'sans-bold', 10)).toBeCloseTo(measure('8888', 'sans-bold', 10), 1);
  });

  test('put a text with its end or its middle where it is wanted', () => {
    const style = { face: 'sans', size: 10, color: PALETTE.ink } as const;
    const [end] = textOps('word', 100, 0, style, 'end');
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeCloseTo(100, 6);
    const [middle] = textOps('word', 100, 0, style, 'middle');
    expect((middle?.x ?? 0) + (middle?.width ?? 0) / 2).toBeCloseTo(100, 6);
  });

  test('break lines no wider than asked, and cut with an ellipsis', () => {
    const lines = breakLines(`to be or ${'not'.repeat(40)}`, 'serif', 10, 60);
    for (const line of lines) expect(measure(line, 'serif', 10)).toBeLessThanOrEqual(60);
    expect(lines.join('').replace(/ /g, '')).toBe(`tobeor${'not'.repeat(40)}`);
    const cut = fitText('Featherstonehaugh', 'sans', 10, 40);
    expect(cut).toMatch(/^Feath.*…$/);
    expect(measure(cut, 'sans', 10)).toBeLessThanOrEqual(40);
  });
});

describe('the palette', () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
    return (light + 0.05) / (dark + 0.05);
  };

  test('writes on every tint with a contrast of at least 4.5', () => {
    for (const tone of ['D', 'R', null] as const) {
      for (const strength of [1, 2, 3, 4, 5] as Strength[]) {
        const found = contrast(tintOf(tone, strength), textOn(tone, strength));
        expect(found, `${tone} ${strength}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const color of [PALETTE.ink, PALETTE.quiet, PALETTE.democrats, PALETTE.republicans]) {
      for (const ground of [PALETTE.paper, PALETTE.white, PALETTE.zebra]) {
        expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('has tints that grow darker with the strength', () => {
    for (const tone of ['D', 'R'] as const) {
      const tints = ([1, 2, 3, 4, 5] as Strength[]).map((strength) => luminance(tintOf(tone, strength)));
      expect(tints).toEqual(tints.toSorted((a, b) => b - a));
    }
  });
});

describe('words', () => {
  test('are cleaned of controls, directions, line breaks and halves of letters', () => {
    expect(clean('a\u202eb\u0000c\r\nd\ud800e\u200f')).toBe('abc de'.replace('e', '\ufffde'));
    expect(clean('e\u0301')).toBe('é');
  });

  test('name the party where only a colour would', () => {
    const plain = { label: 'Id', align: 'left' } as const;
    expect(cellText({ text: 'AB', tone: 'D' }, plain)).toBe('AB (D)');
    expect(cellText({ text: 'Democrat', tone: 'D' }, plain)).toBe('Democrat');
    expect(cellText({ text: 'AB', tone: 'D' }, { ...plain, tone: 'D' })).toBe('AB');
    expect(columnLabel({ ...plain, tone: 'R' })).toBe('Id (R)');
  });
});

describe('columns of tables', () => {
  const wide = (count: number) => ({
    kind: 'table' as const,
    caption: '',
    showCaption: false,
    columns: Array.from({ length: count }, (_, i) => ({ label: `C${i}`, align: 'right' as const })),
    rows: [Array.from({ length: count }, () => '1234')],
  });

  test('take the largest print that fits, never below 6.5, and then split', () => {
    expect(fitColumns(wide(5), 500)).toMatchObject({ size: 9, groups: [{ length: 5 }] });
    const dense = fitColumns(wide(24), 500);
    expect(dense.size).toBeLessThan(9);
    expect(dense.groups).toHaveLength(1);
    const split = fitColumns(wide(60), 500);
    expect(split.size).toBe(6.5);
    expect(split.groups.length).toBeGreaterThan(1);
    for (const group of split.groups) {
      expect(widthOf(group)).toBeLessThanOrEqual(500);
      expect(group[0]?.at).toBe(0);
    }
    expect(new Set(split.groups.flat().map(({ at }) => at)).size).toBe(60);
  });
});

describe('the figures', () => {
  test('have land for every state, within the sheet', () => {
    for (const code of STATE_CODES) {
      const [left, top, right, bottom] = boxOf(stateShapes()[code]);
      expect(left, code).toBeGreaterThan(-70);
      expect(right, code).toBeLessThan(1010);
      expect(top, code).toBeGreaterThan(0);
      expect(bottom, code).toBeLessThan(610);
      expect(right - left, code).toBeGreaterThan(2);
    }
  });

  test('label every state of the map apart from the others, at several widths', () => {
    for (const [width, label] of [
      [468, undefined],
      [720, { code: 10, leader: 8.5 }],
    ] as const) {
      const map = drawMap(sampleMap([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), width, label);
      const content = [...map.parts.flatMap((part) => part.label), ...map.legend].map((op) => ({
        op,
        node: null,
      }));
      expect(overlaps([{ content, bookmarks: [] }])).toEqual([]);
      for (const part of map.parts)
        expect(part.label.some((op) => op.kind === 'text' && op.text === part.code)).toBe(true);
    }
  });

  test('keep the labels at the ends of lines apart and in order', () => {
    expect(spread([50, 50, 50], 10, 0, 100)).toEqual([50, 60, 70]);
    expect(spread([95, 96], 10, 0, 100)).toEqual([90, 100]);
    expect(spread([80, 20], 10, 0, 100)).toEqual([80, 20]);
    const series = Array.from({ length: 12 }, (_, n) => ({
      label: `P${n}`,
      tone: n % 2 === 0 ? ('D' as const) : ('R' as const),
      values: [0, 0, n === 3 ? null : 0],
    }));
    const chart = drawChart({ kind: 'chart', caption: '', labels: ['a', 'b', 'c'], series, mark: null }, 400);
    expect(overlaps([{ content: chart.ops.map((op) => ({ op, node: null })), bookmarks: [] }])).toEqual([]);
  });

  test('keep the name of a chart’s mark clear of its lines and of the scale', () => {
    const series = [265, 275, 270].map((value, n) => ({
      label: `P${n}`,
      tone: null,
      values: [value, value],
    }));
    const mark = { value: 270, label: '270 elect' };
    const chart = drawChart({ kind: 'chart', caption: '', labels: ['a', 'b'], series, mark }, 400);
    expect(overlaps([{ content: chart.ops.map((op) => ({ op, node: null })), bookmarks: [] }])).toEqual([]);
    const name = chart.ops.find((op) => op.kind === 'text' && op.text.startsWith('270'));
    const line = chart.ops.find((op) => op.kind === 'line' && op.color === PALETTE.star);
    if (name?.kind !== 'text' || line?.kind !== 'line') throw new Error('The mark is not drawn.');
    expect(name.x + name.width).toBeLessThanOrEqual(line.x1);
    expect(name.x).toBeGreaterThanOrEqual(0);
  });

  test('draw a chart of one turn and of nothing', () => {
    const one = { kind: 'chart' as const, caption: '', labels: ['a'], mark: null };
    expect(
      drawChart({ ...one, series: [{ label: 'P', tone: null, values: [3] }] }, 300).ops.length,
    ).toBeGreaterThan(3);
    expect(() => drawChart({ ...one, labels: [], series: [] }, 300)).not.toThrow();
  });
});

describe('the checks of pages', () => {
  const style = { face: 'sans', size: 10, color: PALETTE.ink } as const;
  const page = (...at: [number, number][]) => ({
    content: at.flatMap(([x, y]) => textOps('word', x, y, style).map((op) => ({ op, node: null }))),
    bookmarks: [],
  });

  test('find what overlaps and what leaves the margins', () => {
    expect(overlaps([page([100, 100], [110, 103])])).toHaveLength(1);
    expect(overlaps([page([100, 100], [100, 112])])).toEqual([]);
    expect(outside([page([100, 100], [590, 100], [20, 100], [100, 10], [100, 790])], 'letter')).toHaveLength(
      4,
    );
  });
});
