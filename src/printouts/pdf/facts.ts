import type { Facts, Table } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { widthOfNarrow } from './tables/side-by-side.ts';
import { heightOfTableIn, layOutTable } from './tables/table.ts';
import { GUTTER } from './tables/table-measuring.ts';

const LABEL: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const LABEL_LINE = 8.5;
const VALUE: TextStyle = { font: 'heading', size: 14, color: PALETTE.ink };
const VALUE_LINE = 15;
const LONG_VALUE: TextStyle = { font: 'serif', size: 9.5, color: PALETTE.ink };
const LONG_VALUE_LINE = 11.5;

const MAX_PER_ROW = 4;
/** The least width of a fact beside a table, in points. */
const NARROWEST = 100;
/** A table beside facts takes at most this share of the width. */
const MAX_TABLE_SHARE = 0.5;

interface MeasuredFact {
  labels: string[];
  lines: string[];
  style: TextStyle;
  lineHeight: number;
}

interface FactRow {
  facts: MeasuredFact[];
  /** The height of the labels, which the values stand below. */
  labelHeight: number;
  height: number;
}

/** Values below their labels, up to four side by side. A long value is set in smaller type and wrapped. */
export function layOutFacts(flow: Flow, block: Facts): void {
  layOutRows(flow, block, factsPerRow(block));
}

/** As many facts in each row as in the others, as far as possible. */
function factsPerRow({ items }: Facts): number {
  const rows = Math.max(1, Math.ceil(items.length / MAX_PER_ROW));
  return Math.max(1, Math.ceil(items.length / rows));
}

function layOutRows(flow: Flow, block: Facts, perRow: number): void {
  const cell = flow.width / perRow;
  for (const { facts, labelHeight, height } of measureRows(flow, block, flow.width, perRow)) {
    flow.ensureRoom(height);
    for (const [column, { labels, lines, style, lineHeight }] of facts.entries()) {
      const node = flow.addNode('P');
      const x = column * cell;
      for (const [i, line] of labels.entries()) {
        flow.draw(textOps(line, LABEL, { x, y: 7 + i * LABEL_LINE }), node);
      }
      for (const [i, line] of lines.entries()) {
        flow.draw(textOps(line, style, { x, y: labelHeight + style.size * 0.92 + i * lineHeight }), node);
      }
    }
    flow.y += height;
  }
}

function measureRows(flow: Flow, { items }: Facts, width: number, perRow: number): FactRow[] {
  const rows: FactRow[] = [];
  for (let first = 0; first < items.length; first += perRow) {
    const facts = items.slice(first, first + perRow).map((item) => measureFact(item, width / perRow - 10));
    const labelHeight = Math.max(...facts.map(({ labels }) => labels.length * LABEL_LINE));
    const valueHeight = Math.max(...facts.map(({ lines, lineHeight }) => lines.length * lineHeight));
    rows.push({ facts, labelHeight, height: labelHeight + valueHeight + flow.spacing.belowFacts });
  }
  return rows;
}

function measureFact(item: Facts['items'][number], width: number): MeasuredFact {
  const value = printable(item.value);
  const labels = wrapToWidth(printable(item.label), LABEL, width);
  return measureText(value, VALUE) <= width
    ? { labels, lines: [value], style: VALUE, lineHeight: VALUE_LINE }
    : {
        labels,
        lines: wrapToWidth(value, LONG_VALUE, width),
        style: LONG_VALUE,
        lineHeight: LONG_VALUE_LINE,
      };
}

/** The height of the first row of facts, in points. */
export function heightToBeginFacts(flow: Flow, block: Facts): number {
  return measureRows(flow, block, flow.width, factsPerRow(block))[0]?.height ?? 0;
}

/** Lays out facts with the table that follows them at their right, if it is narrow. Returns whether it did. */
export function layOutFactsBeside(flow: Flow, block: Facts, table: Table): boolean {
  const tableWidth = widthOfNarrow(flow, table);
  if (tableWidth === null || tableWidth > flow.width * MAX_TABLE_SHARE || block.items.length < 4)
    return false;
  const width = flow.width - tableWidth - GUTTER;
  const perRow = Math.min(MAX_PER_ROW, Math.floor(width / NARROWEST));
  const factsHeight = measureRows(flow, block, width, perRow).reduce((sum, { height }) => sum + height, 0);
  const tableHeight = heightOfTableIn(flow, table, tableWidth);
  flow.ensureRoom(Math.max(factsHeight, tableHeight));
  flow.sideBySide([
    { x: 0, width, layOut: () => layOutRows(flow, block, perRow) },
    { x: width + GUTTER, width: tableWidth, layOut: () => layOutTable(flow, table) },
  ]);
  return true;
}
