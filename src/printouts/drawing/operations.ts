/**
 * Drawings as data: pages and figures are lists of these operations before they become PDF or SVG. Lengths are
 * points, y grows downward, and text stands on its baseline.
 */

/** The embedded fonts, by their role. */
export type FontName =
  | 'masthead'
  | 'heading'
  | 'serif'
  | 'serif-italic'
  | 'serif-bold'
  | 'sans'
  | 'sans-medium'
  | 'sans-bold';

/** The embedded fonts for characters that the regular fonts lack, by script. */
export type ScriptFont =
  | 'arabic'
  | 'hebrew'
  | 'thai'
  | 'devanagari'
  | 'chinese-japanese'
  | 'korean'
  | 'emoji'
  | 'last-resort';

/** Any of the embedded fonts. */
export type Face = FontName | ScriptFont;

/** Text in one font: `x` is its left end, `width` is measured with the embedded font. */
export interface TextOp {
  kind: 'text';
  /** In the order of reading, with the space that follows it if it is a word of several that are written to the left. */
  text: string;
  x: number;
  y: number;
  width: number;
  font: FontName;
  /** The font that draws it, if `font` lacks its characters. Browsers choose one themselves. */
  script?: ScriptFont;
  /** Whether it is written from right to left. */
  rightToLeft?: true;
  size: number;
  color: string;
  /** The point that keeps its place if the text comes out wider or narrower in another font (SVG); else the left end. */
  anchor?: 'middle' | 'end';
}

export interface LineOp {
  kind: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  color: string;
  width: number;
  dash?: readonly number[];
}

export interface RectOp {
  kind: 'rect';
  x: number;
  y: number;
  w: number;
  h: number;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
}

/** One command of a path, with absolute coordinates, as in SVG. */
export type Segment = ['M' | 'L', number, number] | ['Z'];

export interface PathOp {
  kind: 'path';
  path: readonly Segment[];
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  dash?: readonly number[];
}

/** Slanting lines that fill a path. */
export interface HatchOp {
  kind: 'hatch';
  path: readonly Segment[];
  color: string;
  /** The distance from line to line, measured along x. */
  spacing: number;
  width: number;
}

/** Circles of the same size and look. */
export interface CirclesOp {
  kind: 'circles';
  centers: readonly (readonly [x: number, y: number])[];
  radius: number;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
}

export type Op = TextOp | LineOp | RectOp | PathOp | HatchOp | CirclesOp;

/** A drawing that extends from (0, 0) to (width, height). */
export interface Drawing {
  width: number;
  height: number;
  ops: Op[];
}

/** The operation shifted by (dx, dy). */
export function translate<T extends Op>(op: T, dx: number, dy: number): T;
export function translate(op: Op, dx: number, dy: number): Op {
  if (op.kind === 'text') return translateText(op, dx, dy);
  if (op.kind === 'line') return { ...op, x1: op.x1 + dx, y1: op.y1 + dy, x2: op.x2 + dx, y2: op.y2 + dy };
  if (op.kind === 'path' || op.kind === 'hatch') return { ...op, path: translatePath(op.path, dx, dy) };
  if (op.kind === 'circles') {
    return { ...op, centers: op.centers.map(([x, y]) => [x + dx, y + dy] as const) };
  }
  return { ...op, x: op.x + dx, y: op.y + dy };
}

/** Without a spread, which is slow for what most of a page consists of. */
function translateText(op: TextOp, dx: number, dy: number): TextOp {
  const { kind, text, x, y, width, font, size, color, script, rightToLeft, anchor } = op;
  const moved: TextOp = { kind, text, x: x + dx, y: y + dy, width, font, size, color };
  if (script !== undefined) moved.script = script;
  if (rightToLeft) moved.rightToLeft = true;
  if (anchor !== undefined) moved.anchor = anchor;
  return moved;
}

/** How paths were shifted last: the land of a state and its hatching have the same path, and maps the same places. */
const shifted = new WeakMap<readonly Segment[], { dx: number; dy: number; path: readonly Segment[] }>();

function translatePath(path: readonly Segment[], dx: number, dy: number): readonly Segment[] {
  const last = shifted.get(path);
  if (last?.dx === dx && last.dy === dy) return last.path;
  const moved = path.map((part): Segment => (part[0] === 'Z' ? part : [part[0], part[1] + dx, part[2] + dy]));
  shifted.set(path, { dx, dy, path: moved });
  return moved;
}
