import { type Primer, primerBlock, type RulebookBlock, type RuleList } from '../../rules/rulebook.ts';
import { printable } from '../../text/printable.ts';
import { starPath } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { layOutBlock, layOutHeading } from '../pdf/blocks.ts';
import type { Flow } from '../pdf/flow.ts';
import { layOutLines, layOutText } from '../pdf/lines.ts';
import { type StructNode, structNode } from '../pdf/page.ts';
import { layOutExample, layOutGameOnOnePage } from '../pdf/primer.ts';

/** The pieces of a rulebook on paper, laid out from the current position down. */

const NO_SHEET = { due: null, sendTo: null, finalOrders: false, scanTo: null };
const BODY: TextStyle = { font: 'serif', size: 10, color: PALETTE.ink };
const BODY_LINE = 13.5;
const CREDIT: TextStyle = { font: 'serif-italic', size: 10.5, color: PALETTE.quiet };
const RULE_NUMBER: TextStyle = { font: 'heading', size: 14, color: PALETTE.republicans };
const RULE_TITLE: TextStyle = { font: 'heading', size: 14, color: PALETTE.ink };
const PART_NUMBER: TextStyle = { font: 'sans-bold', size: 7.5, color: PALETTE.republicans };

/** The indent of the items of a plain list, in points. */
const ITEM_INDENT = 14;

/** The heading of a rule: its number in color, its title. It stands on the same page as the block below it. */
export function layOutRuleHeading(flow: Flow, number: string, title: string): void {
  const numberWidth = measureText(number, RULE_NUMBER) + 8;
  const lines = wrapToWidth(printable(title), RULE_TITLE, flow.width - numberWidth);
  const node = flow.addNode('H3');
  flow.deferHeading(10 + lines.length * 16 + 3, () => {
    flow.addGap(10);
    flow.draw(textOps(number, RULE_NUMBER, { x: 0, y: 13 }), node);
    for (const line of lines) {
      flow.draw(textOps(line, RULE_TITLE, { x: numberWidth, y: 13 }), node);
      flow.y += 16;
    }
    flow.y += 3;
  });
}

/** Lays out one block, with a gap below it. */
export function layOutRulebookBlock(flow: Flow, block: RulebookBlock): void {
  if (block.kind === 'list') layOutList(flow, block);
  else if (block.kind === 'example') layOutExample(flow, block, { style: BODY, lineHeight: BODY_LINE });
  else layOutBlock(flow, block, NO_SHEET);
  flow.addGap(6);
}

function layOutList(flow: Flow, { items }: RuleList): void {
  const list = flow.addNode('L');
  const widest = Math.max(
    ...items.map(({ number }) => (number === null ? 0 : measureText(number, PART_NUMBER))),
  );
  const indent = widest === 0 ? ITEM_INDENT : widest + 8;
  for (const { number, text } of items) {
    const lines = wrapToWidth(printable(text), BODY, flow.width - indent);
    flow.ensureRoom(Math.min(lines.length, 2) * BODY_LINE);
    const node = childOf(list, 'LI');
    if (number === null) {
      flow.draw([{ kind: 'path', path: starPath(5, 6.4, 2.8), fill: PALETTE.star }], null);
    } else {
      flow.draw(textOps(number, PART_NUMBER, { x: 0, y: BODY.size * 0.95 }), node);
    }
    layOutLines(flow, lines, { style: BODY, lineHeight: BODY_LINE, indent, node });
    flow.addGap(2.5);
  }
}

function childOf(parent: StructNode, type: StructNode['type']): StructNode {
  const node = structNode(type);
  parent.children.push(node);
  return node;
}

/** The primer, which fits on the first page. */
export function layOutPrimer(flow: Flow, primer: Primer, credit: string): void {
  layOutText(flow, printable(credit), { style: CREDIT, lineHeight: 14, node: flow.addNode('P') });
  flow.beginSection();
  layOutHeading(flow, 'The game on one page');
  layOutGameOnOnePage(flow, primerBlock(primer));
}

/** The list of the sections with their pages. */
export function layOutContents(flow: Flow, sections: readonly { title: string; page: number }[]): void {
  flow.beginSection();
  layOutHeading(flow, 'Contents');
  const list = flow.addNode('L');
  for (const { title, page } of sections) {
    flow.ensureRoom(16);
    const node = childOf(list, 'LI');
    const number = page === 0 ? '00' : String(page);
    flow.draw(textOps(printable(title), BODY, { x: 0, y: 11 }), node);
    flow.draw(textOps(number, BODY, { x: flow.width, y: 11, anchor: 'end' }), node);
    const line = { kind: 'line', y1: 14, y2: 14, color: PALETTE.rule, width: 0.5 } as const;
    flow.draw([{ ...line, x1: 0, x2: flow.width }], null);
    flow.y += 17;
  }
}
