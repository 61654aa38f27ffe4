import { expect, test } from 'vitest';
import type { Report } from '../../../src/rules/report.ts';
import { mapOfReport, type SheetMap, sheetMap } from '../../../src/web/turn-sheet/sheet-map.ts';
import { granted, runningGame } from '../../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../../games/processing/turns.ts';
import { useContext } from '../../helpers/use-context.ts';

const own = useContext();

test('the map beside the sheet is that of the printout in force, also after a rollback', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  /** Processes turn 1 and marks a state on the map of the printout after it, as if that had come of the turn. */
  const processed = async (attempt: number, mark: string): Promise<SheetMap> => {
    await processAsGm(own.ctx, g, 1);
    const { prisma } = own.ctx.db;
    const where = { gameId: g.game.id, turn: 2, seatId: null, attempt };
    const { id, report } = await prisma.printout.findFirstOrThrow({ where });
    const map = { kind: 'map' as const, caption: mark, states: {}, legend: [] };
    const section = { id: 'mark', title: mark, newPage: false, shared: true, blocks: [map] };
    const marked: Report = { ...report, sections: [section, ...report.sections] };
    await prisma.printout.update({ where: { id }, data: { report: marked } });
    return mapOfReport(marked);
  };
  const first = await processed(1, 'The first attempt');
  expect(await sheetMap(own.ctx, g.game, 2)).toEqual(first);
  granted(await rollBackAsGm(own.ctx, g, 2));
  expect(await sheetMap(own.ctx, g.game, 2)).toEqual(mapOfReport(null));
  const second = await processed(2, 'The second attempt');
  expect(second).not.toEqual(first);
  expect(await sheetMap(own.ctx, g.game, 2)).toEqual(second);
});
