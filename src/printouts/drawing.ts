/**
 * Drawings as data: what the figures and the pages are made of before they become PDF or SVG. Lengths are
 * points, y grows downwards, text stands on its baseline.
 */

/** The typefaces of the house. */
export type Face =
  | 'masthead'
  | 'heading'
  | 'serif'
  | 'serif-italic'
  | 'serif-bold'
  | 'sans'
  | 'sans-medium'
  | 'sans-bold';

/** One run of text in one face: `x` is its left end, `width` as measured with the embedded font. */
export interface TextOp {
  kind: 'text';
  text: string;
  x: number;
  y: number;
  width: number;
  face: Face;
  size: number;
  color: string;
  /** Which end keeps its place where another font is used (SVG). */
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

/** One command of a path: absolute, as in SVG. */
export type Segment = ['M' | 'L', number, number] | ['Z'];

export interface PathOp {
  kind: 'path';
  path: readonly Segment[];
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  dash?: readonly number[];
}

/** Slanting lines inside a path. */
export interface HatchOp {
  kind: 'hatch';
  path: readonly Segment[];
  color: string;
  /** From line to line, measured along x. */
  spacing: number;
  width: number;
}

export type Op = TextOp | LineOp | RectOp | PathOp | HatchOp;

/** A drawing of its own, from (0, 0) to (width, height). */
export interface Drawing {
  width: number;
  height: number;
  ops: Op[];
}

/** The same operation moved. */
export function moved<T extends Op>(op: T, dx: number, dy: number): T {
  if (op.kind === 'line') return { ...op, x1: op.x1 + dx, y1: op.y1 + dy, x2: op.x2 + dx, y2: op.y2 + dy };
  if (op.kind === 'path' || op.kind === 'hatch') return { ...op, path: movedPath(op.path, dx, dy) };
  return { ...op, x: op.x + dx, y: op.y + dy };
}

function movedPath(path: readonly Segment[], dx: number, dy: number): Segment[] {
  return path.map((part): Segment => (part[0] === 'Z' ? part : [part[0], part[1] + dx, part[2] + dy]));
}

/** A closed path through the points. */
export function polygon(points: readonly (readonly [number, number])[]): Segment[] {
  const corners = points.map(([x, y], i): Segment => [i === 0 ? 'M' : 'L', x, y]);
  return [...corners, ['Z']];
}

/** A rectangle as a path, for hatching. */
export function rectanglePath(x: number, y: number, w: number, h: number): Segment[] {
  return polygon([
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]);
}

/** A dot around (x, y), as round as its size needs. */
export function roundPath(x: number, y: number, r: number): Segment[] {
  const corners = Array.from({ length: 16 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 8;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  return polygon(corners);
}

/** A five-pointed star around (x, y) with its points on a circle of radius r. */
export function starPath(x: number, y: number, r: number): Segment[] {
  const corners = Array.from({ length: 10 }, (_, i): [number, number] => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? r : r * 0.382;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return polygon(corners);
}

/** The smallest box around a path: left, top, right, bottom. */
export function boxOf(path: readonly Segment[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of path) {
    if (part[0] === 'Z') continue;
    left = Math.min(left, part[1]);
    right = Math.max(right, part[1]);
    top = Math.min(top, part[2]);
    bottom = Math.max(bottom, part[2]);
  }
  return [left, top, right, bottom];
}
