import type { StateCode } from '../../rules/country.ts';
import type { ElectoralMap, MapArrow, MapToken } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Op, PathOp, Segment } from '../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { accentOf, PALETTE, textColorOn, tintOf } from '../palette.ts';
import { labelPlaces } from './map-labels.ts';
import type { Box } from './map-legend.ts';

// Players' pieces on a map, and arrows for their moves.

/** What lies on the land: arrows below the labels of the states, tokens above them. */
export interface MapPieces {
  below: Op[];
  above: Op[];
}

const ARROW_WIDTH = 1.3;
/** An arrow ends so many points before the middles of its states. */
const ARROW_GAP = 8;
const HEAD = { length: 6, half: 2.8 } as const;
/** Arrows of several players between the same states lie this far apart. */
const APART = 2.4;
/** The widest label of a token, in points. */
const WIDEST_TOKEN = 24;
/** Where tokens may stand, from the middle of their state, in multiples of their height: the nearest free place is taken. */
const DISTANCES = [0, 1.45, 1.8, 2.1, 2.4, 2.8, 3.2, 3.6, 4.5, 5.5, 6.5, 7.5] as const;
const DIRECTIONS = 16;

type Point = readonly [x: number, y: number];

/**
 * The pieces of a map.
 * @param labels of the states, which tokens do not cover
 * @param size of the type on tokens, in points
 */
export function drawPieces(map: ElectoralMap, scale: number, labels: readonly Op[], size: number): MapPieces {
  const { tokens = [], arrows = [] } = map;
  const { stems, pieces } = tokensOps(tokens, scale, boxesOf(labels), size);
  return { below: [...arrowsOps(arrows, scale), ...stems], above: pieces };
}

/** The middle of the land of a state, in points. */
function middleOf(code: StateCode, scale: number): Point {
  const { x, y, pointsTo } = labelPlaces()[code];
  const [mapX, mapY] = pointsTo ?? [x, y];
  return [mapX * scale, mapY * scale];
}

function boxesOf(ops: readonly Op[]): Box[] {
  return ops.flatMap((op) => {
    if (op.kind === 'text') return [{ x: op.x, y: op.y - op.size * 0.75, w: op.width, h: op.size }];
    return op.kind === 'rect' ? [{ x: op.x, y: op.y, w: op.w, h: op.h }] : [];
  });
}

function arrowsOps(arrows: readonly MapArrow[], scale: number): Op[] {
  const lines = new Map<string, number>();
  return arrows
    .filter(({ from, to }) => from !== to)
    .flatMap((arrow) => {
      const line = [arrow.from, arrow.to].sort().join();
      const nth = lines.get(line) ?? 0;
      lines.set(line, nth + 1);
      return arrowOps(arrow, middleOf(arrow.from, scale), middleOf(arrow.to, scale), nth);
    });
}

/** An arrow with a light edge. The nth one between the same states is shifted to a side of its own. */
function arrowOps({ tone, dashed }: MapArrow, [x1, y1]: Point, [x2, y2]: Point, nth: number): Op[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const shift = Math.ceil(nth / 2) * APART * (nth % 2 === 0 ? 1 : -1);
  const at = (along: number, aside: number): Point => [
    x1 + dx * along - dy * (aside + shift),
    y1 + dy * along + dx * (aside + shift),
  ];
  const gap = Math.min(ARROW_GAP, length / 3.5);
  const tip = length - gap;
  const neck = Math.max(gap, tip - HEAD.length);
  const color = accentOf(tone);
  const [from, to] = [at(gap, 0), at(neck, 0)];
  const line = { kind: 'line', x1: from[0], y1: from[1], x2: to[0], y2: to[1] } as const;
  const head = pathOf([at(neck, HEAD.half), at(tip, 0), at(neck, -HEAD.half)]);
  const edge: Op[] = [
    { ...line, color: PALETTE.white, width: ARROW_WIDTH + 1.4 },
    { kind: 'path', path: head, fill: PALETTE.white, stroke: PALETTE.white, strokeWidth: 1.2 },
  ];
  const dash = dashed === true ? { dash: [3, 2] } : {};
  return [
    ...edge,
    { ...line, color, width: ARROW_WIDTH, ...dash },
    { kind: 'path', path: head, fill: color },
  ];
}

function pathOf(points: readonly Point[]): Segment[] {
  return [...points.map(([x, y], i): Segment => [i === 0 ? 'M' : 'L', x, y]), ['Z']];
}

/** The tokens of each state in rows, at a place near its middle where they cover no label and no other token. */
function tokensOps(
  tokens: readonly MapToken[],
  scale: number,
  labels: readonly Box[],
  size: number,
): { stems: Op[]; pieces: Op[] } {
  const taken = [...labels];
  const stems: Op[] = [];
  const pieces: Op[] = [];
  const h = size + 2.4;
  for (const code of new Set(tokens.map(({ at }) => at))) {
    const there = tokens.filter(({ at }) => at === code).map((token) => measuredToken(token, size));
    const rows = rowsOf(there);
    const w = Math.max(...rows.map((row) => row.reduce((sum, { width }) => sum + width + 1, -1)));
    const middle = middleOf(code, scale);
    const box = freeBox(middle, { w, h: rows.length * (h + 1) - 1, unit: h }, taken);
    taken.push(box);
    stems.push(...stemOps(middle, box, h));
    for (const [nth, row] of rows.entries()) {
      let { x } = box;
      for (const token of row) {
        pieces.push(...tokenOps(token, { x, y: box.y + nth * (h + 1), w: token.width, h }, size));
        x += token.width + 1;
      }
    }
  }
  return { stems, pieces };
}

/** Tokens in one state stand in rows of at most this many. */
const MOST_IN_ROW = 4;

function rowsOf(tokens: readonly MeasuredToken[]): MeasuredToken[][] {
  const count = Math.ceil(tokens.length / MOST_IN_ROW);
  const perRow = Math.ceil(tokens.length / count);
  return Array.from({ length: count }, (_, i) => tokens.slice(i * perRow, (i + 1) * perRow));
}

interface MeasuredToken extends MapToken {
  style: TextStyle;
  width: number;
}

function measuredToken(token: MapToken, size: number): MeasuredToken {
  const style: TextStyle = { font: 'sans-bold', size, color: textColorOn(token.tone, 3) };
  const label = fitText(printable(token.label), style, WIDEST_TOKEN);
  return { ...token, label, style, width: measureText(label, style) + 5 };
}

/** A box of a size near a point that covers none of the others; the nearest one if there is none. `unit`: a token's height. */
function freeBox(
  [x, y]: Point,
  { w, h, unit }: Pick<Box, 'w' | 'h'> & { unit: number },
  taken: readonly Box[],
): Box {
  const boxes = DISTANCES.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, i): Box => {
      const angle = (2 * Math.PI * i) / DIRECTIONS - Math.PI / 2;
      const away = distance * unit;
      const [cx, cy] = [
        x + Math.cos(angle) * (away + (w - unit) / 2),
        y + Math.sin(angle) * (away + (h - unit) / 2),
      ];
      return { x: Math.max(0, cx - w / 2), y: Math.max(0, cy - h / 2), w, h };
    }),
  );
  return boxes.find((box) => taken.every((other) => !touches(box, other))) ?? (boxes[0] as Box);
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Tokens at most this far from the middle of their state stand beside its label, in multiples of their height. */
const BESIDE = 2;

/** A thin line from a token to its state, unless it stands right beside the label of the state. */
function stemOps([x, y]: Point, box: Box, unit: number): Op[] {
  const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2];
  const isBeside =
    Math.abs(cx - x) <= box.w / 2 + BESIDE * unit && Math.abs(cy - y) <= box.h / 2 + unit * (BESIDE - 0.5);
  if (isBeside) return [];
  return [{ kind: 'line', x1: cx, y1: cy, x2: x, y2: y, color: PALETTE.ink, width: 0.7 }];
}

function tokenOps({ label, tone, style, width }: MeasuredToken, box: Box, size: number): Op[] {
  const outline: PathOp = {
    kind: 'path',
    path: octagon(box),
    fill: tintOf(tone, 3),
    stroke: PALETTE.ink,
    strokeWidth: 0.8,
  };
  const baseline = box.y + box.h / 2 + size * 0.36;
  return [outline, ...textOps(label, style, { x: box.x + width / 2, y: baseline, anchor: 'middle' })];
}

/** A box with cut corners. */
function octagon({ x, y, w, h }: Box): Segment[] {
  const cut = h * 0.28;
  return pathOf([
    [x + cut, y],
    [x + w - cut, y],
    [x + w, y + cut],
    [x + w, y + h - cut],
    [x + w - cut, y + h],
    [x + cut, y + h],
    [x, y + h - cut],
    [x, y + cut],
  ]);
}

/** The pieces in words: `On the map: AB in TX, CD in NY.` and `AB from VA to TX.`; none without pieces. */
export function piecesInWords({
  tokens = [],
  arrows = [],
}: Pick<ElectoralMap, 'tokens' | 'arrows'>): string[] {
  const places = tokens.map(({ label, at }) => `${printable(label)} in ${at}`);
  const movers = [...new Set(arrows.map(({ by }) => by))];
  const moves = movers.map((mover) => {
    const legs = arrows.filter(({ by }) => by === mover).map(({ from, to }) => `from ${from} to ${to}`);
    return `${printable(mover)} ${legs.join(', ')}`;
  });
  return [
    ...(places.length === 0 ? [] : [`Pieces: ${places.join(', ')}.`]),
    ...(moves.length === 0 ? [] : [`Moves: ${moves.join('; ')}.`]),
  ];
}
