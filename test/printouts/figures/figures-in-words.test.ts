import { describe, expect, test } from 'vitest';
import { barInWords, chartInWords, mapInWords } from '../../../src/printouts/figures/figures-in-words.ts';

describe('a description of a figure', () => {
  test('of the map lists each standing with its states', () => {
    const words = mapInWords({
      kind: 'map',
      caption: '',
      states: {
        CA: { tone: 'D', strength: 5, words: 'Democrats, solid' },
        TX: { tone: 'R', strength: 5, words: 'Republicans, solid' },
        NY: { tone: 'D', strength: 5, words: 'Democrats, solid' },
      },
      legend: [],
    });
    expect(words).toBe('Democrats, solid: CA, NY. Republicans, solid: TX.');
  });

  test('of a bar names its parts, the total and the mark', () => {
    const words = barInWords({
      kind: 'bar',
      caption: '',
      parts: [
        { label: 'Democrats', value: 281, tone: 'D', strength: 5 },
        { label: 'Republicans', value: 257, tone: 'R', strength: 5 },
      ],
      total: 538,
      mark: { value: 270, label: '270 to win' },
    });
    expect(words).toBe('Democrats 281, Republicans 257, out of 538. 270 to win.');
  });

  test('of a chart lists the values of each line', () => {
    const words = chartInWords({
      kind: 'chart',
      caption: '',
      labels: ['Start', 'T-1'],
      series: [
        { label: 'AB', tone: 'D', values: [60, 91] },
        { label: 'CD', tone: 'R', values: [null, 102] },
      ],
      mark: null,
    });
    expect(words).toBe('AB (D): Start 60, T-1 91. CD (R): T-1 102.');
  });
});
