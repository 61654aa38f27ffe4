import type { LineChart } from '../../rules/report.ts';
import { type Drawing, type Op, polygon, type Segment } from '../drawing.ts';
import { fitText, measure, textOps } from '../fonts.ts';
import { accentOf, PALETTE } from '../palette.ts';
import { clean, namesParty } from '../words.ts';

const TOP = 10;
/** Room below the axis for the turns' names. */
const FOOT = 18;
const LABEL = { face: 'sans-bold', size: 7.5 } as const;
const AXIS = { face: 'sans', size: 7, color: PALETTE.quiet } as const;
/** Figures of the scale keep this far from the mark's label, which has their place. */
const AXIS_STEP = 8;
/** Labels at the lines' ends keep this far apart. */
const LABEL_STEP = 9;

/** Lines of one party differ by their dashes and by the shapes at their points. */
const DASHES: readonly (readonly number[])[] = [[], [5, 2.5], [1.5, 2], [7, 2, 1.5, 2], [3, 1.5], [9, 3]];

type Series = LineChart['series'][number];

/** How the chart's values become places on paper. */
interface Frame {
  bottom: number;
  left: number;
  right: number;
  max: number;
  x(index: number): number;
  y(value: number): number;
}

/** Draws the lines `width` points wide; each has its name at its end, and names keep clear of each other. */
export function drawChart(chart: LineChart, width: number): Drawing {
  const names = chart.series.map((one) => nameOf(one, width * 0.3));
  const frame = frameOf(
    chart,
    width,
    Math.max(20, ...names.map((name) => measure(name, LABEL.face, LABEL.size))),
  );
  const turns = new Map<string, number>();
  const styled = chart.series.map((one) => {
    const nth = turns.get(String(one.tone)) ?? 0;
    turns.set(String(one.tone), nth + 1);
    return { one, nth };
  });
  const ops = [
    ...gridOps(chart, frame),
    ...styled.flatMap(({ one, nth }) => lineOps(one, nth, frame)),
    ...endLabels(chart.series, names, frame),
  ];
  return { width, height: frame.bottom + FOOT, ops };
}

function nameOf(series: Series, room: number): string {
  const label = clean(series.label);
  const whole = series.tone === null || namesParty(label) ? label : `${label} (${series.tone})`;
  return fitText(`${whole} ${lastValue(series) ?? ''}`.trimEnd(), LABEL.face, LABEL.size, room);
}

function markName(mark: NonNullable<LineChart['mark']>): string {
  return fitText(clean(mark.label), AXIS.face, AXIS.size, 80);
}

function lastValue(series: Series): number | null {
  return series.values.findLast((value) => value !== null) ?? null;
}

function frameOf(chart: LineChart, width: number, labels: number): Frame {
  const values = chart.series.flatMap((one) => one.values).filter((value) => value !== null);
  const max = roundUp(Math.max(1, chart.mark?.value ?? 0, ...values));
  // The mark's label stands outside, among the scale's figures, where no line can run through it.
  const left = Math.max(
    24,
    chart.mark === null ? 0 : measure(markName(chart.mark), AXIS.face, AXIS.size) + 6,
  );
  const right = width - labels - 12;
  const steps = Math.max(1, chart.labels.length - 1);
  // As high as its names need, one below the other.
  const bottom = TOP + Math.max(84, chart.series.length * LABEL_STEP);
  return {
    bottom,
    left,
    right,
    max,
    x: (index) => left + ((right - left) * index) / steps,
    y: (value) => bottom - ((bottom - TOP) * value) / max,
  };
}

function stepOf(max: number): number {
  return [10, 20, 25, 50, 100, 200].find((step) => max / step <= 6) ?? 500;
}

function roundUp(max: number): number {
  const step = stepOf(max);
  return Math.ceil(max / step) * step;
}

function gridOps(chart: LineChart, frame: Frame): Op[] {
  const step = stepOf(frame.max);
  const mark = chart.mark === null ? null : frame.y(chart.mark.value);
  const ops: Op[] = [];
  for (let value = 0; value <= frame.max; value += step) {
    const y = frame.y(value);
    const color = value === 0 ? PALETTE.ink : PALETTE.rule;
    ops.push({ kind: 'line', x1: frame.left, y1: y, x2: frame.right, y2: y, color, width: 0.5 });
    const clear = mark === null || Math.abs(mark - y) >= AXIS_STEP;
    if (clear) ops.push(...textOps(String(value), frame.left - 4, y + 2.5, AXIS, 'end'));
  }
  for (const [i, label] of chart.labels.entries()) {
    const room = (frame.right - frame.left) / Math.max(1, chart.labels.length - 1) - 4;
    const text = fitText(clean(label), AXIS.face, AXIS.size, room);
    ops.push(...textOps(text, frame.x(i), frame.bottom + 11, AXIS, 'middle'));
  }
  if (chart.mark !== null) {
    const y = frame.y(chart.mark.value);
    ops.push({ kind: 'line', x1: frame.left, y1: y, x2: frame.right, y2: y, color: PALETTE.star, width: 1 });
    ops.push(...textOps(markName(chart.mark), frame.left - 4, y + 2.5, AXIS, 'end'));
  }
  return ops;
}

function lineOps(series: Series, nth: number, frame: Frame): Op[] {
  const color = accentOf(series.tone);
  const points = series.values.flatMap((value, i): [number, number][] =>
    value === null ? [] : [[frame.x(i), frame.y(value)]],
  );
  const path = points.map(([x, y], i): Segment => [i === 0 ? 'M' : 'L', x, y]);
  const dash = DASHES[nth % DASHES.length] ?? [];
  const line: Op[] =
    path.length > 1
      ? [{ kind: 'path', path, stroke: color, strokeWidth: 1.4, ...(dash.length > 0 ? { dash } : {}) }]
      : [];
  const hollow = series.tone === 'R';
  return [...line, ...points.map(([x, y]) => marker(x, y, nth, color, hollow))];
}

/** Democrats' points are filled, Republicans' hollow; their shapes tell players apart. */
function marker(x: number, y: number, nth: number, color: string, hollow: boolean): Op {
  const sides = [4, 3, 24, 4, 3, 6][nth % 6] as number;
  const turn = [Math.PI / 4, -Math.PI / 2, 0, 0, Math.PI / 2, 0][nth % 6] as number;
  const corners = Array.from({ length: sides }, (_, i): [number, number] => {
    const angle = turn + (2 * Math.PI * i) / sides;
    return [x + 2.8 * Math.cos(angle), y + 2.8 * Math.sin(angle)];
  });
  return {
    kind: 'path',
    path: polygon(corners),
    fill: hollow ? PALETTE.white : color,
    stroke: color,
    strokeWidth: 1,
  };
}

function endLabels(series: Series[], names: string[], frame: Frame): Op[] {
  const ends = series.map((one) => frame.y(lastValue(one) ?? 0));
  const places = spread(ends, LABEL_STEP, TOP, frame.bottom);
  return series.flatMap((one, i): Op[] => {
    const color = accentOf(one.tone);
    const y = places[i] as number;
    const x = frame.x(one.values.findLastIndex((value) => value !== null));
    return [
      { kind: 'line', x1: x + 3.5, y1: ends[i] as number, x2: frame.right + 8, y2: y, color, width: 0.4 },
      ...textOps(names[i] as string, frame.right + 10, y + 2.7, { ...LABEL, color }),
    ];
  });
}

/** Heights as near to the wanted ones as keeping `step` apart allows, in the same order. */
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
