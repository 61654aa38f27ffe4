import type { Quotes } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { accentOf, PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutLines } from './lines.ts';

const QUOTE: TextStyle = { font: 'serif-italic', size: 11, color: PALETTE.ink };
const LINE_HEIGHT = 15;
/** The width of the column at the left, for the authors. */
const INDENT = 58;
/** The space between two columns of quotes. */
const GUTTER = 20;

/** Lays out press releases: in two columns if all of them are short, else one below the other. */
export function layOutQuotes(flow: Flow, block: Quotes): void {
  const columnWidth = (flow.width - GUTTER) / 2;
  const wrapAll = (width: number) =>
    block.items.map((item) => wrapToWidth(`“${printable(item.text)}”`, QUOTE, width - INDENT));
  const twoColumns = block.items.length > 3 && wrapAll(columnWidth).every((lines) => lines.length <= 2);
  const perRow = twoColumns ? 2 : 1;
  const quotes = wrapAll(twoColumns ? columnWidth : flow.width);
  for (let first = 0; first < block.items.length; first += perRow) {
    const row = quotes.slice(first, first + perRow);
    flow.ensureRoom(Math.max(...row.map((lines) => Math.min(lines.length, 3))) * LINE_HEIGHT + 5);
    const [top, pageCount] = [flow.y, flow.pages.length];
    let lowest = top;
    for (const [column, lines] of row.entries()) {
      if (flow.pages.length === pageCount) flow.y = top;
      const item = block.items[first + column] as Quotes['items'][number];
      layOutQuote(flow, item, lines, column * (columnWidth + GUTTER));
      lowest = flow.pages.length === pageCount ? Math.max(lowest, flow.y) : flow.y;
    }
    flow.y = Math.min(flow.bottom, lowest + 5);
  }
}

/** The identifier of the author at the left, in the color of the party, and the text in italics. */
function layOutQuote(flow: Flow, item: Quotes['items'][number], lines: readonly string[], x: number): void {
  const color = accentOf(item.tone);
  const authorStyle: TextStyle = { font: 'heading', size: 15, color };
  const node = flow.addNode('BlockQuote');
  const author = wrapToWidth(printable(item.by), authorStyle, INDENT - 26)[0] ?? '';
  flow.draw(textOps(author, authorStyle, { x, y: 12.5 }), node);
  if (item.tone !== null) {
    const letterX = x + measureText(author, authorStyle) + 4;
    flow.draw(textOps(`(${item.tone})`, { font: 'sans', size: 7.5, color }, { x: letterX, y: 12.5 }), node);
  }
  layOutLines(flow, lines, { style: QUOTE, lineHeight: LINE_HEIGHT, node, indent: x + INDENT });
}
