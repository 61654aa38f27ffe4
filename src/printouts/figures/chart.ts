import { grouped } from '../../rules/numbers.ts';
import type { LineChart } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing, Op, Segment } from '../drawing/operations.ts';
import { polygonPath } from '../drawing/paths.ts';
import { fitText, measureText, textOps } from '../drawing/text.ts';
import { accentOf, PALETTE } from '../palette.ts';
import { partyOf, withPartyLetter } from '../party-letter.ts';

const TOP = 10;
/** Room below the axis for the labels of the turns. */
const FOOTER = 18;
const LABEL = { font: 'sans-bold', size: 7.5 } as const;
const AXIS = { font: 'sans', size: 7, color: PALETTE.quiet } as const;
/** A number of the scale is left out if it is closer than this to the label of the mark, which stands beside it. */
const AXIS_STEP = 8;
/** The smallest distance between the labels at the ends of the lines. */
const LABEL_STEP = 9;
/** How far lines of equal values are drawn apart, and how far at most all of them together. */
const MIN_DISTANCE = 2.4;
const MAX_SHIFT = 12;
/** The distance between lines of the scale, from which the first that gives few enough lines is taken. */
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000] as const;
const MAX_GRID_LINES = 6;
/** Values are in a narrow band if it is less than this share of the greatest. */
const NARROW_BAND = 0.4;
const NOTE_LINE = 9;

/** The lines of one party differ by their dashes and by the shapes of their points. */
const DASHES: readonly (readonly number[])[] = [[], [5, 2.5], [1.5, 2], [7, 2, 1.5, 2], [3, 1.5], [9, 3]];

type Series = LineChart['series'][number];

/** The area of the lines, and how values become places in it. */
interface Plot {
  bottom: number;
  left: number;
  right: number;
  scale: Scale;
  x(index: number): number;
  y(value: number): number;
}

/** The numbers of the vertical axis: from `min` to `max`, with a line every `step`. */
interface Scale {
  min: number;
  max: number;
  step: number;
}

/**
 * Draws a chart `width` points wide, each line with its name at its end. The names do not overlap, and lines of equal
 * values are drawn beside each other. If the values lie in a narrow band, the scale does not begin at zero, and says so.
 */
export function drawChart(chart: LineChart, width: number): Drawing {
  const names = chart.series.map((series) => endLabel(series, width * 0.3));
  const widestName = Math.max(20, ...names.map((name) => measureText(name, LABEL)));
  const plot = plotOf(chart, width, widestName);
  const counts = new Map<string, number>();
  const places = placesOf(chart, plot);
  const lines = chart.series.flatMap((series, i) => {
    const party = String(partyOf(series.tone));
    const nth = counts.get(party) ?? 0;
    counts.set(party, nth + 1);
    return lineOps(series, { nth, steps: chart.steps === true }, places[i] as Place[]);
  });
  const ops = [...gridOps(chart, plot), ...lines, ...endLabelOps(chart.series, names, { plot, places })];
  const note = plot.scale.min === 0 ? [] : scaleNoteOps(plot);
  return { width, height: plot.bottom + FOOTER + (note.length > 0 ? NOTE_LINE : 0), ops: [...ops, ...note] };
}

/** Where the point of a value stands; null if there is no value. */
type Place = [number, number] | null;

/** The points of each line. Those of equal values are moved apart a little, so that no line covers another. */
function placesOf({ labels, series }: LineChart, plot: Plot): Place[][] {
  const places = series.map(({ values }) => values.map((): Place => null));
  for (const i of labels.keys()) {
    const present = series.flatMap(({ values }, n) => {
      const value = values[i] ?? null;
      return value === null ? [] : [{ n, y: plot.y(value) }];
    });
    const apart = Math.min(MIN_DISTANCE, MAX_SHIFT / Math.max(1, present.length));
    const ys = spread(
      present.map(({ y }) => y),
      apart,
      TOP,
      plot.bottom,
    );
    for (const [k, { n }] of present.entries()) (places[n] as Place[])[i] = [plot.x(i), ys[k] as number];
  }
  return places;
}

/** The name of a line with its last value: `AB (D) 281`. */
function endLabel(series: Series, room: number): string {
  const name = withPartyLetter(printable(series.label), series.tone);
  const value = lastValue(series);
  return fitText(value === null ? name : `${name} ${grouped(value)}`, LABEL, room);
}

function markLabel(mark: NonNullable<LineChart['mark']>): string {
  return fitText(printable(mark.label), AXIS, 80);
}

function lastValue(series: Series): number | null {
  return series.values.findLast((value) => value !== null) ?? null;
}

function plotOf(chart: LineChart, width: number, widestName: number): Plot {
  const scale = scaleOf(chart);
  // The label of the mark stands among the numbers of the scale, where no line can run through it.
  const left = Math.max(
    24,
    measureText(grouped(scale.max), AXIS) + 4,
    chart.mark === null ? 0 : measureText(markLabel(chart.mark), AXIS) + 6,
  );
  const right = width - widestName - 12;
  const steps = Math.max(1, chart.labels.length - 1);
  // High enough for all names at the ends of the lines, one below the other.
  const bottom = TOP + Math.max(84, chart.series.length * LABEL_STEP);
  return {
    bottom,
    left,
    right,
    scale,
    x: (index) => left + ((right - left) * index) / steps,
    y: (value) => bottom - ((bottom - TOP) * (value - scale.min)) / (scale.max - scale.min),
  };
}

/** From zero to above the greatest value; around the values, if they and the mark lie in a narrow band. */
function scaleOf({ series, mark }: LineChart): Scale {
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const marked = mark === null ? values : [...values, mark.value];
  const greatest = Math.max(1, ...marked);
  const least = Math.min(greatest, ...marked);
  const band = greatest - least;
  const narrow = least > 0 && band < greatest * NARROW_BAND;
  // Even if nothing changes, the scale shows some room around the lines.
  const margin = narrow ? Math.max(band * 0.15, greatest * 0.03) : 0;
  const from = narrow ? least - margin : 0;
  const to = greatest + margin;
  const step = STEPS.find((candidate) => (to - from) / candidate <= MAX_GRID_LINES) ?? 10_000;
  const min = Math.max(0, Math.floor(from / step) * step);
  return { min, max: Math.max(min + step, Math.ceil(to / step) * step), step };
}

/** Says that the scale does not begin at zero. */
function scaleNoteOps({ left, bottom, scale }: Plot): Op[] {
  const text = `The scale begins at ${grouped(scale.min)}.`;
  return textOps(text, AXIS, { x: left, y: bottom + FOOTER + 3 });
}

function gridOps(chart: LineChart, plot: Plot): Op[] {
  const { min, max, step } = plot.scale;
  const markY = chart.mark === null ? null : plot.y(chart.mark.value);
  const ops: Op[] = [];
  for (let value = min; value <= max; value += step) {
    const y = plot.y(value);
    const color = value === min ? PALETTE.ink : PALETTE.rule;
    ops.push({ kind: 'line', x1: plot.left, y1: y, x2: plot.right, y2: y, color, width: 0.5 });
    const clearOfMark = markY === null || Math.abs(markY - y) >= AXIS_STEP;
    if (clearOfMark) {
      ops.push(...textOps(grouped(value), AXIS, { x: plot.left - 4, y: y + 2.5, anchor: 'end' }));
    }
  }
  for (const [i, label] of chart.labels.entries()) {
    const step = (plot.right - plot.left) / Math.max(1, chart.labels.length - 1);
    // The first label is a word. It may reach into the margin, and near to the number that follows it.
    const room = i === 0 ? Math.max(step - 4, Math.min(2 * plot.left, 2 * step - 8)) : step - 4;
    const text = fitText(printable(label), AXIS, room);
    ops.push(...textOps(text, AXIS, { x: plot.x(i), y: plot.bottom + 11, anchor: 'middle' }));
  }
  if (chart.mark !== null) {
    const y = plot.y(chart.mark.value);
    ops.push({ kind: 'line', x1: plot.left, y1: y, x2: plot.right, y2: y, color: PALETTE.star, width: 1 });
    ops.push(...textOps(markLabel(chart.mark), AXIS, { x: plot.left - 4, y: y + 2.5, anchor: 'end' }));
  }
  return ops;
}

/** One line with its points. `nth` counts the lines of its party; `steps` is whether a value holds until the next one. */
function lineOps(
  series: Series,
  { nth, steps }: { nth: number; steps: boolean },
  places: readonly Place[],
): Op[] {
  const color = accentOf(series.tone);
  const points = places.filter((place) => place !== null);
  const path = points.flatMap(([x, y], i): Segment[] => {
    const before = points[i - 1];
    if (before === undefined) return [['M', x, y]];
    return steps
      ? [
          ['L', x, before[1]],
          ['L', x, y],
        ]
      : [['L', x, y]];
  });
  const dash = DASHES[nth % DASHES.length] ?? [];
  const line: Op[] =
    path.length > 1
      ? [{ kind: 'path', path, stroke: color, strokeWidth: 1.4, ...(dash.length > 0 ? { dash } : {}) }]
      : [];
  // The points of Democrats are filled, those of Republicans hollow.
  const fill = series.tone === 'R' ? PALETTE.white : color;
  const markers = points.map((point): Op => {
    return { kind: 'path', path: markerPath(point, nth), fill, stroke: color, strokeWidth: 1 };
  });
  return [...line, ...markers];
}

/** The shape of a point: a different one for each line of a party. */
function markerPath([x, y]: [number, number], nth: number): Segment[] {
  const sides = [4, 3, 24, 4, 3, 6][nth % 6] as number;
  const rotation = [Math.PI / 4, -Math.PI / 2, 0, 0, Math.PI / 2, 0][nth % 6] as number;
  const corners = Array.from({ length: sides }, (_, i): [number, number] => {
    const angle = rotation + (2 * Math.PI * i) / sides;
    return [x + 2.8 * Math.cos(angle), y + 2.8 * Math.sin(angle)];
  });
  return polygonPath(corners);
}

function endLabelOps(
  allSeries: Series[],
  names: string[],
  { plot, places }: { plot: Plot; places: Place[][] },
): Op[] {
  const lasts = places.map((line) => line.findLast((place) => place !== null) ?? null);
  const ends = lasts.map((place) => place?.[1] ?? plot.bottom);
  const labelYs = spread(ends, LABEL_STEP, TOP, plot.bottom);
  return allSeries.flatMap((series, i): Op[] => {
    const color = accentOf(series.tone);
    const y = labelYs[i] as number;
    const x = lasts[i]?.[0] ?? plot.left;
    return [
      { kind: 'line', x1: x + 3.5, y1: ends[i] as number, x2: plot.right + 8, y2: y, color, width: 0.4 },
      ...textOps(names[i] as string, { ...LABEL, color }, { x: plot.right + 10, y: y + 2.7 }),
    ];
  });
}

/**
 * Moves positions apart so that they are at least `step` from each other, as close to the wanted ones as possible and
 * in the same order. If there is no room for that between `top` and `bottom`, they are spaced evenly.
 */
export function spread(wanted: readonly number[], step: number, top: number, bottom: number): number[] {
  const order = wanted
    .map((_, i) => i)
    .sort((a, b) => (wanted[a] as number) - (wanted[b] as number) || a - b);
  const min = Math.min(step, (bottom - top) / Math.max(1, wanted.length - 1));
  const placed: number[] = [];
  let y = top - min;
  for (const i of order) {
    y = Math.max(y + min, wanted[i] as number);
    placed[i] = y;
  }
  let limit = bottom;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i] as number, limit);
    limit = (placed[i] as number) - min;
  }
  return placed;
}
