import type { Face, HatchOp, Op, PathOp, TextOp } from './drawing.ts';
import { escapeXml } from './escape.ts';

/** Drawings as inline SVG: presentation attributes and classes only, so that it may stand under a strict CSP. */

const FAMILIES: Record<Face, [family: string, weight: number]> = {
  masthead: ["'Alfa Slab One', serif", 400],
  heading: ["'League Gothic', sans-serif", 400],
  serif: ["'Source Serif 4', serif", 400],
  'serif-italic': ["'Source Serif 4', serif", 400],
  'serif-bold': ["'Source Serif 4', serif", 600],
  sans: ["'Libre Franklin', sans-serif", 400],
  'sans-medium': ["'Libre Franklin', sans-serif", 500],
  'sans-bold': ["'Libre Franklin', sans-serif", 700],
};

/** The patterns that a drawing's hatchings need, each once. `id` makes their names unique on the page. */
export interface Patterns {
  readonly id: string;
  readonly made: Map<string, string>;
}

/** No patterns yet. */
export function newPatterns(id: string): Patterns {
  return { id: id.replace(/[^A-Za-z0-9_-]/g, '-'), made: new Map() };
}

/** Operations as SVG elements. */
export function svgOps(ops: readonly Op[], patterns: Patterns): string {
  return ops.map((op) => svgOp(op, patterns)).join('');
}

function svgOp(op: Op, patterns: Patterns): string {
  switch (op.kind) {
    case 'text':
      return svgText(op);
    case 'line': {
      const ends = `x1="${short(op.x1)}" y1="${short(op.y1)}" x2="${short(op.x2)}" y2="${short(op.y2)}"`;
      return `<line ${ends} stroke="${op.color}" stroke-width="${op.width}"${dashes(op.dash)}/>`;
    }
    case 'rect': {
      const box = `x="${short(op.x)}" y="${short(op.y)}" width="${short(op.w)}" height="${short(op.h)}"`;
      return `<rect ${box}${paint(op)}/>`;
    }
    case 'path':
      return `<path d="${pathData(op.path)}"${paint(op)}${dashes(op.dash)}/>`;
    case 'hatch':
      return `<path d="${pathData(op.path)}" fill="url(#${patternFor(op, patterns)})"/>`;
  }
}

function svgText(op: TextOp): string {
  const [family, weight] = FAMILIES[op.face];
  const x = op.anchor === 'middle' ? op.x + op.width / 2 : op.anchor === 'end' ? op.x + op.width : op.x;
  const anchor = op.anchor === undefined ? '' : ` text-anchor="${op.anchor}"`;
  const slant = op.face === 'serif-italic' ? ' font-style="italic"' : '';
  const font = `font-family="${family}" font-size="${op.size}" font-weight="${weight}"${slant}`;
  return `<text x="${short(x)}" y="${short(op.y)}"${anchor} ${font} fill="${op.color}">${escapeXml(op.text)}</text>`;
}

function paint(op: { fill?: string; stroke?: string; strokeWidth?: number }): string {
  const stroke =
    op.stroke === undefined ? '' : ` stroke="${op.stroke}" stroke-width="${op.strokeWidth ?? 1}"`;
  return ` fill="${op.fill ?? 'none'}"${stroke}`;
}

function dashes(dash: readonly number[] | undefined): string {
  return dash === undefined ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
}

/** The pattern of a hatching, made on its first use; `ground` is the colour between its lines, none by default. */
export function patternFor(hatch: HatchOp, patterns: Patterns, ground?: string): string {
  const kind = [hatch.color, hatch.spacing, ground ?? ''].join('-').replaceAll('#', '').replace(/-$/, '');
  const id = `${patterns.id}-hatch-${kind}`;
  if (!patterns.made.has(kind)) {
    const s = hatch.spacing;
    const lines = `M${-s / 2} ${s / 2}L${s / 2} ${-s / 2}M0 ${s}L${s} 0M${s / 2} ${s * 1.5}L${s * 1.5} ${s / 2}`;
    patterns.made.set(
      kind,
      `<pattern id="${id}" width="${s}" height="${s}" patternUnits="userSpaceOnUse">` +
        `${ground === undefined ? '' : `<rect width="${s}" height="${s}" fill="${ground}"/>`}` +
        `<path d="${lines}" stroke="${hatch.color}" stroke-width="${hatch.width}" fill="none"/></pattern>`,
    );
  }
  return id;
}

/** The definitions of all patterns made. */
export function patternDefs(patterns: Patterns): string {
  return patterns.made.size === 0 ? '' : `<defs>${[...patterns.made.values()].join('')}</defs>`;
}

/** A path's data with one digit after the point, its lines relative, which is shortest. */
export function pathData(path: PathOp['path']): string {
  let data = '';
  let [x, y] = [0, 0];
  for (const part of path) {
    if (part[0] === 'Z') {
      data += 'z';
      continue;
    }
    const [nx, ny] = [tenths(part[1]), tenths(part[2])];
    data += part[0] === 'M' ? `M${nx / 10} ${ny / 10}` : `l${(nx - x) / 10} ${(ny - y) / 10}`;
    [x, y] = [nx, ny];
  }
  return data;
}

function tenths(value: number): number {
  return Math.round(value * 10);
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
