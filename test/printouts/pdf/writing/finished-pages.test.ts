import { describe, expect, test } from 'vitest';
import { layOutReport, newSharedPages } from '../../../../src/printouts/pdf/lay-out-report.ts';
import type { Pages } from '../../../../src/printouts/pdf/page.ts';
import { paintPdf } from '../../../../src/printouts/pdf/paint.ts';
import { isShared } from '../../../../src/printouts/pdf/writing/finished-pages.ts';
import { gameReport } from '../../game-report.ts';
import { readPdf } from '../../read-pdf.ts';
import { scriptReport } from './script-report.ts';

const INFO = { title: 'T', author: 'A', subject: 'S', created: new Date(0) };
const REPORTS = [
  ...[4, 6].flatMap((players) => [3, 4, 7].map((turn) => ({ report: gameReport(players, turn) }))),
  { report: scriptReport(1) },
].flatMap(({ report }) => (['letter', 'a4'] as const).map((paper) => ({ report, paper })));

/** The same pages as if no section were shared. */
function withoutShared({ pages, nodes }: Pages): Pages {
  return { nodes, pages: pages.map(({ shared, ...page }) => page) };
}

describe('finished pages', () => {
  test.each(REPORTS)('read like others, on paper $paper of turn $report.turn', async ({ report, paper }) => {
    const laidOut = layOutReport(report, { paper });
    expect(laidOut.pages.some(isShared)).toBe(true);
    const printed = await readPdf(await paintPdf(laidOut, paper, INFO));
    const plain = await readPdf(await paintPdf(withoutShared(laidOut), paper, INFO));
    expect(printed).toEqual(plain);
  });

  test('leave elements open that have something on other pages', async () => {
    const opened = await Promise.all(
      REPORTS.map(async ({ report, paper }) => {
        const shared = newSharedPages(report, paper);
        await paintPdf(layOutReport(report, { paper, shared }), paper, INFO);
        return [...shared.finished.values()].map(({ open }) => open.size);
      }),
    );
    expect(Math.max(...opened.flat())).toBeGreaterThan(0);
  });

  test('have the page numbers of each printout', async () => {
    const report = gameReport(6, 4);
    const shared = newSharedPages(report, 'letter');
    const laidOut = layOutReport(report, { paper: 'letter', shared });
    await paintPdf(laidOut, 'letter', INFO);
    const { pages } = await readPdf(
      await paintPdf(layOutReport(report, { paper: 'letter', shared }), 'letter', INFO),
    );
    for (const [i, page] of pages.entries()) expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
  });
});
