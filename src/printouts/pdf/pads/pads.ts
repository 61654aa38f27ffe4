import type { ScorePad, ScorePads } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import type { Drawing } from '../../drawing/operations.ts';
import { boxInWords, headInWords, listInText, trackInWords } from '../../pads/pad-words.ts';
import type { Flow } from '../flow.ts';
import { drawPadHead } from './large-pad.ts';
import { drawPadBoxes } from './pad-boxes.ts';
import { drawSmallPad } from './small-pad.ts';

/** Between the two halves of a large pad, and between small pads. */
const GAP = 7;
/** Small pads side by side at most, and the narrowest of them in points. */
const MOST_COLUMNS = 3;

/** Score pads: large ones one below the other, small ones side by side. */
export function layOutPads(flow: Flow, block: ScorePads): void {
  if (block.size === 'small') layOutSmallPads(flow, block);
  else for (const pad of block.pads) layOutLargePad(flow, pad, printable(block.caption));
}

/** A large pad in two halves. If the page has no room for both, the second begins the next page. */
function layOutLargePad(flow: Flow, pad: ScorePad, caption: string): void {
  const head = [headInWords(pad), ...pad.tracks.map(trackInWords), ...pad.lists.map(listInText)];
  const boxes = pad.boxes.map((box) => boxInWords(box, pad.by));
  place(flow, drawPadHead(pad, flow.width), [caption, ...head]);
  flow.addGap(GAP);
  place(flow, drawPadBoxes(pad, flow.width), boxes);
}

function place(flow: Flow, drawing: Drawing, words: readonly string[]): void {
  flow.ensureRoom(drawing.height);
  flow.draw(drawing.ops, flow.addNode('Figure', { alt: `${words.join('. ')}.` }));
  flow.y += drawing.height;
}

function layOutSmallPads(flow: Flow, { pads }: ScorePads): void {
  const columns = columnsFor(pads.length);
  const width = (flow.width - (columns - 1) * GAP) / columns;
  for (let first = 0; first < pads.length; first += columns) {
    const row = pads.slice(first, first + columns);
    const drawings = row.map((pad) => drawSmallPad(pad, width));
    const height = Math.max(...drawings.map((drawing) => drawing.height));
    flow.addGap(first === 0 ? 0 : GAP);
    flow.ensureRoom(height);
    for (const [i, drawing] of drawings.entries()) {
      const node = flow.addNode('Figure', { alt: smallPadInWords(row[i] as ScorePad) });
      flow.draw(drawing.ops, node, flow.left + i * (width + GAP));
    }
    flow.y += height;
  }
}

/** Two or four pads stand in two columns, others in three. */
function columnsFor(pads: number): number {
  return pads === 2 || pads === 4 ? 2 : Math.max(1, Math.min(MOST_COLUMNS, pads));
}

function smallPadInWords(pad: ScorePad): string {
  const boxes = pad.boxes.map((box) => boxInWords(box, pad.by));
  return `${[headInWords(pad), ...pad.tracks.map(trackInWords), ...boxes, ...pad.lists.map(listInText)].join('. ')}.`;
}

/** How many points must be left on a page for the first pad, or its first half. */
export function heightToBeginPads(flow: Flow, { pads, size }: ScorePads): number {
  const [first] = pads;
  if (first === undefined) return 0;
  if (size === 'large') return drawPadHead(first, flow.width).height;
  const columns = columnsFor(pads.length);
  return drawSmallPad(first, (flow.width - (columns - 1) * GAP) / columns).height;
}
