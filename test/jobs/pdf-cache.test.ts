import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { renderPdf } from '../../src/printouts/pdf/render-pdf.ts';
import type { Report } from '../../src/rules/report.ts';
import { runningGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;
let reports: Report[];

beforeAll(async () => {
  own = await testContext();
  for (let i = 0; i < 2; i += 1) {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await processTurn(own.ctx, { gameId: game.id, turn: 1, by: gm.id });
  }
  const rows = await own.ctx.db.prisma.printout.findMany({
    orderBy: [{ gameId: 'asc' }, { turn: 'asc' }],
  });
  reports = rows.map((row) => row.report);
});
afterAll(() => own.close());

describe('the PDF cache', () => {
  test('gives the same bytes as rendering without it, for every reader, turn, game and paper size', async () => {
    const renderCached = createPdfCache();
    const created = new Date('2027-03-01T12:00:00Z');
    const sendTo = 'Fill it in.';
    for (const paper of ['letter', 'a4'] as const) {
      for (const report of paper === 'letter' ? reports : reports.slice(0, 3)) {
        const cached = await renderCached(report, { paper, created, sendTo });
        const fresh = await renderPdf(report, { paper, created, sendTo });
        const what = `${report.game} ${report.turn} ${report.reader?.identifier} ${paper}`;
        expect(cached.equals(fresh), what).toBe(true);
      }
    }
  });
});
