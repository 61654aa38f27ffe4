import { type StateCode, stateOf } from '../../rules/country.ts';
import type { ElectoralMap } from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { printable } from '../../text/printable.ts';
import { mapInWords } from '../figures/figures-in-words.ts';
import { drawMap, type StateDrawing } from '../figures/map.ts';
import { newPatterns, type Patterns, pathData, patternDefs, patternId, svgOps } from './operations-svg.ts';

/** Width of the map, in SVG units. */
const WIDTH = 720;

/** How a page uses the map. */
export interface MapSvgOptions {
  /** The link of each state; null for a state without one. If it is left out, no state is a link. */
  links?: (code: StateCode) => string | null;
  /** Unique on the page: the ids of patterns, title and description begin with it. `map` by default. */
  id?: string;
}

/**
 * The map as inline SVG without style attributes. Each state is `<path class="map-state" data-state="CA">` with a
 * `<title>` in words, inside an `<a>` if the state has a link. Classes: `map`, `map-state`, `map-hatched` (a state of
 * the Republicans, filled with a pattern), and the groups `map-states`, `map-labels` and `map-legend`. Clicks go
 * through the last two (`pointer-events="none"`).
 */
export function mapSvg(map: ElectoralMap, options: MapSvgOptions = {}): string {
  const id = options.id ?? 'map';
  const drawing = drawMap(map, WIDTH, { code: 10, mark: 8.5 });
  const patterns = newPatterns(id);
  const states = drawing.states.map((state) =>
    stateSvg(state, options.links?.(state.code) ?? null, patterns),
  );
  const labels = svgOps(
    drawing.states.flatMap((state) => state.label),
    patterns,
  );
  const legend = svgOps(drawing.legend, patterns);
  const viewBox = `viewBox="0 0 ${WIDTH} ${Math.ceil(drawing.height)}"`;
  const role = options.links === undefined ? 'img' : 'group';
  return (
    `<svg class="map" xmlns="http://www.w3.org/2000/svg" ${viewBox} role="${role}" ` +
    `aria-labelledby="${escapeHtml(id)}-title" aria-describedby="${escapeHtml(id)}-desc">` +
    `<title id="${escapeHtml(id)}-title">${escapeHtml(printable(map.caption))}</title>` +
    `<desc id="${escapeHtml(id)}-desc">${escapeHtml(mapInWords(map))}</desc>` +
    patternDefs(patterns) +
    `<g class="map-states">${states.join('')}</g>` +
    `<g class="map-labels" pointer-events="none">${labels}</g>` +
    `<g class="map-legend" pointer-events="none">${legend}</g></svg>`
  );
}

function stateSvg(
  { code, mark, land, hatch }: StateDrawing,
  link: string | null,
  patterns: Patterns,
): string {
  const fill = hatch === null ? (land.fill ?? 'none') : `url(#${patternId(hatch, patterns, land.fill)})`;
  const { name } = stateOf(code);
  const title = escapeHtml(mark === null ? name : `${name}: ${printable(mark.words)}`);
  const path =
    `<path class="map-state${hatch === null ? '' : ' map-hatched'}" data-state="${code}" ` +
    `d="${pathData(land.path)}" fill="${fill}" ` +
    `stroke="${land.stroke ?? 'none'}" stroke-width="${land.strokeWidth ?? 0}"><title>${title}</title></path>`;
  return link === null ? path : `<a href="${escapeHtml(link)}" aria-label="${title}">${path}</a>`;
}
