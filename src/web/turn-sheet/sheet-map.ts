import type { AppContext } from '../../context.ts';
import { publicPrintoutId, publicReportById } from '../../games/game/public-view.ts';
import { mapSvg } from '../../printouts/svg/map-svg.ts';
import type { ElectoralMap, Report } from '../../rules/report.ts';

/** The map for games that print none. */
const BLANK: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** Cached maps by the id of their printout, the oldest first. Printouts never change, and drawing the map is the slowest part of the page. */
const cache = new Map<string, string>();
const MAX_CACHED = 64;

/** The map beside a sheet as SVG: the first one in the public printout before the turn, or a blank one. */
export async function sheetMap(ctx: AppContext, game: { id: string }, turn: number): Promise<string> {
  // After a rollback another printout comes before the same turn.
  const printoutId = await publicPrintoutId(ctx, game.id, turn);
  if (printoutId === null) return mapOfReport(null);
  const known = cache.get(printoutId);
  if (known !== undefined) return known;
  const svg = mapOfReport(await publicReportById(ctx, printoutId));
  cache.set(printoutId, svg);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return svg;
}

/** The first map in a printout as SVG, or a blank one. */
export function mapOfReport(report: Report | null): string {
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  return mapSvg(blocks.find((block) => block.kind === 'map') ?? BLANK, { id: 'sheet-map' });
}
