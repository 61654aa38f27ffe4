import type { Paragraph } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { starPath } from '../drawing/paths.ts';
import { type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { heightToBeginFacts, layOutFacts, layOutFactsBeside } from './facts.ts';
import { heightOfFigure, layOutFigure } from './figures.ts';
import type { Flow } from './flow.ts';
import { layOutLines } from './lines.ts';
import type { PrintedBlock } from './map-before.ts';
import { heightToBeginMaps, layOutMaps } from './maps.ts';
import { DICE_ROW_HEIGHT, layOutDiceRow } from './pads/dice-row.ts';
import { heightToBeginPads, layOutPads } from './pads/pads.ts';
import { layOutGameOnOnePage } from './primer.ts';
import { layOutQuotes } from './quotes.ts';
import { layOutBlankSheet, type SheetFooter } from './sheet/blank-sheet.ts';
import { layOutSideBySide, narrowTables } from './tables/side-by-side.ts';
import { heightToBeginTable, layOutTable } from './tables/table.ts';

/**
 * Lays out the blocks of a section from the current position down. Narrow tables that follow each other stand side by
 * side, and so do facts and a narrow table.
 * @param options.footer for the footer of a blank sheet
 * @param options.gapAbove whether white space comes before the first block, too
 */
export function layOutBlocks(
  flow: Flow,
  blocks: readonly PrintedBlock[],
  { footer, gapAbove }: { footer: SheetFooter; gapAbove: boolean },
): void {
  let next = 0;
  while (next < blocks.length) {
    if (next > 0 || gapAbove) flow.addGap(flow.spacing.betweenBlocks);
    const rest = blocks.slice(next);
    next += layOutTogether(flow, rest) || layOutOne(flow, rest, footer);
  }
}

/** Lays out the first blocks side by side if they are narrow. Returns how many those are. */
function layOutTogether(flow: Flow, blocks: readonly PrintedBlock[]): number {
  const [block, second] = blocks;
  if (block?.kind === 'facts' && second?.kind === 'table') {
    // Tables that fit beside each other are not parted.
    if (narrowTables(flow, blocks.slice(1)) !== null) return 0;
    return layOutFactsBeside(flow, block, second) ? 2 : 0;
  }
  const narrow = narrowTables(flow, blocks);
  if (narrow === null) return 0;
  layOutSideBySide(flow, narrow);
  return narrow.tables.length;
}

function layOutOne(flow: Flow, [block, after]: readonly PrintedBlock[], footer: SheetFooter): number {
  if (block === undefined) return 1;
  // A paragraph that introduces what follows stands on the same page as its beginning.
  const below = block.kind === 'paragraph' && after !== undefined ? heightToBegin(flow, after) : 0;
  if (block.kind === 'paragraph') layOutParagraph(flow, block, below);
  else layOutBlock(flow, block, footer);
  return 1;
}

/** Lays out one block from the current position down. `footer` is for the footer of a blank sheet. */
export function layOutBlock(flow: Flow, block: PrintedBlock, footer: SheetFooter): void {
  switch (block.kind) {
    case 'paragraph':
      layOutParagraph(flow, block, 0);
      break;
    case 'facts':
      layOutFacts(flow, block);
      break;
    case 'table':
      layOutTable(flow, block);
      break;
    case 'quotes':
      layOutQuotes(flow, block);
      break;
    case 'map':
    case 'bar':
    case 'chart':
    case 'shares':
    case 'sketch':
      layOutFigure(flow, block);
      break;
    case 'maps':
      layOutMaps(flow, block);
      break;
    case 'dice':
      layOutDiceRow(flow, block);
      break;
    case 'pads':
      layOutPads(flow, block);
      break;
    case 'primer':
      layOutGameOnOnePage(flow, block);
      break;
    case 'sheet':
      layOutBlankSheet(flow, block, footer);
      break;
  }
}

/** How many points must be left on the page, at least, for a block to begin there. */
function heightToBegin(flow: Flow, block: PrintedBlock): number {
  switch (block.kind) {
    case 'table':
      return heightToBeginTable(flow, block);
    case 'facts':
      return heightToBeginFacts(flow, block);
    case 'map':
    case 'bar':
    case 'chart':
    case 'shares':
    case 'sketch':
      return heightOfFigure(flow, block);
    case 'maps':
      return heightToBeginMaps(flow, block);
    case 'dice':
      return DICE_ROW_HEIGHT;
    case 'pads':
      return heightToBeginPads(flow, block);
    default:
      return 2 * flow.spacing.quote.line;
  }
}

/** The heading of a section: a star, the title, a rule. It stands on the same page as the block below it. */
export function layOutHeading(flow: Flow, title: string): void {
  const text = printable(title);
  const { heading, aboveHeading, belowHeading } = flow.spacing;
  const style: TextStyle = { font: 'heading', size: heading.size, color: PALETTE.ink };
  const lines = wrapToWidth(text.toUpperCase(), style, flow.width - 18);
  const node = flow.addNode('H2');
  flow.deferHeading(aboveHeading + lines.length * heading.line + belowHeading, () => {
    flow.addGap(aboveHeading);
    flow.addBookmark(text);
    flow.draw(
      [{ kind: 'path', path: starPath(6, heading.size / 2, heading.size * 0.31), fill: PALETTE.star }],
      null,
    );
    for (const line of lines) {
      flow.draw(textOps(line, style, { x: 18, y: heading.size * 0.9 }), node);
      flow.y += heading.line;
    }
    flow.draw([{ kind: 'line', x1: 0, y1: 3, x2: flow.width, y2: 3, color: PALETTE.ink, width: 1 }], null);
    flow.y += belowHeading;
  });
}

/** A paragraph of more lines than this may be separated from what it introduces. */
const MAX_INTRODUCTION = 5;

/** @param below how many points the block below the paragraph needs to begin on the same page */
function layOutParagraph(flow: Flow, block: Paragraph, below: number): void {
  const { body, betweenBlocks } = flow.spacing;
  const size = block.strong ? body.size + 1 : body.size;
  const indent = block.strong ? 10 : 0;
  const lineHeight = block.strong ? body.line + 1.5 : body.line;
  const style: TextStyle = { font: block.strong ? 'serif-bold' : 'serif', size, color: PALETTE.ink };
  const lines = wrapToWidth(printable(block.text), style, flow.width - indent);
  const withBelow = lines.length * lineHeight + betweenBlocks + below;
  const keep = below > 0 && lines.length <= MAX_INTRODUCTION;
  flow.ensureRoom(keep ? withBelow : Math.min(lines.length, 2) * lineHeight);
  const node = flow.addNode('P');
  for (const line of lines) {
    flow.ensureRoom(lineHeight);
    if (block.strong) {
      flow.draw([{ kind: 'rect', x: 0, y: 0, w: 3, h: lineHeight, fill: PALETTE.star }], null);
    }
    layOutLines(flow, [line], { style, lineHeight, indent, node });
  }
}
