import { type StateCode, stateOf } from '../../rules/country.ts';
import type { ElectoralMap, MapMark } from '../../rules/report.ts';
import { escapeHtml } from '../../text/escape.ts';
import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { mapInWords } from '../figures/figures-in-words.ts';
import { drawMap, type StateDrawing } from '../figures/map.ts';
import { newPatterns, type Patterns, pathData, patternDefs, patternId, svgOps } from './operations-svg.ts';

/** Width of the map, in SVG units. */
const WIDTH = 720;
const EMPHASIZED_STROKE = 2.6;

/** How a page uses the map. */
export interface MapSvgOptions {
  /** The link of each state; null for a state without one. If it is left out, no state is a link. */
  links?: (code: StateCode) => string | null;
  /** Unique on the page: the ids of patterns, title and description begin with it. `map` by default. */
  id?: string;
  /** Whether the legend is part of the picture. Pages that print it as text leave it out. True by default. */
  legend?: boolean;
  /** States with a thick outline, such as those that have changed. None by default. */
  emphasized?: ReadonlySet<StateCode>;
  /** The id of outlines on the page (`outlinesSvg`), for a page with several maps. By default, the map has its own. */
  outlines?: string | undefined;
}

/** The outlines of all states, which are not shown. Maps on the same page refer to them by this id. */
export function outlinesSvg(id: string): string {
  const { states } = drawMap({ kind: 'map', caption: '', states: {}, legend: [] }, WIDTH);
  const paths = states.map(({ code, land }) => `<path id="${id}-${code}" d="${pathData(land.path)}"/>`);
  return (
    `<svg class="map-outlines" xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">` +
    `<defs>${paths.join('')}</defs></svg>`
  );
}

/**
 * The map as inline SVG without style attributes. Each state is `<path class="map-state" data-state="CA">` (or
 * `<use>`, with outlines of the page) with a `<title>` in words, inside an `<a>` if the state has a link; `data-figures` has the lines of its figures. Classes:
 * `map`, `map-state`, `map-hatched` (a state of the Republicans, filled with a pattern), `map-emphasized`, and the groups
 * `map-states`, `map-labels`, `map-pieces` and `map-legend`. Clicks go through all but the first (`pointer-events="none"`).
 */
export function mapSvg(map: ElectoralMap, options: MapSvgOptions = {}): string {
  const id = options.id ?? 'map';
  const printed = options.legend === false ? { ...map, legend: [] } : map;
  const drawing = drawMap(printed, WIDTH, { code: 10, mark: 8.5 });
  const patterns = newPatterns(id);
  const isEmphasized = ({ code }: StateDrawing) => options.emphasized?.has(code) ?? false;
  // The emphasized ones last: the land of their neighbors would cover their outlines.
  const ordered = drawing.states.toSorted((a, b) => Number(isEmphasized(a)) - Number(isEmphasized(b)));
  const states = ordered.map((state) =>
    stateSvg(state, {
      link: options.links?.(state.code) ?? null,
      emphasized: isEmphasized(state),
      outlines: options.outlines,
      patterns,
    }),
  );
  const labels = svgOps(
    drawing.states.flatMap((state) => state.label),
    patterns,
  );
  const legend = svgOps(drawing.legend, patterns);
  const pieces = (ops: readonly Op[]) =>
    ops.length === 0 ? '' : `<g class="map-pieces" pointer-events="none">${svgOps(ops, patterns)}</g>`;
  const viewBox = `viewBox="0 0 ${widthWithLabels(drawing.states)} ${Math.ceil(drawing.height)}"`;
  const role = options.links === undefined ? 'img' : 'group';
  return (
    `<svg class="map" xmlns="http://www.w3.org/2000/svg" ${viewBox} role="${role}" ` +
    `aria-labelledby="${escapeHtml(id)}-title" aria-describedby="${escapeHtml(id)}-desc">` +
    `<title id="${escapeHtml(id)}-title">${escapeHtml(printable(map.caption))}</title>` +
    `<desc id="${escapeHtml(id)}-desc">${escapeHtml(mapInWords(map))}</desc>` +
    patternDefs(patterns) +
    `<g class="map-states">${states.join('')}</g>` +
    pieces(drawing.pieces.below) +
    `<g class="map-labels" pointer-events="none">${labels}</g>` +
    pieces(drawing.pieces.above) +
    `<g class="map-legend" pointer-events="none">${legend}</g></svg>`
  );
}

/** The width of the picture: long labels of the small states in the East reach beyond the map. */
function widthWithLabels(states: readonly StateDrawing[]): number {
  const ends = states.flatMap(({ label }) => label.map((op) => (op.kind === 'text' ? op.x + op.width : 0)));
  return Math.ceil(Math.max(WIDTH, ...ends));
}

/** How one state is drawn. */
interface StateOptions {
  link: string | null;
  emphasized: boolean;
  outlines: string | undefined;
  patterns: Patterns;
}

function stateSvg({ code, mark, land, hatch }: StateDrawing, options: StateOptions): string {
  const { link, emphasized, outlines, patterns } = options;
  const fill = hatch === null ? (land.fill ?? 'none') : `url(#${patternId(hatch, patterns, land.fill)})`;
  const { name } = stateOf(code);
  const title = escapeHtml(mark === null ? name : `${name}: ${printable(mark.words)}`);
  const classes = `map-state${hatch === null ? '' : ' map-hatched'}${emphasized ? ' map-emphasized' : ''}`;
  const strokeWidth = emphasized ? EMPHASIZED_STROKE : (land.strokeWidth ?? 0);
  const [element, outline] =
    outlines === undefined ? ['path', `d="${pathData(land.path)}"`] : ['use', `href="#${outlines}-${code}"`];
  const path =
    `<${element} class="${classes}" data-state="${code}"${figuresAttribute(mark)} ${outline} fill="${fill}" ` +
    `stroke="${land.stroke ?? 'none'}" stroke-width="${strokeWidth}"><title>${title}</title></${element}>`;
  return link === null ? path : `<a href="${escapeHtml(link)}" aria-label="${title}">${path}</a>`;
}

/** The figures of a state, separated by line feeds. */
function figuresAttribute(mark: MapMark | null): string {
  const lines = mark?.figures ?? [];
  return lines.length === 0 ? '' : ` data-figures="${escapeHtml(lines.map(printable).join('\n'))}"`;
}
