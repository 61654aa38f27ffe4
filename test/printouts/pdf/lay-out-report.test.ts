import { describe, expect, test } from 'vitest';
import type { TextOp } from '../../../src/printouts/drawing/operations.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { MARGIN, PAPERS as PAPER_SIZES, type Page } from '../../../src/printouts/pdf/page.ts';
import { STATES } from '../../../src/rules/country.ts';
import { gameReport } from '../game-report.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';

const PAPERS = ['letter', 'a4'] as const;
const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

/** The texts of a page without its header and footer, which belong to no node. */
function contentOf(page: Page): TextOp[] {
  return page.content.flatMap(({ op, node }) => (op.kind === 'text' && node !== null ? [op] : []));
}

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

  test.each([1, 2, 3, 4, 5, 6, 7])('takes at most five pages for six players on turn %d', (turn) => {
    // The sheet is one of them.
    for (const reader of [0, 3, null]) {
      const { pages } = layOutReport(gameReport(6, turn, reader), { paper });
      expect(pages.length).toBeLessThanOrEqual(5);
    }
  });

  test.each([4, 8].flatMap((players) => [4, 5, 6].map((turn) => ({ players, turn }))))(
    'takes at most five pages for $players players on turn $turn, one more for the conventions of many',
    ({ players, turn }) => {
      const { pages } = layOutReport(gameReport(players, turn), { paper });
      expect(pages.length).toBeLessThanOrEqual(players === 8 && turn === 4 ? 6 : 5);
    },
  );

  test.each([4, 6].flatMap((players) => [2, 3, 4, 5, 6, 7].map((turn) => ({ players, turn }))))(
    'has all states of $players players on one page on turn $turn',
    ({ players, turn }) => {
      const { pages } = layOutReport(gameReport(players, turn), { paper });
      const counts = pages.map((page) => {
        const texts = new Set(textsOf(page).map(({ text }) => text));
        return STATES.filter(({ name }) => texts.has(name)).length;
      });
      expect(Math.max(...counts)).toBe(STATES.length);
    },
  );

  test.each(GAMES)(
    'fills at least half of each page of $players players on turn $turn',
    ({ players, turn }) => {
      const { pages } = layOutReport(gameReport(players, turn), { paper });
      // The last page is the sheet, and the page before it may end anywhere. After the election there is no sheet.
      const full = pages.slice(0, turn < 7 ? -2 : -1);
      const { height } = PAPER_SIZES[paper];
      for (const [i, page] of full.entries()) {
        const lowest = Math.max(...contentOf(page).map(({ y }) => y));
        expect(lowest, `page ${i + 1}`).toBeGreaterThan(height / 2);
      }
    },
  );

  test.each(GAMES)(
    'leaves no heading of $players players alone at the foot of a page on turn $turn',
    ({ players, turn }) => {
      const report = gameReport(players, turn);
      const titles = new Set(report.sections.map(({ title }) => title?.toUpperCase()));
      for (const [i, page] of layOutReport(report, { paper }).pages.entries()) {
        const last = contentOf(page)
          .toSorted((a, b) => b.y - a.y)
          .slice(0, 1);
        expect(
          last.filter(({ text }) => titles.has(text)),
          `page ${i + 1}`,
        ).toEqual([]);
      }
    },
  );

  test('sets the orders of preference of six players in three columns', () => {
    const { pages } = layOutReport(gameReport(6, 1), { paper });
    const [texts] = pages.map(textsOf).filter((page) => page.some(({ text }) => text === 'Prefers'));
    expect(texts?.filter(({ text }) => text === 'Prefers')).toHaveLength(3);
  });
});

describe('the first page of a printout', () => {
  const report = {
    ...gameReport(4, 3),
    news: { headline: 'Baker sweeps the West', sentences: ['She won.', 'He lost.'] },
  };
  const [page] = layOutReport(report, { paper: 'letter' }).pages;
  const texts = textsOf(page as Page);

  test('has the account, the name and the due date in its top line', () => {
    const top = texts.filter(({ y }) => y < MARGIN.top).map(({ text }) => text);
    expect(top.join(' ')).toContain('Zoë Łukasiewicz, #10468');
    expect(top.join(' ')).toContain(`Due ${report.due}`);
  });

  test('has the news in a column beside the summary, below the headline', () => {
    const find = (part: string) => texts.find(({ text }) => text.includes(part));
    const [headline, news, summary] = [find('BAKER SWEEPS'), find('She won.'), find('After turn 2')];
    expect(headline?.size).toBeGreaterThan(24);
    expect(news?.y).toBeGreaterThan(headline?.y ?? Infinity);
    expect(summary?.y).toBe(news?.y);
    expect(summary?.x).toBeGreaterThan((news?.x ?? Infinity) + (news?.width ?? 0));
  });
});
