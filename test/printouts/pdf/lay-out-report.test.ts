import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { MARGIN } from '../../../src/printouts/pdf/page.ts';
import { gameReport } from '../game-report.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';

const PAPERS = ['letter', 'a4'] as const;
const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

describe.each(PAPERS)('the layout of a printout on %s paper', (paper) => {
  test.each(GAMES)(
    'keeps the texts of $players players on turn $turn apart and within the margins',
    ({ players, turn }) => {
      for (const reader of [0, null]) {
        const { pages } = layOutReport(gameReport(players, turn, reader), { paper });
        expect(layoutProblems(pages, paper)).toEqual([]);
      }
    },
  );

  test.each(GAMES)(
    'begins no page of $players players on turn $turn with the note of a table',
    ({ players, turn }) => {
      const report = gameReport(players, turn);
      const notes = report.sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'table' && block.note !== undefined ? [block.note] : [])),
      );
      expect(notes.length).toBeGreaterThan(0);
      for (const page of layOutReport(report, { paper }).pages) {
        const content = textsOf(page).filter(({ y }) => y > MARGIN.top);
        const first = content.sort((a, b) => a.y - b.y)[0]?.text ?? '';
        expect(notes.filter((note) => note.startsWith(first))).toEqual([]);
      }
    },
  );

  test('takes at most eight pages for six players, with all states on one of them', () => {
    const { pages } = layOutReport(gameReport(6, 4), { paper });
    expect(pages.length).toBeLessThanOrEqual(8);
    const pageWith = (name: string) =>
      pages.findIndex((page) => textsOf(page).some(({ text }) => text === name));
    expect(pageWith('Alaska')).toBeGreaterThan(0);
    expect(pageWith('Wyoming')).toBe(pageWith('Alaska'));
  });

  test('sets the orders of preference of six players in three columns, and takes five pages for the first turn', () => {
    const { pages } = layOutReport(gameReport(6, 1), { paper });
    expect(pages).toHaveLength(5);
    const [texts] = pages.map(textsOf).filter((page) => page.some(({ text }) => text === 'Prefers'));
    expect(texts?.filter(({ text }) => text === 'Prefers')).toHaveLength(3);
  });
});
