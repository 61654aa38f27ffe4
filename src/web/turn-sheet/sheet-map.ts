import type { House } from '../../context.ts';
import { mapSvg } from '../../printouts/map-svg.ts';
import type { ElectoralMap } from '../../rules/report.ts';
import { publicPrintout } from '../../games/game/public-view.ts';

/** A country of which nothing is said: for games that print no map. */
const PLAIN: ElectoralMap = { kind: 'map', caption: 'The United States', states: {}, legend: [] };

/** Drawn maps, the oldest first: what is printed never changes, and drawing is the slowest part of the page. */
const drawn = new Map<string, string>();
const DRAWN_MOST = 64;

/** The map beside a turn sheet, as SVG: the first one of the public's printout before the turn, else a plain one. */
export async function sheetMap(
  house: House,
  game: { id: string; number: string },
  turn: number,
): Promise<string> {
  const key = `${game.id} ${turn}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const report = await publicPrintout(house, game.number, turn);
  const blocks = report?.sections.flatMap((section) => section.blocks) ?? [];
  const svg = mapSvg(blocks.find((block) => block.kind === 'map') ?? PLAIN, { id: 'sheet-map' });
  drawn.set(key, svg);
  for (const oldest of drawn.keys()) {
    if (drawn.size <= DRAWN_MOST) break;
    drawn.delete(oldest);
  }
  return svg;
}
