import { STATE_CODES, type StateCode } from '../../rules/country.ts';
import type { ElectoralMap, MapMark } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import {
  type Drawing,
  type HatchOp,
  type Op,
  type PathOp,
  type RectOp,
  translate,
} from '../drawing/operations.ts';
import { dotPath, rectanglePath } from '../drawing/paths.ts';
import { fitText, measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE, textColorOn, tintOf } from '../palette.ts';
import { labelPlaces } from './map-labels.ts';
import { type Box, CHANGED_OUTLINE, drawLegend, hatchOfMark, swatchOps } from './map-legend.ts';
import { drawPieces, type MapPieces } from './map-pieces.ts';
import { MAP_HEIGHT, MAP_WIDTH, scaledShapes } from './map-shapes.ts';
import { redHerring } from './red-herring.ts';

/** One state as it is drawn. */
export interface StateDrawing {
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
  states: StateDrawing[];
  pieces: MapPieces;
  legend: Op[];
}

/** Font sizes of the code of a state and of the label of its mark, in points. */
interface LabelSizes {
  code: number;
  mark: number;
}

/**
 * Draws the map `width` points wide. The party that holds a state shows in its color, in its hatching (Republicans)
 * and in the label below its code; how strongly it leans shows in the depth of the color.
 */
export function drawMap(
  map: ElectoralMap,
  width: number,
  sizes: LabelSizes = { code: 7.5, mark: 6.5 },
): MapDrawing {
  const scale = width / MAP_WIDTH;
  const shapes = scaledShapes(scale);
  const states = inDrawingOrder(map).map((code): StateDrawing => {
    const mark = map.states[code] ?? null;
    const path = shapes[code];
    const isIdle = mark === null && map.others === 'gray';
    const empty = isIdle ? PALETTE.idle : PALETTE.white;
    const fill = mark === null ? empty : tintOf(mark.tone, mark.strength);
    const outline = isIdle
      ? { stroke: PALETTE.white, strokeWidth: 0.6 }
      : { stroke: PALETTE.ink, strokeWidth: 0.4 };
    return {
      code,
      mark,
      land: { kind: 'path', path, fill, ...outline },
      hatch: hatchOfMark(mark, path),
      label: isIdle ? [] : labelOps(code, mark, scale, sizes),
    };
  });
  const bottom = MAP_HEIGHT * scale + 6;
  const legend = drawLegend(map.legend, width);
  const ornament = map.ornament === undefined ? [] : redHerring(scale);
  const legendOps = [...ornament, ...legend.ops.map((op) => translate(op, 0, bottom))];
  const labels = states.flatMap(({ label }) => label);
  const pieces = drawPieces(map, scale, labels, sizes.mark);
  return { width, height: bottom + legend.height, states, pieces, legend: legendOps };
}

/** States that play no part come first, so that their outlines cover no others. */
function inDrawingOrder({ states, others }: ElectoralMap): readonly StateCode[] {
  if (others === undefined) return STATE_CODES;
  const plays = (code: StateCode) => states[code] !== undefined;
  return STATE_CODES.toSorted((a, b) => Number(plays(a)) - Number(plays(b)));
}

/**
 * The map as a single drawing: all land first, so that no label is covered by a neighboring state.
 * @param options.changed states with a heavy outline
 */
export function mapDrawing(
  map: ElectoralMap,
  width: number,
  { changed = [] }: { changed?: readonly StateCode[] } = {},
): Drawing {
  const { states, pieces, legend, height } = drawMap(map, width);
  const land = states.flatMap((state) => (state.hatch === null ? [state.land] : [state.land, state.hatch]));
  const outlines = states
    .filter(({ code }) => changed.includes(code))
    .map(({ land: { path } }): Op => {
      return { kind: 'path', path, stroke: PALETTE.ink, strokeWidth: CHANGED_OUTLINE };
    });
  const labels = states.flatMap((state) => state.label);
  const ops = [...land, ...outlines, ...pieces.below, ...labels, ...pieces.above, ...legend];
  return { width, height, ops };
}

/** What the label of a state says, and in which styles. */
interface Label {
  code: StateCode;
  mark: MapMark | null;
  /** The label of the mark, cut to fit; empty if there is none. */
  text: string;
  codeStyle: TextStyle;
  textStyle: TextStyle;
}

/** How wide the label of a mark may be, in multiples of its type. */
const LABEL_WIDTH = 36 / 6.5;
/** The type of a label that is too wide may become this small before the label is cut, in points. */
const SMALLEST_LABEL = 6.5;

function labelOps(code: StateCode, mark: MapMark | null, scale: number, sizes: LabelSizes): Op[] {
  const place = labelPlaces()[code];
  const [x, y] = [place.x * scale, place.y * scale];
  const color = place.onLand ? textColorOn(mark?.tone ?? null, mark?.strength ?? 1) : PALETTE.ink;
  const words = printable(mark?.label ?? '');
  const codeStyle: TextStyle = { font: 'sans-bold', size: sizes.code, color };
  const label: Label = {
    code,
    mark,
    text: words,
    codeStyle,
    textStyle: { font: 'sans', size: sizes.mark, color },
  };
  const cut = sizes.mark * LABEL_WIDTH;
  if (place.pointsTo === null) {
    return labelInState(fitted(label, cut, cut), { x, y, onLand: place.onLand });
  }
  const room = MAP_WIDTH * scale - textLeftOutside(x) - measureText(`${code} `, codeStyle);
  const land: [number, number] = [place.pointsTo[0] * scale, place.pointsTo[1] * scale];
  return labelOutside(fitted(label, room, cut), [x, y], land);
}

/**
 * A label in the largest type in which the mark's text is no wider than `room`, if there is such a type. In any, it is no wider
 * than `cut`: its end is left out.
 */
function fitted(label: Label, room: number, cut: number): Label {
  const { size } = label.textStyle;
  const share = Math.min(1, room / Math.max(1, measureText(label.text, label.textStyle)));
  const textStyle = { ...label.textStyle, size: Math.max(Math.min(size, SMALLEST_LABEL), size * share) };
  return { ...label, textStyle, text: fitText(label.text, textStyle, cut) };
}

/** Where the text of a label outside its state begins, to the right of its swatch. */
function textLeftOutside(x: number): number {
  return x - 17 + SWATCH_WIDTH + 2.5;
}

/** The width of the swatch of a label outside its state. */
const SWATCH_WIDTH = 9;

/** A label in its state or beside its islands, centered around (x, y): the code, and the label of the mark below it. */
function labelInState(label: Label, { x, y, onLand }: { x: number; y: number; onLand: boolean }): Op[] {
  const { code, mark, text, codeStyle, textStyle } = label;
  const baseline = text === '' ? y + codeStyle.size * 0.36 : y - 0.6;
  const background =
    mark !== null && onLand && (mark.tone === 'black' || isHatched(mark))
      ? [labelBackground(label, x, y, tintOf(mark.tone, mark.strength))]
      : [];
  return [
    ...background,
    ...textOps(code, codeStyle, { x, y: baseline, anchor: 'middle' }),
    ...dotOps(mark, x + measureText(code, codeStyle) / 2 + 3, baseline - codeStyle.size * 0.36),
    ...(text === ''
      ? []
      : textOps(text, textStyle, { x, y: baseline + textStyle.size * 0.98, anchor: 'middle' })),
  ];
}

/** Whether lines would run through the label of a state. */
export function isHatched(mark: MapMark | null): mark is MapMark {
  return mark !== null && (mark.tone === 'R' || mark.hatch !== undefined);
}

/** The dot of a mark that has one, around (x, y). */
function dotOps(mark: MapMark | null, x: number, y: number): Op[] {
  if (mark?.dot === undefined) return [];
  return [{ kind: 'path', path: dotPath(x, y, 1.8), fill: tintOf(mark.dot, 5) }];
}

/** Covers the hatching behind a label, or arrows, whose white edges would make white type illegible. */
function labelBackground(label: Label, x: number, y: number, fill: string): RectOp {
  const { code, text, codeStyle, textStyle } = label;
  const w = Math.max(measureText(code, codeStyle), measureText(text, textStyle)) + 2.4;
  const codeOnly = text === '';
  const h = codeOnly ? codeStyle.size : codeStyle.size * 0.74 + textStyle.size * 0.98 + 1.6;
  const top = codeOnly ? y - codeStyle.size / 2 : y - 0.6 - codeStyle.size * 0.74 - 0.9;
  return { kind: 'rect', x: x - w / 2, y: top, w, h, fill };
}

/** The hatching of a tied state, in its swatch. */
function tieOps(mark: MapMark | null, { x, y, w, h }: Box): Op[] {
  if (mark?.hatch === undefined) return [];
  const hatch = hatchOfMark(mark, rectanglePath(x, y, w, h));
  return hatch === null ? [] : [{ ...hatch, spacing: 3, width: 0.8 }];
}

/** The label of a state that is too small for one: a swatch, the code and the mark's label, and a line to the land. */
function labelOutside(label: Label, [x, y]: [number, number], land: [number, number]): Op[] {
  const { code, mark, text, codeStyle, textStyle } = label;
  const swatch: Box = { x: x - 17, y: y - 4, w: SWATCH_WIDTH, h: 8 };
  const codeWidth = measureText(`${code} `, codeStyle);
  const textLeft = textLeftOutside(x);
  const labelWidth = swatch.w + 2.5 + codeWidth + measureText(text, textStyle);
  const lineStart = land[0] > x ? swatch.x + labelWidth + 2 : swatch.x - 2;
  const baseline = y + codeStyle.size * 0.36;
  return [
    { kind: 'line', x1: lineStart, y1: y, x2: land[0], y2: land[1], color: PALETTE.quiet, width: 0.4 },
    ...swatchOps(mark?.tone ?? null, mark?.strength ?? null, swatch),
    ...tieOps(mark, swatch),
    ...dotOps(mark, swatch.x + swatch.w / 2, y),
    ...textOps(code, codeStyle, { x: textLeft, y: baseline }),
    ...textOps(text, textStyle, { x: textLeft + codeWidth, y: baseline }),
  ];
}
