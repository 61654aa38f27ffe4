import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { STATES, type StateCode } from '../../rules/country.ts';
import type { Segment } from '../drawing/operations.ts';
import { scalePath } from '../drawing/paths.ts';

// The outlines of the states, from the us-atlas package (Census Bureau, public domain; Albers projection of
// 975 × 610 units), simplified to what can be seen in print and without the smallest islands.

/** The size of the map, in map units. It is wider than the projection, for the labels of the small states at its right. */
export const MAP_WIDTH = 1010;
export const MAP_HEIGHT = 610;

/** How much of the outlines is kept, in map units. */
interface Detail {
  /** A point is left out if it is closer than this to the one before. */
  minDistance: number;
  /** An island is left out if its bounding box has a smaller area, unless it is the whole state. */
  minIsland: number;
}

/** `small` is for maps so small that no one could see more. */
const DETAILS = {
  full: { minDistance: 1, minIsland: 12 },
  small: { minDistance: 3.2, minIsland: 60 },
} as const satisfies Record<string, Detail>;

type States = Topology<{ states: GeometryCollection }>;

type Shapes = Record<StateCode, readonly Segment[]>;

const shapes = new Map<keyof typeof DETAILS, Shapes>();

/** The outline of each state, in map units. Computed once. */
export function stateShapes(detail: keyof typeof DETAILS = 'full'): Shapes {
  const known = shapes.get(detail) ?? readShapes(DETAILS[detail]);
  shapes.set(detail, known);
  return known;
}

/** So many sizes are kept: the maps of printouts have few. */
const MAX_SCALED = 16;

const scaled = new Map<string, Shapes>();

/** The outline of each state in another size, in points. The usual sizes are computed once. */
export function scaledShapes(scale: number, detail: keyof typeof DETAILS = 'full'): Shapes {
  const key = `${detail} ${scale}`;
  const known = scaled.get(key);
  if (known !== undefined) return known;
  const outlines = Object.entries(stateShapes(detail)).map(([code, path]) => [code, scalePath(path, scale)]);
  const shapesInSize = Object.fromEntries(outlines) as Shapes;
  const [oldest] = scaled.keys();
  if (scaled.size >= MAX_SCALED && oldest !== undefined) scaled.delete(oldest);
  scaled.set(key, shapesInSize);
  return shapesInSize;
}

function readShapes({ minDistance, minIsland }: Detail): Shapes {
  const atlas = createRequire(import.meta.url)('us-atlas/states-albers-10m.json') as States;
  const simplified = simplify(atlas, minDistance);
  const collection = feature(simplified, simplified.objects.states);
  const byFips = new Map(collection.features.map((state) => [String(state.id), state.geometry]));
  const outlines = STATES.map((state): [StateCode, readonly Segment[]] => {
    const geometry = byFips.get(state.fips) as Polygon | MultiPolygon;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return [state.code, withoutSmallIslands(polygons, minIsland).flat().flatMap(ringPath)];
  });
  return Object.fromEntries(outlines) as Shapes;
}

/** Simplifies the arcs rather than the outlines, so that neighboring states still share their border exactly. */
function simplify(atlas: States, minDistance: number): States {
  const [kx, ky] = atlas.transform?.scale ?? [1, 1];
  const [dx, dy] = atlas.transform?.translate ?? [0, 0];
  const arcs = atlas.arcs.map((arc) => {
    let [x, y] = [0, 0];
    const points = arc.map((step) => {
      x += step[0] as number;
      y += step[1] as number;
      return [rounded(x * kx + dx), rounded(y * ky + dy)];
    });
    return simplifyArc(points, minDistance);
  });
  const { type, objects } = atlas;
  return { type, objects, arcs };
}

function simplifyArc(points: number[][], minDistance: number): number[][] {
  const last = points.length - 1;
  let kept = points[0] as number[];
  return points.filter((point, i) => {
    const distance = Math.hypot(
      (point[0] as number) - (kept[0] as number),
      (point[1] as number) - (kept[1] as number),
    );
    if (i > 0 && i < last && distance < minDistance) return false;
    kept = point;
    return true;
  });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function withoutSmallIslands(polygons: Position[][][], minIsland: number): Position[][][] {
  const sizes = polygons.map((rings) => boxSize(rings[0] ?? []));
  const largest = Math.max(...sizes);
  return polygons.filter((_, i) => sizes[i] === largest || (sizes[i] as number) >= minIsland);
}

function boxSize(ring: Position[]): number {
  const xs = ring.map((point) => point[0] as number);
  const ys = ring.map((point) => point[1] as number);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

function ringPath(ring: Position[]): Segment[] {
  const corners = ring.slice(0, -1).map((point, i): Segment => {
    return [i === 0 ? 'M' : 'L', point[0] as number, point[1] as number];
  });
  return [...corners, ['Z']];
}
