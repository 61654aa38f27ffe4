import type { Quotes } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { withOwnDirection } from '../drawing/bidi.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { accentOf, PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutLines } from './lines.ts';

/** The width of the column at the left, for the authors. */
const INDENT = 58;
/** The space between two columns of quotes. */
const GUTTER = 20;
/** Quotes of at most this many lines in a column are set in two columns. */
const MAX_LINES_IN_COLUMNS = 3;

/** Lays out press releases: in two columns if all of them are short, else one below the other. */
export function layOutQuotes(flow: Flow, block: Quotes): void {
  const { size, line: lineHeight } = flow.spacing.quote;
  const style: TextStyle = { font: 'serif-italic', size, color: PALETTE.ink };
  const columnWidth = (flow.width - GUTTER) / 2;
  const wrapAll = (width: number) =>
    block.items.map((item) =>
      wrapToWidth(withOwnDirection(`“${printable(item.text)}”`), style, width - INDENT),
    );
  const short = wrapAll(columnWidth).every((lines) => lines.length <= MAX_LINES_IN_COLUMNS);
  const width = block.items.length > 2 && short ? columnWidth : flow.width;
  const perRow = width === flow.width ? 1 : 2;
  const quotes = wrapAll(width);
  for (let first = 0; first < block.items.length; first += perRow) {
    const row = quotes.slice(first, first + perRow);
    const longest = Math.max(...row.map((lines) => lines.length));
    // Quotes side by side are never broken over pages.
    flow.ensureRoom((perRow === 1 ? Math.min(longest, 3) : longest) * lineHeight + 5);
    const columns = row.map((lines, column) => ({
      x: column * (columnWidth + GUTTER),
      width,
      layOut: () => layOutQuote(flow, block.items[first + column] as Quotes['items'][number], lines, style),
    }));
    if (perRow > 1) flow.sideBySide(columns);
    else columns[0]?.layOut();
    flow.y = Math.min(flow.bottom, flow.y + lineHeight / 3);
  }
}

/** The identifier of the author at the left, in the color of the party, and the text in italics. */
function layOutQuote(
  flow: Flow,
  item: Quotes['items'][number],
  lines: readonly string[],
  style: TextStyle,
): void {
  const color = accentOf(item.tone);
  const authorStyle: TextStyle = { font: 'heading', size: style.size + 4, color };
  const baseline = style.size * 0.95 + 1.5;
  const node = flow.addNode('BlockQuote');
  const author = wrapToWidth(printable(item.by), authorStyle, INDENT - 26)[0] ?? '';
  flow.draw(textOps(author, authorStyle, { x: 0, y: baseline }), node);
  if (item.tone !== null) {
    const letterX = measureText(author, authorStyle) + 4;
    const letterStyle: TextStyle = { font: 'sans', size: 7.5, color };
    flow.draw(textOps(`(${item.tone})`, letterStyle, { x: letterX, y: baseline }), node);
  }
  layOutLines(flow, lines, { style, lineHeight: flow.spacing.quote.line, node, indent: INDENT });
}
