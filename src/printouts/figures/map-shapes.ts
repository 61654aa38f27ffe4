import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { STATES, type StateCode } from '../../rules/country.ts';
import type { Segment } from '../drawing.ts';

/**
 * The shapes of the states: us-atlas' Albers projection (Census Bureau, public domain), made for a sheet of
 * 975 × 610 units, with fewer points than paper can show and without specks of islands.
 */

/** Units of the map's own sheet; the strip at its right is for the labels of the small states. */
export const MAP_WIDTH = 1010;
export const MAP_HEIGHT = 610;

/** Points nearer to the one before than this many units are left out. */
const NEAREST = 1;
/** Islands smaller than this many square units (of their box) are left out where a state has other land. */
const SPECK = 12;

type States = Topology<{ states: GeometryCollection }>;

let shapes: Record<StateCode, readonly Segment[]> | null = null;

/** The outline of every state in map units; worked out once. */
export function stateShapes(): Record<StateCode, readonly Segment[]> {
  shapes ??= readShapes();
  return shapes;
}

function readShapes(): Record<StateCode, readonly Segment[]> {
  const atlas = createRequire(import.meta.url)('us-atlas/states-albers-10m.json') as States;
  const thinned = thin(atlas);
  const collection = feature(thinned, thinned.objects.states);
  const byFips = new Map(collection.features.map((one) => [String(one.id), one.geometry]));
  const outlines = STATES.map((state): [StateCode, readonly Segment[]] => {
    const geometry = byFips.get(state.fips) as Polygon | MultiPolygon;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return [state.code, withoutSpecks(polygons).flat().flatMap(ringPath)];
  });
  return Object.fromEntries(outlines) as Record<StateCode, readonly Segment[]>;
}

/** Thins the arcs themselves, so that neighbours go on sharing their border exactly. */
function thin(atlas: States): States {
  const [kx, ky] = atlas.transform?.scale ?? [1, 1];
  const [dx, dy] = atlas.transform?.translate ?? [0, 0];
  const arcs = atlas.arcs.map((arc) => {
    let [x, y] = [0, 0];
    const points = arc.map((step) => {
      x += step[0] as number;
      y += step[1] as number;
      return [rounded(x * kx + dx), rounded(y * ky + dy)];
    });
    return thinArc(points);
  });
  const { type, objects } = atlas;
  return { type, objects, arcs };
}

function thinArc(points: number[][]): number[][] {
  const last = points.length - 1;
  let kept = points[0] as number[];
  return points.filter((point, i) => {
    const far = Math.hypot(
      (point[0] as number) - (kept[0] as number),
      (point[1] as number) - (kept[1] as number),
    );
    if (i > 0 && i < last && far < NEAREST) return false;
    kept = point;
    return true;
  });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function withoutSpecks(polygons: Position[][][]): Position[][][] {
  const sizes = polygons.map((rings) => boxSize(rings[0] ?? []));
  const largest = Math.max(...sizes);
  return polygons.filter((_, i) => sizes[i] === largest || (sizes[i] as number) >= SPECK);
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
