import type { AppContext } from '../../context.ts';
import { publicPrintoutId, publicReportById } from '../../games/game/public-view.ts';
import { mapLegendHtml } from '../../printouts/html/figures.ts';
import { mapSvg } from '../../printouts/svg/map-svg.ts';
import type { ElectoralMap, Report } from '../../rules/report.ts';

/** The map for games that print none. */
const BLANK: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** The map beside a sheet: the picture, and its legend in text, which stays readable where the picture is small. */
export interface SheetMap {
  svg: string;
  legend: string;
}

/** Cached maps by the id of their printout, the oldest first. Printouts never change, and drawing the map is the slowest part of the page. */
const cache = new Map<string, SheetMap>();
const MAX_CACHED = 64;

/** The map beside a sheet: the first one in the public printout before the turn, or a blank one. */
export async function sheetMap(ctx: AppContext, game: { id: string }, turn: number): Promise<SheetMap> {
  // After a rollback another printout comes before the same turn.
  const printoutId = await publicPrintoutId(ctx, game.id, turn);
  if (printoutId === null) return mapOfReport(null);
  const known = cache.get(printoutId);
  if (known !== undefined) return known;
  const map = mapOfReport(await publicReportById(ctx, printoutId));
  cache.set(printoutId, map);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return map;
}

/** The first map in a printout, or a blank one. */
export function mapOfReport(report: Report | null): SheetMap {
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  const map = blocks.find((block) => block.kind === 'map') ?? BLANK;
  return { svg: mapSvg(map, { id: 'sheet-map', legend: false }), legend: mapLegendHtml(map.legend) };
}
