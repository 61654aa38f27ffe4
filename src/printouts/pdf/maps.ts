import type { ElectoralMap, MapComparison } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { type TextStyle, textOps } from '../drawing/text.ts';
import { mapInWords } from '../figures/figures-in-words.ts';
import { mapDrawing } from '../figures/map.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutText } from './lines.ts';

const CAPTION: TextStyle = { font: 'serif-italic', size: 9, color: PALETTE.quiet };
const HEADING: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.ink };
const HEADING_LINE = 14;
const GAP = 14;

/** Two or three small maps in a row, each under its heading, and the legend below the last row. */
export function layOutMaps(flow: Flow, block: MapComparison): void {
  const perRow = block.items.length > 4 ? 3 : 2;
  const width = (flow.width - (perRow - 1) * GAP) / perRow;
  for (let first = 0; first < block.items.length; first += perRow) {
    layOutRow(flow, block.items.slice(first, first + perRow), width);
  }
  const caption = printable(block.caption);
  layOutText(flow, caption, { style: CAPTION, lineHeight: 12, node: flow.addNode('P') });
}

function layOutRow(flow: Flow, items: MapComparison['items'], width: number): void {
  const drawings = items.map(({ heading, states }) => {
    const map: ElectoralMap = { kind: 'map', caption: heading, states, legend: [] };
    return { heading, map, drawing: mapDrawing(map, width, { code: 5, mark: 4.5 }) };
  });
  const height = HEADING_LINE + Math.max(...drawings.map(({ drawing }) => drawing.height));
  flow.ensureRoom(height);
  for (const [i, { heading, map, drawing }] of drawings.entries()) {
    const x = i * (width + GAP);
    flow.draw(textOps(printable(heading), HEADING, { x, y: 9 }), flow.addNode('P'));
    const node = flow.addNode('Figure', { alt: `${printable(heading)}. ${mapInWords(map)}` });
    flow.y += HEADING_LINE;
    flow.draw(drawing.ops, node, flow.left + x);
    flow.y -= HEADING_LINE;
  }
  flow.y += height + 4;
}
