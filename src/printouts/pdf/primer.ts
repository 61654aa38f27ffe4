import type { GameOnOnePage } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutText } from './lines.ts';
import { layOutTable } from './tables/table.ts';

/** How the running text of an example is set. */
export interface TextSetting {
  style: TextStyle;
  /** The distance from line to line, in points. */
  lineHeight: number;
}

/** Smaller than the text of a printout, so that the whole primer fits on one page. */
const SETTING: TextSetting = {
  style: { font: 'serif', size: 9.5, color: PALETTE.ink },
  lineHeight: 12.4,
};
const HEADING: TextStyle = { font: 'heading', size: 14, color: PALETTE.ink };
const EXAMPLE_LABEL: TextStyle = { font: 'sans-bold', size: 7.5, color: PALETTE.quiet };
const EXAMPLE_TITLE: TextStyle = { font: 'serif-bold', size: 10, color: PALETTE.ink };

/** The indents of the items of a list and of an example, in points. */
const ITEM_INDENT = 14;
const EXAMPLE_INDENT = 12;

/** The parts of a primer under their headings, and the worked turn. */
export function layOutGameOnOnePage(flow: Flow, { parts, example }: GameOnOnePage): void {
  const { style } = SETTING;
  for (const { heading, texts } of parts) {
    flow.ensureRoom(30);
    flow.draw(textOps(printable(heading), HEADING, { x: 0, y: 13 }), flow.addNode('H3'));
    flow.y += 17;
    for (const [i, text] of texts.entries()) {
      const node = flow.addNode('P');
      const indent = texts.length === 1 ? 0 : ITEM_INDENT;
      if (indent > 0) flow.draw(textOps(`${i + 1}.`, style, { x: 0, y: style.size * 0.95 }), node);
      layOutText(flow, printable(text), { ...SETTING, indent, node });
    }
    flow.addGap(4);
  }
  layOutExample(flow, example, SETTING);
}

/** An example beside a bar that shows where it begins and ends. */
export function layOutExample(
  flow: Flow,
  { title, blocks }: GameOnOnePage['example'],
  setting: TextSetting,
): void {
  flow.addGap(2);
  flow.ensureRoom(16 + 3 * setting.lineHeight);
  const start = { page: flow.pages.length - 1, y: flow.y };
  flow.indented(EXAMPLE_INDENT, () => {
    const node = flow.addNode('P');
    const label = 'EXAMPLE';
    flow.draw(textOps(label, EXAMPLE_LABEL, { x: 0, y: 9.5 }), node);
    const x = measureText(label, EXAMPLE_LABEL) + 7;
    flow.draw(textOps(printable(title), EXAMPLE_TITLE, { x, y: 9.5 }), node);
    flow.y += 15;
    for (const [i, block] of blocks.entries()) {
      if (i > 0) flow.addGap(3);
      if (block.kind === 'table') layOutTable(flow, block);
      else layOutText(flow, printable(block.text), { ...setting, node: flow.addNode('P') });
    }
  });
  drawBar(flow, start);
}

/** The bar on the left of everything that was laid out since `start`. */
function drawBar(flow: Flow, start: { page: number; y: number }): void {
  const last = flow.pages.length - 1;
  for (let page = start.page; page <= last; page += 1) {
    const top = page === start.page ? start.y : flow.top;
    const bottom = page === last ? flow.y : flow.bottom;
    const op = { kind: 'rect', x: flow.left, y: top, w: 2.5, h: bottom - top, fill: PALETTE.star } as const;
    flow.pages[page]?.content.push({ op, node: null });
  }
}
