import { STATE_CODES, type StateCode, stateOf } from '../rules/country.ts';
import type { ElectoralMap } from '../rules/report.ts';
import { escapeXml } from './escape.ts';
import { drawMap, type StatePart } from './figures/map.ts';
import { newPatterns, type Patterns, pathData, patternDefs, patternFor, svgOps } from './svg.ts';
import { clean } from './words.ts';

/** Width of the map's own sheet in SVG units. */
const WIDTH = 720;

/** How the map is to be used on a page. */
export interface MapSvgOptions {
  /** Where a click on a state leads; null for nowhere. */
  links?: (code: StateCode) => string | null;
  /** Unique on the page; the names of patterns, title and description begin with it. `map` by default. */
  id?: string;
}

/**
 * The map as inline SVG. Each state is `<path class="map-state" data-state="CA">` with a `<title>` in words;
 * with `links` it stands in an `<a>`. No style attributes. Classes: `map`, `map-state`,
 * `map-hatched` (a state of the Republicans, its fill a pattern), and the groups `map-states`, `map-labels` and
 * `map-legend` (the last two let the pointer through: `pointer-events="none"`).
 */
export function mapSvg(map: ElectoralMap, options: MapSvgOptions = {}): string {
  const id = options.id ?? 'map';
  const drawing = drawMap(map, WIDTH, { code: 10, leader: 8.5 });
  const patterns = newPatterns(id);
  const states = drawing.parts.map((part) => stateSvg(part, options.links?.(part.code) ?? null, patterns));
  const labels = svgOps(
    drawing.parts.flatMap((part) => part.label),
    patterns,
  );
  const legend = svgOps(drawing.legend, patterns);
  const size = `viewBox="0 0 ${WIDTH} ${Math.ceil(drawing.height)}"`;
  const role = options.links === undefined ? 'img' : 'group';
  return (
    `<svg class="map" xmlns="http://www.w3.org/2000/svg" ${size} role="${role}" ` +
    `aria-labelledby="${escapeXml(id)}-title" aria-describedby="${escapeXml(id)}-desc">` +
    `<title id="${escapeXml(id)}-title">${escapeXml(clean(map.caption))}</title>` +
    `<desc id="${escapeXml(id)}-desc">${escapeXml(mapInWords(map))}</desc>` +
    patternDefs(patterns) +
    `<g class="map-states">${states.join('')}</g>` +
    `<g class="map-labels" pointer-events="none">${labels}</g>` +
    `<g class="map-legend" pointer-events="none">${legend}</g></svg>`
  );
}

function stateSvg(part: StatePart, link: string | null, patterns: Patterns): string {
  const { land, hatch } = part;
  const fill = hatch === null ? (land.fill ?? 'none') : `url(#${patternFor(hatch, patterns, land.fill)})`;
  const title = escapeXml(stateInWords(part.code, part.mark?.words ?? null));
  const path =
    `<path class="map-state${hatch === null ? '' : ' map-hatched'}" data-state="${part.code}" ` +
    `d="${pathData(land.path)}" fill="${fill}" ` +
    `stroke="${land.stroke ?? 'none'}" stroke-width="${land.strokeWidth ?? 0}"><title>${title}</title></path>`;
  return link === null ? path : `<a href="${escapeXml(link)}" aria-label="${title}">${path}</a>`;
}

function stateInWords(code: StateCode, words: string | null): string {
  return words === null ? stateOf(code).name : `${stateOf(code).name}: ${clean(words)}`;
}

/** The whole map in one paragraph, for those who cannot see it: states of the same standing together. */
export function mapInWords(map: ElectoralMap): string {
  const groups = new Map<string, string[]>();
  for (const code of STATE_CODES) {
    const words = map.states[code]?.words;
    if (words === undefined) continue;
    const group = groups.get(clean(words)) ?? [];
    group.push(code);
    groups.set(clean(words), group);
  }
  return [...groups].map(([words, codes]) => `${words}: ${codes.join(', ')}.`).join(' ');
}
