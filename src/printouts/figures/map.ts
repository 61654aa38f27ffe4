import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import type { ElectoralMap, MapMark } from '../../rules/report.ts';
import type { HatchOp, Op, PathOp, RectOp, Segment } from '../drawing.ts';
import { rectanglePath, roundPath } from '../drawing.ts';
import { fitText, measure, textOps } from '../fonts.ts';
import { hatchOn, PALETTE, textOn, tintOf } from '../palette.ts';
import { clean } from '../words.ts';
import { labelPlaces } from './map-labels.ts';
import { MAP_HEIGHT, MAP_WIDTH, stateShapes } from './map-shapes.ts';

/** One state as it is drawn: its land, its hatching, its label. */
export interface StatePart {
  code: StateCode;
  mark: MapMark | null;
  land: PathOp;
  hatch: HatchOp | null;
  label: Op[];
}

/** The whole map, drawn at a size. */
export interface MapDrawing {
  width: number;
  height: number;
  parts: StatePart[];
  legend: Op[];
}

const LEGEND_ROW = 15;

/**
 * Draws the map `width` points wide. Whose a state is shows by colour, by hatching (Republicans) and by the
 * label under its code; how strongly, by the depth of the tint.
 * @param label sizes of the code and of the label under it, in points
 */
export function drawMap(map: ElectoralMap, width: number, label = { code: 7.5, leader: 6.5 }): MapDrawing {
  const scale = width / MAP_WIDTH;
  const parts = STATE_CODES.map((code): StatePart => {
    const mark = map.states[code] ?? null;
    const path = scaled(stateShapes()[code], scale);
    const fill = mark === null ? PALETTE.white : tintOf(mark.tone, mark.strength);
    return {
      code,
      mark,
      land: { kind: 'path', path, fill, stroke: PALETTE.ink, strokeWidth: 0.4 },
      hatch: mark?.tone === 'R' ? hatchOf(path, mark.strength) : null,
      label: labelOf(code, mark, scale, label),
    };
  });
  const bottom = MAP_HEIGHT * scale + 6;
  const legend = legendOf(map, width, bottom);
  return { width, height: bottom + legend.rows * LEGEND_ROW, parts, legend: legend.ops };
}

function scaled(path: readonly Segment[], scale: number): Segment[] {
  return path.map((part): Segment => (part[0] === 'Z' ? part : [part[0], part[1] * scale, part[2] * scale]));
}

function hatchOf(path: readonly Segment[], strength: MapMark['strength']): HatchOp {
  return { kind: 'hatch', path, color: hatchOn(strength), spacing: 4, width: 0.7 };
}

type LabelSizes = { code: number; leader: number };

function labelOf(code: StateCode, mark: MapMark | null, scale: number, size: LabelSizes): Op[] {
  const place = labelPlaces()[code];
  const [x, y] = [place.x * scale, place.y * scale];
  const leader = fitText(clean(mark?.label ?? ''), 'sans', size.leader, 26);
  if (place.pointsTo !== null) {
    return columnLabel(
      code,
      leader,
      mark,
      [x, y],
      [place.pointsTo[0] * scale, place.pointsTo[1] * scale],
      size,
    );
  }
  const tone = mark?.tone ?? null;
  const strength = mark?.strength ?? 1;
  const color = textOn(tone, strength);
  const codeStyle = { face: 'sans-bold', size: size.code, color } as const;
  const leaderStyle = { face: 'sans', size: size.leader, color } as const;
  const top = leader === '' ? y + size.code * 0.36 : y - 0.6;
  const plate = tone === 'R' ? [plateOf(code, leader, x, y, tintOf(tone, strength), size)] : [];
  return [
    ...plate,
    ...textOps(code, x, top, codeStyle, 'middle'),
    ...dotOps(mark, x + measure(code, 'sans-bold', size.code) / 2 + 3, top - size.code * 0.36),
    ...(leader === '' ? [] : textOps(leader, x, top + size.leader * 0.98, leaderStyle, 'middle')),
  ];
}

/** The dot of a mark that has one, around (x, y). */
function dotOps(mark: MapMark | null, x: number, y: number): Op[] {
  if (mark?.dot === undefined) return [];
  return [{ kind: 'path', path: roundPath(x, y, 1.8), fill: tintOf(mark.dot, 5) }];
}

/** Covers the hatching behind a label with the plain tint. */
function plateOf(code: string, leader: string, x: number, y: number, fill: string, size: LabelSizes): RectOp {
  const widest = Math.max(measure(code, 'sans-bold', size.code), measure(leader, 'sans', size.leader));
  const w = widest + 2.4;
  const h = leader === '' ? size.code : size.code * 0.74 + size.leader * 0.98 + 1.6;
  const top = leader === '' ? y - size.code / 2 : y - 0.6 - size.code * 0.74 - 0.9;
  return { kind: 'rect', x: x - w / 2, y: top, w, h, fill };
}

/** The label of a small state: a swatch, its code and leader, and a line to its land. */
function columnLabel(
  code: StateCode,
  leader: string,
  mark: MapMark | null,
  [x, y]: [number, number],
  land: [number, number],
  size: LabelSizes,
): Op[] {
  const ink = PALETTE.ink;
  const [w, h] = [9, 8];
  const left = x - 17;
  const wide = w + 2.5 + measure(`${code} `, 'sans-bold', size.code) + measure(leader, 'sans', size.leader);
  const from = land[0] > x ? left + wide + 2 : left - 2;
  const swatch = swatchOf(mark?.tone ?? null, mark?.strength ?? null, left, y - h / 2, w, h);
  const text = { face: 'sans-bold', size: size.code, color: ink } as const;
  const small = { face: 'sans', size: size.leader, color: ink } as const;
  const at = left + w + 2.5;
  return [
    { kind: 'line', x1: from, y1: y, x2: land[0], y2: land[1], color: PALETTE.quiet, width: 0.4 },
    ...swatch,
    ...dotOps(mark, left + w / 2, y),
    ...textOps(code, at, y + size.code * 0.36, text),
    ...textOps(leader, at + measure(`${code} `, 'sans-bold', size.code), y + size.code * 0.36, small),
  ];
}

/** A little box in the colour (and hatching) of a mark. */
export function swatchOf(
  tone: MapMark['tone'],
  strength: MapMark['strength'] | null,
  x: number,
  y: number,
  w: number,
  h: number,
): Op[] {
  const fill = strength === null ? PALETTE.white : tintOf(tone, strength);
  const box: RectOp = { kind: 'rect', x, y, w, h, fill, stroke: PALETTE.ink, strokeWidth: 0.4 };
  if (tone !== 'R' || strength === null) return [box];
  return [{ ...box }, hatchOf(rectanglePath(x, y, w, h), strength)];
}

/** Entries of the legend, a row or more for each party. */
function legendOf(map: ElectoralMap, width: number, top: number): { ops: Op[]; rows: number } {
  const style = { face: 'sans', size: 7, color: PALETTE.ink } as const;
  const [w, h, gap] = [14, 9, 9];
  let [x, row] = [0, 0];
  const ops: Op[] = [];
  for (const [i, entry] of map.legend.entries()) {
    const text = fitText(clean(entry.text), style.face, style.size, width - w - 4);
    const wide = w + 4 + measure(text, style.face, style.size);
    const otherParty = i > 0 && map.legend[i - 1]?.tone !== entry.tone;
    if (x > 0 && (otherParty || x + wide > width)) {
      x = 0;
      row += 1;
    }
    const y = top + row * LEGEND_ROW;
    ops.push(
      ...swatchOf(entry.tone, entry.strength, x, y, w, h),
      ...textOps(text, x + w + 4, y + 7.2, style),
    );
    x += wide + gap;
  }
  return { ops, rows: map.legend.length === 0 ? 0 : row + 1 };
}
