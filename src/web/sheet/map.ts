import type { House } from '../../database/house.ts';
import { mapSvg } from '../../printouts/map-svg.ts';
import type { ElectoralMap, Report } from '../../rules/report.ts';

/** A country of which nothing is said: for games that print no map. */
const PLAIN: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** The map beside a turn sheet, as SVG: the first one of the public's report before the turn, else a plain one. */
export async function sheetMap(house: House, gameId: string, turn: number): Promise<string> {
  const printout = await house.db.prisma.printout.findFirst({
    where: { gameId, turn, seatId: null },
    select: { report: true },
  });
  const report = printout?.report as unknown as Report | undefined;
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  const map = blocks.find((block) => block.kind === 'map');
  return mapSvg(map ?? PLAIN, { id: 'sheet-map' });
}
