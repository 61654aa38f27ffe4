import type { LineChart, ShareBars, Sketch, VoteBar } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing } from '../drawing/operations.ts';
import { type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { drawBar } from '../figures/bar.ts';
import { drawChart } from '../figures/chart.ts';
import { barInWords, chartInWords, mapInWords } from '../figures/figures-in-words.ts';
import { drawShareBars } from '../figures/share-bars.ts';
import { drawSketch } from '../figures/sketch.ts';
import { changedStates } from '../figures/small-map.ts';
import { sharesInWords } from '../pads/pad-words.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import type { MapWithBefore } from './map-before.ts';
import { mapFigure } from './map-figure.ts';
import type { Spacing } from './spacing.ts';

type Figure = MapWithBefore | VoteBar | LineChart | ShareBars | Sketch;

const CAPTION: TextStyle = { font: 'serif-italic', size: 9, color: PALETTE.quiet };
const CAPTION_LINE = 12;

/** A map that would not fit on the page may be this much narrower, as a share of its width, to avoid an empty half page. */
const SMALLEST_MAP = 0.86;

/** A figure with its caption below, both centered. */
export function layOutFigure(flow: Flow, figure: Figure): void {
  const text = printable(figure.caption);
  const lines = wrapToWidth(text, CAPTION, flow.width);
  const below = lines.length * CAPTION_LINE + 6;
  const drawing = drawingThatFits(flow, figure, flow.room - below);
  flow.ensureRoom(drawing.height + below);
  const node = flow.addNode('Figure', { alt: `${text}. ${inWords(figure)}` });
  flow.draw(drawing.ops, node, flow.left + (flow.width - drawing.width) / 2);
  flow.y += drawing.height + 2;
  layOutFigureCaption(flow, lines);
}

/** The lines of a caption, centered below a figure. */
export function layOutFigureCaption(flow: Flow, lines: readonly string[]): void {
  const caption = flow.addNode('P');
  for (const line of lines) {
    const place = { x: flow.width / 2, y: CAPTION.size * 0.95, anchor: 'middle' } as const;
    flow.draw(textOps(line, CAPTION, place), caption);
    flow.y += CAPTION_LINE;
  }
}

/** How high a figure is with its caption, in points. */
export function heightOfFigure(flow: Flow, figure: Figure): number {
  const lines = wrapToWidth(printable(figure.caption), CAPTION, flow.width);
  return draw(figure, flow, 1).height + lines.length * CAPTION_LINE + 6;
}

function drawingThatFits(flow: Flow, figure: Figure, room: number): Drawing {
  const drawing = draw(figure, flow, 1);
  if (drawing.height <= room || figure.kind !== 'map') return drawing;
  const smallest = draw(figure, flow, SMALLEST_MAP);
  return smallest.height <= room ? smallest : drawing;
}

/** Drawings of figures that are being laid out, which are needed for each spacing that is tried. */
const drawn = new WeakMap<Figure, Map<string, Drawing>>();

/** @param share the width of a map, as a share of its usual width */
function draw(figure: Figure, { width, spacing }: Flow, share: number): Drawing {
  const drawings = drawn.get(figure) ?? new Map<string, Drawing>();
  drawn.set(figure, drawings);
  const { mapShare, mapBesideShare } = spacing;
  const key = [width, share, ...(figure.kind === 'map' ? [mapShare, mapBesideShare] : [])].join(' ');
  const drawing = drawings.get(key) ?? drawAnew(figure, width, spacing, share);
  drawings.set(key, drawing);
  return drawing;
}

function drawAnew(figure: Figure, width: number, spacing: Spacing, share: number): Drawing {
  switch (figure.kind) {
    case 'map':
      return mapFigure(figure, width, spacing, share);
    case 'bar':
      return drawBar(figure, width);
    case 'chart':
      return drawChart(figure, width);
    case 'shares':
      return drawShareBars(figure, width);
    case 'sketch':
      return drawSketch(figure);
  }
}

function inWords(figure: Figure): string {
  switch (figure.kind) {
    case 'map':
      return [mapInWords(figure), ...changesInWords(figure)].join(' ');
    case 'bar':
      return barInWords(figure);
    case 'chart':
      return chartInWords(figure);
    case 'shares':
      return sharesInWords(figure);
    case 'sketch':
      return 'A picture made of characters.';
  }
}

/** What has changed since the map beside it. */
function changesInWords({ states, before }: MapWithBefore): string[] {
  const changed = before === undefined ? [] : changedStates(states, before.states);
  return changed.length === 0 ? [] : [`Changed since the map before: ${changed.join(', ')}.`];
}
