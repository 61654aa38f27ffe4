import type { AppContext } from '../../context.ts';
import { publicPrintout } from '../../games/game/public-view.ts';
import { mapSvg } from '../../printouts/svg/map-svg.ts';
import type { ElectoralMap } from '../../rules/report.ts';

/** A country of which nothing is said: for games that print no map. */
const PLAIN: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** Drawn maps, the oldest first: what is printed never changes, and drawing is the slowest part of the page. */
const drawn = new Map<string, string>();
const MAX_DRAWN = 64;

/** The map beside a turn sheet, as SVG: the first one of the public's printout before the turn, else a plain one. */
export async function sheetMap(
  ctx: AppContext,
  game: { id: string; number: string },
  turn: number,
): Promise<string> {
  const key = `${game.id} ${turn}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const report = await publicPrintout(ctx, game.number, turn);
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  const svg = mapSvg(blocks.find((block) => block.kind === 'map') ?? PLAIN, { id: 'sheet-map' });
  drawn.set(key, svg);
  for (const oldest of drawn.keys()) {
    if (drawn.size <= MAX_DRAWN) break;
    drawn.delete(oldest);
  }
  return svg;
}
