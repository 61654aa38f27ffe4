import type { StateCode } from '../../rules/country.ts';
import type { MapComparison } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing } from '../drawing/operations.ts';
import { fitText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { mapInWords } from '../figures/figures-in-words.ts';
import { drawLegend } from '../figures/map-legend.ts';
import { changedStates, drawSmallMap } from '../figures/small-map.ts';
import { PALETTE } from '../palette.ts';
import { layOutFigureCaption } from './figures.ts';
import type { Flow } from './flow.ts';

const CAPTION: TextStyle = { font: 'serif-italic', size: 9, color: PALETTE.quiet };
const HEADING: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.ink };
const HEADING_LINE = 12;
const GAP = 14;
const BELOW_ROW = 6;
const CHANGED = 'heavy outline: changed since the map before';

type Item = MapComparison['items'][number];

/** One map of a row, drawn. */
interface SmallMap {
  heading: string;
  words: string;
  drawing: Drawing;
}

/** Small maps, two or three in a row, each below its heading, and one legend below the last row. */
export function layOutMaps(flow: Flow, block: MapComparison): void {
  const grid = gridOf(flow, block);
  const { perRow, width } = grid;
  const changes = block.items.map(({ states }, i) =>
    changedStates(states, block.items[i - 1]?.states ?? null),
  );
  const maps = block.items.map((item, i) => smallMap(item, changes[i] as StateCode[], width));
  const changed = changes.some((codes) => codes.length > 0) ? CHANGED : null;
  const legend = drawLegend(block.legend, flow.width, changed);
  const caption = wrapToWidth(printable(block.caption), CAPTION, flow.width);
  const below = legend.height + caption.length * 12 + 6;
  // Several rows stay together unless that would leave a page more than half empty.
  if (flow.halfFull) flow.ensureRoom(heightOfRows(maps, perRow) + below);
  for (let first = 0; first < maps.length; first += perRow) {
    const isLast = first + perRow >= maps.length;
    layOutRow(flow, maps.slice(first, first + perRow), grid, isLast ? below : 0);
  }
  flow.draw(legend.ops, null);
  flow.y += legend.height + 2;
  layOutFigureCaption(flow, caption);
}

/** How many points must be left on the page for the maps to begin there. */
export function heightToBeginMaps(flow: Flow, block: MapComparison): number {
  const { width } = gridOf(flow, block);
  return HEADING_LINE + drawSmallMap({}, [], width).height + BELOW_ROW;
}

interface Grid {
  perRow: number;
  /** How wide a map may be, and how wide it is, in points. */
  cell: number;
  width: number;
}

/** Two maps in a row; three in a row of three or six. */
function gridOf(flow: Flow, { items }: MapComparison): Grid {
  const perRow = items.length === 3 || items.length > 4 ? 3 : 2;
  const cell = (flow.width - (perRow - 1) * GAP) / perRow;
  return { perRow, cell, width: cell * flow.spacing.smallMapShare };
}

function smallMap({ heading, states }: Item, changed: StateCode[], width: number): SmallMap {
  const marks = mapInWords({ kind: 'map', caption: heading, states, legend: [] });
  const changes = changed.length === 0 ? '' : ` Changed: ${changed.join(', ')}.`;
  return {
    heading: printable(heading),
    words: `${marks}${changes}`,
    drawing: drawSmallMap(states, changed, width),
  };
}

/** The height of all rows, in points. */
function heightOfRows(maps: readonly SmallMap[], perRow: number): number {
  const height = Math.max(0, ...maps.map(({ drawing }) => drawing.height));
  return Math.ceil(maps.length / perRow) * (HEADING_LINE + height + BELOW_ROW);
}

/** A row of maps, centered if it is not full. It stands on the same page as what comes `below` it. */
function layOutRow(
  flow: Flow,
  maps: readonly SmallMap[],
  { perRow, cell, width }: Grid,
  below: number,
): void {
  const height = HEADING_LINE + Math.max(...maps.map(({ drawing }) => drawing.height)) + BELOW_ROW;
  flow.ensureRoom(height + below);
  const free = ((perRow - maps.length) * (cell + GAP) + cell - width) / 2;
  for (const [i, { heading, words, drawing }] of maps.entries()) {
    const x = free + i * (cell + GAP);
    const place = { x: x + width / 2, y: 8.5, anchor: 'middle' } as const;
    flow.draw(textOps(fitText(heading, HEADING, cell), HEADING, place), flow.addNode('P'));
    const node = flow.addNode('Figure', { alt: `${heading}. ${words}` });
    flow.draw(drawing.ops, node, flow.left + x, flow.y + HEADING_LINE);
  }
  flow.y += height;
}
