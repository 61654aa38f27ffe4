import { geoPath } from 'd3-geo';
import type { Position } from 'geojson';
import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import type { Segment } from '../drawing/operations.ts';
import { stateShapes } from './map-shapes.ts';

/** Where the label of a state stands, in map units: its middle, and for a label outside the state, the land it points to. */
export interface LabelPlace {
  x: number;
  y: number;
  pointsTo: [number, number] | null;
  /** Whether it stands on the land of the state, rather than beside it. */
  onLand: boolean;
}

/** States too small for two lines of text. Their labels stand in Canada or, in a column, in the Atlantic. */
const OUTSIDE: Partial<Record<StateCode, [number, number]>> = {
  NH: [852, 56],
  VT: [824, 86],
  MA: [968, 196],
  RI: [968, 223],
  CT: [968, 250],
  NJ: [968, 277],
  DE: [968, 304],
  MD: [968, 331],
  DC: [968, 358],
};

/** By how much a label is moved from the middle of the land, for states where the middle is a bad place. */
const NUDGES: Partial<Record<StateCode, [number, number]>> = {
  AK: [6, -6],
  CA: [-8, 0],
  FL: [20, 2],
  HI: [-34, 2],
  ID: [0, 28],
  KY: [8, 2],
  LA: [-16, 0],
  MI: [2, 22],
  MN: [-8, 0],
  OK: [14, 0],
  VA: [10, 4],
  WV: [-4, 5],
  NY: [4, 2],
  NC: [8, -2],
  TN: [0, 0],
  NV: [0, -14],
  SC: [2, -2],
  NE: [6, 0],
  WA: [8, 0],
  IL: [2, 0],
  ME: [0, 2],
};

let places: Record<StateCode, LabelPlace> | null = null;

/** Where the label of each state stands. Computed once. */
export function labelPlaces(): Record<StateCode, LabelPlace> {
  places ??= Object.fromEntries(STATE_CODES.map((code) => [code, placeOf(code)])) as Record<
    StateCode,
    LabelPlace
  >;
  return places;
}

function placeOf(code: StateCode): LabelPlace {
  const [x, y] = centroidOf(code);
  const outside = OUTSIDE[code];
  if (outside !== undefined) return { x: outside[0], y: outside[1], pointsTo: [x, y], onLand: false };
  const [dx, dy] = NUDGES[code] ?? [0, 0];
  const place: [number, number] = [x + dx, y + dy];
  return { x: place[0], y: place[1], pointsTo: null, onLand: containsPoint(code, place) };
}

/** Whether a point is on the land of a state: a ray from it crosses the outline an odd number of times. */
function containsPoint(code: StateCode, [x, y]: [number, number]): boolean {
  let inside = false;
  for (const ring of ringsOf(stateShapes()[code])) {
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1] as [number, number], ring[i] as [number, number]];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

/** The centroid of the largest piece of land of a state. */
function centroidOf(code: StateCode): [number, number] {
  const rings = ringsOf(stateShapes()[code]);
  const path = geoPath();
  const areas = rings.map((ring) => path.area({ type: 'Polygon', coordinates: [ring] }));
  const ring = rings[areas.indexOf(Math.max(...areas))] as Position[];
  return path.centroid({ type: 'Polygon', coordinates: [ring] });
}

function ringsOf(shape: readonly Segment[]): Position[][] {
  const rings: Position[][] = [];
  for (const part of shape) {
    if (part[0] === 'M') rings.push([]);
    const ring = rings.at(-1) as Position[];
    if (part[0] === 'Z') ring.push(ring[0] as Position);
    else ring.push([part[1], part[2]]);
  }
  return rings;
}
