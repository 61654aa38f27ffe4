import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { joinMaps } from '../../../src/printouts/pdf/map-before.ts';
import { gameReport } from '../game-report.ts';
import { textsOf } from '../page-checks.ts';

describe('the map of the country on paper', () => {
  const report = gameReport(6, 4);

  test('has the map of the turn before beside it instead of a comparison that shows it again', () => {
    const joined = joinMaps(report.sections);
    const blocks = joined.flatMap((section) => section.blocks);
    expect(blocks.some(({ kind }) => kind === 'maps')).toBe(false);
    const map = blocks.find((block) => block.kind === 'map');
    expect(map).toMatchObject({ before: { heading: 'Before turn 3' } });
    expect(joined.map(({ id }) => id)).toEqual(report.sections.map(({ id }) => id));
    const { pages } = layOutReport(report, { paper: 'letter' });
    const texts = pages.flatMap(textsOf).map(({ text }) => text);
    expect(texts.filter((text) => text === 'Before turn 3')).toHaveLength(1);
    expect(texts).toContain('heavy outline: changed since then');
  });

  test('stands alone if a comparison shows something else, or if there is none', () => {
    const [first] = [gameReport(6, 1).sections];
    expect(joinMaps(first)).toEqual(first);
    const other = report.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) => (block.kind === 'map' ? { ...block, states: {} } : block)),
    }));
    expect(joinMaps(other)).toEqual(other);
  });
});
