import { escapeHtml } from '../../text/escape.ts';
import type { CirclesOp, FontName, HatchOp, Op, PathOp, TextOp } from '../drawing/operations.ts';

// Drawings as inline SVG. Only presentation attributes and classes are used, because the content security policy of
// the pages forbids style attributes.

const FONT_FAMILIES: Record<FontName, [family: string, weight: number]> = {
  masthead: ["'Alfa Slab One', serif", 400],
  heading: ["'League Gothic', sans-serif", 400],
  serif: ["'Source Serif 4', serif", 400],
  'serif-italic': ["'Source Serif 4', serif", 400],
  'serif-bold': ["'Source Serif 4', serif", 600],
  sans: ["'Libre Franklin', sans-serif", 400],
  'sans-medium': ["'Libre Franklin', sans-serif", 500],
  'sans-bold': ["'Libre Franklin', sans-serif", 700],
};

/** The hatch patterns of one drawing, each defined once. */
export interface Patterns {
  /** The beginning of the ids of the patterns, unique on the page. */
  readonly idPrefix: string;
  /** `<pattern>` elements by what they look like. */
  readonly definitions: Map<string, string>;
}

/** No patterns yet. `id` is the id of the drawing. */
export function newPatterns(id: string): Patterns {
  return { idPrefix: id.replace(/[^A-Za-z0-9_-]/g, '-'), definitions: new Map() };
}

/** Operations as SVG elements. The patterns they need are added to `patterns`. */
export function svgOps(ops: readonly Op[], patterns: Patterns): string {
  return ops.map((op) => svgOp(op, patterns)).join('');
}

function svgOp(op: Op, patterns: Patterns): string {
  switch (op.kind) {
    case 'text':
      return svgText(op);
    case 'line': {
      const ends = `x1="${rounded(op.x1)}" y1="${rounded(op.y1)}" x2="${rounded(op.x2)}" y2="${rounded(op.y2)}"`;
      return `<line ${ends} stroke="${op.color}" stroke-width="${op.width}"${dashAttribute(op.dash)}/>`;
    }
    case 'rect': {
      const box = `x="${rounded(op.x)}" y="${rounded(op.y)}" width="${rounded(op.w)}" height="${rounded(op.h)}"`;
      return `<rect ${box}${fillAndStroke(op)}/>`;
    }
    case 'path':
      return `<path d="${pathData(op.path)}"${fillAndStroke(op)}${dashAttribute(op.dash)}/>`;
    case 'hatch':
      return `<path d="${pathData(op.path)}" fill="url(#${patternId(op, patterns)})"/>`;
    case 'circles':
      return `<path d="${circlesData(op)}"${fillAndStroke(op)}/>`;
  }
}

function svgText(op: TextOp): string {
  const [family, weight] = FONT_FAMILIES[op.font];
  const x = op.anchor === 'middle' ? op.x + op.width / 2 : op.anchor === 'end' ? op.x + op.width : op.x;
  const anchor = op.anchor === undefined ? '' : ` text-anchor="${op.anchor}"`;
  const slant = op.font === 'serif-italic' ? ' font-style="italic"' : '';
  const font = `font-family="${family}" font-size="${op.size}" font-weight="${weight}"${slant}`;
  return `<text x="${rounded(x)}" y="${rounded(op.y)}"${anchor} ${font} fill="${op.color}">${escapeHtml(op.text)}</text>`;
}

function fillAndStroke(op: { fill?: string; stroke?: string; strokeWidth?: number }): string {
  const stroke =
    op.stroke === undefined ? '' : ` stroke="${op.stroke}" stroke-width="${op.strokeWidth ?? 1}"`;
  return ` fill="${op.fill ?? 'none'}"${stroke}`;
}

function dashAttribute(dash: readonly number[] | undefined): string {
  return dash === undefined ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
}

/**
 * The id of the pattern for a hatching, which is defined on first use.
 * @param background the color between the lines; transparent if it is not given
 */
export function patternId(hatch: HatchOp, patterns: Patterns, background?: string): string {
  const look = [hatch.color, hatch.spacing, background ?? ''].join('-').replaceAll('#', '').replace(/-$/, '');
  const id = `${patterns.idPrefix}-hatch-${look}`;
  if (!patterns.definitions.has(look)) {
    const s = hatch.spacing;
    const lines = `M${-s / 2} ${s / 2}L${s / 2} ${-s / 2}M0 ${s}L${s} 0M${s / 2} ${s * 1.5}L${s * 1.5} ${s / 2}`;
    patterns.definitions.set(
      look,
      `<pattern id="${id}" width="${s}" height="${s}" patternUnits="userSpaceOnUse">` +
        `${background === undefined ? '' : `<rect width="${s}" height="${s}" fill="${background}"/>`}` +
        `<path d="${lines}" stroke="${hatch.color}" stroke-width="${hatch.width}" fill="none"/></pattern>`,
    );
  }
  return id;
}

/** The `<defs>` element with all patterns; empty if there are none. */
export function patternDefs(patterns: Patterns): string {
  return patterns.definitions.size === 0 ? '' : `<defs>${[...patterns.definitions.values()].join('')}</defs>`;
}

/** The `d` attribute of a path: one decimal, and relative lines, because they are shorter. */
export function pathData(path: PathOp['path']): string {
  let data = '';
  let [x, y] = [0, 0];
  for (const part of path) {
    if (part[0] === 'Z') {
      data += 'z';
      continue;
    }
    const [nextX, nextY] = [inTenths(part[1]), inTenths(part[2])];
    data += part[0] === 'M' ? `M${nextX / 10} ${nextY / 10}` : `l${(nextX - x) / 10} ${(nextY - y) / 10}`;
    [x, y] = [nextX, nextY];
  }
  return data;
}

/** The `d` attribute of circles: each is two arcs. One path is shorter than an element for each. */
function circlesData({ centers, radius }: CirclesOp): string {
  const r = rounded(radius);
  const across = rounded(2 * radius);
  return centers
    .map(
      ([x, y]) =>
        `M${rounded(x - radius)} ${rounded(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0-${across} 0`,
    )
    .join('');
}

function inTenths(value: number): number {
  return Math.round(value * 10);
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
