import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import type { ElectoralMap, MapMark } from '../../rules/report.ts';
import type { Drawing, Op } from '../drawing/operations.ts';
import { boundingBox } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE, textColorOn, tintOf } from '../palette.ts';
import { isHatched } from './map.ts';
import { labelPlaces } from './map-labels.ts';
import { CHANGED_OUTLINE, hatchOfMark } from './map-legend.ts';
import { MAP_HEIGHT, scaledShapes, stateShapes } from './map-shapes.ts';

// Maps so small that only some states have room for their code. They show which states changed since the map before.

/** The width of the land in map units: small maps have no labels at the right of it. */
const LAND_WIDTH = 962;
const CODE = { font: 'sans-medium', size: 6.5 } as const;
/** Maps narrower than this, in points, have no codes at all. */
const NARROWEST_WITH_CODES = 220;
/** States that are too irregular for a code in their middle. */
const WITHOUT_CODE: ReadonlySet<StateCode> = new Set([
  'FL',
  'HI',
  'ID',
  'LA',
  'MD',
  'MI',
  'WV',
  'VA',
  'KY',
  'TN',
]);

type Marks = ElectoralMap['states'];

/** The states that another party or player has than on the map before. `before` is null on the first map. */
export function changedStates(marks: Marks, before: Marks | null): StateCode[] {
  if (before === null) return [];
  return STATE_CODES.filter((code) => !sameHolder(marks[code], before[code]));
}

function sameHolder(a: MapMark | undefined, b: MapMark | undefined): boolean {
  return a?.tone === b?.tone && a?.dot === b?.dot && a?.label === b?.label;
}

/** Draws a small map `width` points wide. Changed states have a heavy outline. */
export function drawSmallMap(marks: Marks, changed: readonly StateCode[], width: number): Drawing {
  const scale = width / LAND_WIDTH;
  const shapes = scaledShapes(scale, 'small');
  const land: Op[] = [];
  const outlines: Op[] = [];
  const codes: Op[] = [];
  for (const code of STATE_CODES) {
    const mark = marks[code] ?? null;
    const path = shapes[code];
    const fill = mark === null ? PALETTE.white : tintOf(mark.tone, mark.strength);
    land.push({ kind: 'path', path, fill, stroke: PALETTE.ink, strokeWidth: 0.3 });
    const hatch = hatchOfMark(mark, path);
    if (hatch !== null) land.push({ ...hatch, spacing: 3, width: 0.5 });
    if (changed.includes(code)) {
      outlines.push({ kind: 'path', path, stroke: PALETTE.ink, strokeWidth: CHANGED_OUTLINE });
    }
    if (width >= NARROWEST_WITH_CODES) codes.push(...codeOps(code, mark, scale));
  }
  return { width, height: MAP_HEIGHT * scale, ops: [...land, ...outlines, ...codes] };
}

/** The code of a state, if there is room for it. */
function codeOps(code: StateCode, mark: MapMark | null, scale: number): Op[] {
  const place = labelPlaces()[code];
  if (!place.onLand || WITHOUT_CODE.has(code)) return [];
  const textWidth = measureText(code, CODE);
  const [left, top, right, bottom] = boundingBox(stateShapes()[code]).map((value) => value * scale);
  const [w, h] = [(right as number) - (left as number), (bottom as number) - (top as number)];
  if (w < textWidth + 4 || h < CODE.size + 2) return [];
  const [x, y] = [place.x * scale, place.y * scale];
  const style: TextStyle = { ...CODE, color: textColorOn(mark?.tone ?? null, mark?.strength ?? 1) };
  const background: Op[] = isHatched(mark)
    ? [
        {
          kind: 'rect',
          x: x - textWidth / 2 - 0.8,
          y: y - CODE.size * 0.44,
          w: textWidth + 1.6,
          h: CODE.size * 0.88,
          fill: tintOf(mark.tone, mark.strength),
        },
      ]
    : [];
  return [...background, ...textOps(code, style, { x, y: y + CODE.size * 0.36, anchor: 'middle' })];
}
