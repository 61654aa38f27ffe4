import type { House } from '../../database/house.ts';
import { mapSvg } from '../../printouts/map-svg.ts';
import type { ElectoralMap } from '../../rules/report.ts';
import { publicPrintout } from '../../turns/view.ts';

/** A country of which nothing is said: for games that print no map. */
const PLAIN: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** The map beside a turn sheet, as SVG: the first one of the public's printout before the turn, else a plain one. */
export async function sheetMap(house: House, number: string, turn: number): Promise<string> {
  const report = await publicPrintout(house, number, turn);
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  const map = blocks.find((block) => block.kind === 'map');
  return mapSvg(map ?? PLAIN, { id: 'sheet-map' });
}
