import type { Block, ElectoralMap, Facts, LineChart, Paragraph, VoteBar } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Drawing } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { drawBar } from '../figures/bar.ts';
import { drawChart } from '../figures/chart.ts';
import { barInWords, chartInWords, mapInWords } from '../figures/figures-in-words.ts';
import { mapDrawing } from '../figures/map.ts';
import { PALETTE } from '../palette.ts';
import { layOutBlankSheet, type SheetFooter } from './blank-sheet.ts';
import type { Flow } from './flow.ts';
import { layOutLines } from './lines.ts';
import { layOutMaps } from './maps.ts';
import { layOutGameOnOnePage } from './primer.ts';
import { layOutQuotes } from './quotes.ts';
import { layOutTable } from './table.ts';

/** Lays out one block from the current position down. `footer` is for the footer of a blank sheet. */
export function layOutBlock(flow: Flow, block: Block, footer: SheetFooter): void {
  switch (block.kind) {
    case 'paragraph':
      layOutParagraph(flow, block);
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
      layOutFigure(flow, block);
      break;
    case 'maps':
      layOutMaps(flow, block);
      break;
    case 'primer':
      layOutGameOnOnePage(flow, block);
      break;
    case 'sheet':
      layOutBlankSheet(flow, block, footer);
      break;
  }
}

const HEADING: TextStyle = { font: 'heading', size: 19, color: PALETTE.ink };
const HEADING_LINE = 20;

/** The heading of a section: a star, the title, a rule. It stands on the same page as the block below it. */
export function layOutHeading(flow: Flow, title: string): void {
  const text = printable(title);
  const lines = wrapToWidth(text.toUpperCase(), HEADING, flow.width - 18);
  const node = flow.addNode('H2');
  flow.deferHeading(12 + lines.length * HEADING_LINE + 10, () => {
    flow.addGap(12);
    flow.addBookmark(text);
    flow.draw([{ kind: 'path', path: starPath(6, 9.5, 6), fill: PALETTE.star }], null);
    for (const line of lines) {
      flow.draw(textOps(line, HEADING, { x: 18, y: 17 }), node);
      flow.y += HEADING_LINE;
    }
    flow.draw([{ kind: 'line', x1: 0, y1: 3, x2: flow.width, y2: 3, color: PALETTE.ink, width: 1 }], null);
    flow.y += 10;
  });
}

const BODY: TextStyle = { font: 'serif', size: 10, color: PALETTE.ink };
const STRONG: TextStyle = { font: 'serif-bold', size: 11, color: PALETTE.ink };

function layOutParagraph(flow: Flow, block: Paragraph): void {
  const layout = block.strong
    ? { style: STRONG, lineHeight: 15, indent: 10 }
    : { style: BODY, lineHeight: 13.5, indent: 0 };
  const { style, lineHeight, indent } = layout;
  const lines = wrapToWidth(printable(block.text), style, flow.width - indent);
  flow.ensureRoom(Math.min(lines.length, 2) * lineHeight);
  const node = flow.addNode('P');
  for (const line of lines) {
    flow.ensureRoom(lineHeight);
    if (block.strong) {
      flow.draw([{ kind: 'rect', x: 0, y: 0, w: 3, h: lineHeight, fill: PALETTE.star }], null);
    }
    layOutLines(flow, [line], { ...layout, node });
  }
}

const FACT_LABEL: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const FACT_LABEL_LINE = 9;
const FACT_VALUE: TextStyle = { font: 'heading', size: 16, color: PALETTE.ink };
const LONG_FACT_VALUE: TextStyle = { font: 'serif', size: 9.5, color: PALETTE.ink };

/** Values below their labels, up to four side by side. A long value is set in smaller type and wrapped. */
function layOutFacts(flow: Flow, block: Facts): void {
  const perRow = Math.min(4, Math.max(1, block.items.length));
  const cell = flow.width / perRow;
  for (let first = 0; first < block.items.length; first += perRow) {
    const facts = block.items.slice(first, first + perRow).map((item) => measureFact(item, cell - 10));
    const labelHeight = Math.max(...facts.map(({ labels }) => labels.length * FACT_LABEL_LINE));
    const valueHeight = Math.max(...facts.map(({ lines, lineHeight }) => lines.length * lineHeight));
    const height = labelHeight + valueHeight + 8;
    flow.ensureRoom(height);
    for (const [column, { labels, lines, style, lineHeight }] of facts.entries()) {
      const node = flow.addNode('P');
      const x = column * cell;
      for (const [i, line] of labels.entries()) {
        flow.draw(textOps(line, FACT_LABEL, { x, y: 7 + i * FACT_LABEL_LINE }), node);
      }
      for (const [i, line] of lines.entries()) {
        flow.draw(textOps(line, style, { x, y: labelHeight + style.size * 0.92 + i * lineHeight }), node);
      }
    }
    flow.y += height;
  }
}

function measureFact(item: Facts['items'][number], width: number) {
  const value = printable(item.value);
  const labels = wrapToWidth(printable(item.label), FACT_LABEL, width);
  return measureText(value, FACT_VALUE) <= width
    ? { labels, lines: [value], style: FACT_VALUE, lineHeight: 18 }
    : { labels, lines: wrapToWidth(value, LONG_FACT_VALUE, width), style: LONG_FACT_VALUE, lineHeight: 12 };
}

/** The map is a little narrower than the page, so that the bar and the chart fit on the same page. */
const MAP_SHARE = 0.82;
const CAPTION: TextStyle = { font: 'serif-italic', size: 9, color: PALETTE.quiet };
const CAPTION_LINE = 12;

/** A figure with its caption below, both centered. */
function layOutFigure(flow: Flow, figure: ElectoralMap | VoteBar | LineChart): void {
  const { drawing, words } = drawFigure(figure, flow.width);
  const text = printable(figure.caption);
  const lines = wrapToWidth(text, CAPTION, flow.width);
  flow.ensureRoom(drawing.height + lines.length * CAPTION_LINE + 8);
  const node = flow.addNode('Figure', { alt: `${text}. ${words}` });
  flow.draw(drawing.ops, node, flow.left + (flow.width - drawing.width) / 2);
  flow.y += drawing.height + 2;
  const caption = flow.addNode('P');
  for (const line of lines) {
    const place = { x: flow.width / 2, y: CAPTION.size * 0.95, anchor: 'middle' } as const;
    flow.draw(textOps(line, CAPTION, place), caption);
    flow.y += CAPTION_LINE;
  }
}

function drawFigure(
  figure: ElectoralMap | VoteBar | LineChart,
  width: number,
): { drawing: Drawing; words: string } {
  switch (figure.kind) {
    case 'map':
      return { drawing: mapDrawing(figure, width * MAP_SHARE), words: mapInWords(figure) };
    case 'bar':
      return { drawing: drawBar(figure, width), words: barInWords(figure) };
    case 'chart':
      return { drawing: drawChart(figure, width), words: chartInWords(figure) };
  }
}
