import type { Table } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { type TextStyle, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutLines, layOutText } from './lines.ts';
import { type StructNode, structNode } from './page.ts';
import { type ColumnFit, fitColumns, SIZES } from './table-columns.ts';
import { heightOfRows, measureTable } from './table-measuring.ts';
import { heightToBegin, layOutRows } from './table-page-breaks.ts';

const CAPTION: TextStyle = { font: 'sans-bold', size: 8.5, color: PALETTE.ink };
const NOTE: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const NOTE_LINE = 10;
/** A table that would need at most this much more room to end on the page is set in smaller type instead, in points. */
const MAX_SQUEEZE = 48;

/** Lays out a table with its caption and note, in the largest type that fits. */
export function layOutTable(flow: Flow, table: Table): void {
  const fit = chooseFit(flow, table);
  const node = flow.addNode('Table', { alt: printable(table.caption) });
  for (const [i, group] of fit.groups.entries()) {
    const [first, last] = [i === 0, i === fit.groups.length - 1];
    if (!first) flow.addGap(10);
    const measured = measureTable(table, group, fit, flow.width);
    const noteHeight = last ? heightOfNote(table, flow.width) : 0;
    const captioned = first && table.showCaption;
    flow.ensureRoom(heightToBegin(measured, noteHeight) + (captioned ? 16 : 0) + 6);
    if (captioned) layOutCaption(flow, table.caption, node);
    layOutRows(flow, measured, node, noteHeight);
  }
  if (table.note !== undefined) layOutNote(flow, table.note);
}

/**
 * The largest type in which the columns fit. A table that would barely not end on the page gets smaller type if that
 * makes it fit; a table at the top of a page even if it is much too long.
 */
function chooseFit(flow: Flow, table: Table): ColumnFit {
  const largest = fitColumns(table, flow.width);
  const excess = heightOfTable(table, largest, flow.width) - flow.room;
  if (excess <= 0 || (!flow.nearTop && excess > MAX_SQUEEZE)) return largest;
  for (const size of SIZES.filter((candidate) => candidate < largest.size)) {
    const fit = fitColumns(table, flow.width, size);
    if (heightOfTable(table, fit, flow.width) <= flow.room) return fit;
  }
  return largest;
}

/** The height of a table with its caption and note, in points. */
function heightOfTable(table: Table, fit: ColumnFit, width: number): number {
  const groups = fit.groups.map((group) => {
    const { header, rows, copies } = measureTable(table, group, fit, width);
    return header.height + heightOfRows(rows) / copies + 6;
  });
  const rows = groups.reduce((sum, height) => sum + height, 0);
  return rows + (table.showCaption ? 14 : 0) + heightOfNote(table, width);
}

/** The height of the note with the white space above it, in points; 0 if there is none. */
function heightOfNote(table: Table, width: number): number {
  return table.note === undefined ? 0 : noteLines(table.note, width).length * NOTE_LINE + 2;
}

function noteLines(note: string, width: number): string[] {
  return wrapToWidth(printable(note), NOTE, width);
}

function layOutCaption(flow: Flow, caption: string, table: StructNode): void {
  const node = structNode('Caption');
  table.children.push(node);
  layOutText(flow, printable(caption), { style: CAPTION, lineHeight: 12, baseline: 8.5, node });
  flow.y += 2;
}

function layOutNote(flow: Flow, note: string): void {
  const node = flow.addNode('P');
  flow.y = Math.min(flow.bottom, flow.y + 2);
  layOutLines(flow, noteLines(note, flow.width), { style: NOTE, lineHeight: NOTE_LINE, baseline: 8, node });
}
