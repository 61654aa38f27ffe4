import { describe, expect, test } from 'vitest';
import { changedStates, drawSmallMap } from '../../../src/printouts/figures/small-map.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import type { ElectoralMap, Report } from '../../../src/rules/report.ts';
import { layoutProblems, overlaps, pageOf, textsOf } from '../page-checks.ts';
import { sampleMap, sampleReport } from '../sample-report.ts';

const { states, legend } = sampleMap([0, 1, 2, 3]);
const changedMarks: ElectoralMap['states'] = {
  ...states,
  CA: { tone: 'R', strength: 1, words: 'Republicans, marginal' },
  TX: { ...states.TX, strength: 3, tone: 'D', words: 'Democrats, narrow' },
};

describe('a small map', () => {
  test('draws a heavy outline around each state that changed since the map before', () => {
    expect(changedStates(states, null)).toEqual([]);
    expect(changedStates(states, states)).toEqual([]);
    const changed = changedStates(changedMarks, states);
    expect(changed).toContain('CA');
    const plain = drawSmallMap(changedMarks, [], 250).ops.length;
    expect(drawSmallMap(changedMarks, changed, 250).ops).toHaveLength(plain + changed.length);
  });

  test.each([250, 230])(
    'has codes that do not overlap at a width of %d, and none if it is narrow',
    (width) => {
      const { ops } = drawSmallMap(states, [], width);
      expect(overlaps([pageOf(ops)])).toEqual([]);
      expect(textsOf(pageOf(ops)).length).toBeGreaterThan(15);
      expect(textsOf(pageOf(drawSmallMap(states, [], 160).ops))).toEqual([]);
    },
  );
});

describe('maps to compare', () => {
  const reportWith = (count: number): Report => ({
    ...sampleReport({ players: 4, turn: null, reader: null }),
    sections: [
      {
        ...{ id: 'maps', title: 'The maps', newPage: false, shared: true },
        blocks: [
          {
            kind: 'maps',
            caption: 'How the states changed',
            items: Array.from({ length: count }, (_, i) => ({
              heading: `After turn ${i + 1}`,
              states: i % 2 === 0 ? states : changedMarks,
            })),
            legend,
          },
        ],
      },
    ],
  });

  test.each([
    [2, 2],
    [3, 3],
    [4, 2],
    [6, 3],
  ])('%d of them stand %d in a row, with one legend below', (count, perRow) => {
    const { pages } = layOutReport(reportWith(count), { paper: 'a4' });
    expect(layoutProblems(pages, 'a4')).toEqual([]);
    const texts = pages.flatMap(textsOf);
    const headings = texts.filter(({ text }) => text.startsWith('After turn'));
    expect(headings).toHaveLength(count);
    expect(headings.filter(({ y }) => y === headings[0]?.y)).toHaveLength(perRow);
    expect(texts.filter(({ text }) => text.startsWith('heavy outline'))).toHaveLength(1);
    expect(texts.filter(({ text }) => text === 'Democrats, solid')).toHaveLength(1);
  });
});
