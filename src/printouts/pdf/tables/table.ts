import type { Table } from '../../../rules/report.ts';
import { printable } from '../../../text/printable.ts';
import { type TextStyle, wrapToWidth } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import type { Flow } from '../flow.ts';
import { layOutLines } from '../lines.ts';
import { type StructNode, structNode } from '../page.ts';
import { type ColumnFit, fitColumns, SIZES } from './table-columns.ts';
import { heightOfBody, type MeasuredTable, MIN_ROWS_SIDE_BY_SIDE, measureTable } from './table-measuring.ts';
import { heightToBegin, layOutRows } from './table-page-breaks.ts';

const CAPTION: TextStyle = { font: 'sans-bold', size: 8.5, color: PALETTE.ink };
const CAPTION_LINE = 12;
const BELOW_CAPTION = 2;
const NOTE: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const NOTE_LINE = 10;
/** A table that would need at most this much more room to end on the page is set in smaller type instead, in points. */
const MAX_SQUEEZE = 48;

/** For a table beside others. */
interface BesideOptions {
  /** How many lines the caption takes at least, so that tables side by side begin at one height. */
  captionLines?: number;
  /** The largest type, in points. */
  largest?: number;
}

/** Lays out a table with its caption and note, in the largest type that fits. */
export function layOutTable(
  flow: Flow,
  table: Table,
  { captionLines = 0, largest }: BesideOptions = {},
): void {
  const groups = chooseSize(flow, table, largest);
  const caption = captionOf(table, flow.width);
  const captionHeight = heightOfCaption(Math.max(caption.length, captionLines));
  const note = noteOf(table, flow.width);
  const node = flow.addNode('Table', { alt: printable(table.caption) });
  for (const [i, measured] of groups.entries()) {
    const [first, last] = [i === 0, i === groups.length - 1];
    if (!first) flow.addGap(10);
    const noteHeight = last ? heightOfNote(note) : 0;
    flow.ensureRoom(heightToBegin(measured, noteHeight) + (first ? captionHeight : 0) + 6);
    const whole = captionHeight + heightOfBody(measured) + noteHeight;
    const { length } = flow.pages;
    if (first) layOutCaption(flow, caption, captionHeight, node);
    layOutRows(flow, measured, node, noteHeight);
    if (flow.pages.length > length && whole <= flow.bottom - flow.top) flow.brokenTables += 1;
  }
  layOutNote(flow, note);
}

/** How many points must be left on the page for a table to begin there. */
export function heightToBeginTable(flow: Flow, table: Table): number {
  const [first] = measureTable(table, fitTable(flow, table), flow);
  const noteHeight = heightOfNote(noteOf(table, flow.width));
  const caption = heightOfCaption(captionOf(table, flow.width).length);
  return first === undefined ? 0 : heightToBegin(first, noteHeight) + caption + 6;
}

/** The height of a table that is laid out in one piece in a column of that width, in points. */
export function heightOfTableIn(
  { spacing }: Flow,
  table: Table,
  width: number,
  { captionLines = 0, largest = spacing.largestTable }: BesideOptions = {},
): number {
  const lines = Math.max(captionLines, captionOf(table, width).length);
  const fit = fitColumns(table, width, largest);
  const rows = heightOfGroups(measureTable(table, fit, { width, spacing }));
  return rows + heightOfCaption(lines) + heightOfNote(noteOf(table, width)) + 4;
}

/**
 * The table at the largest font size at which its columns fit. A table that would barely not end on the page gets
 * smaller type if that makes it fit; a table at the top of a page even if it is much too long.
 */
function chooseSize(flow: Flow, table: Table, largestType?: number): MeasuredTable[] {
  const fit = fitTable(flow, table, largestType);
  const largest = measureTable(table, fit, flow);
  const others =
    heightOfCaption(captionOf(table, flow.width).length) + heightOfNote(noteOf(table, flow.width));
  const excess = heightOfGroups(largest) + others - flow.room;
  if (excess <= 0 || (!flow.nearTop && excess > MAX_SQUEEZE)) return largest;
  for (const size of SIZES.filter((candidate) => candidate < fit.size)) {
    const smaller = measureTable(table, fitColumns(table, flow.width, size), flow);
    if (heightOfGroups(smaller) + others <= flow.room) return smaller;
  }
  return largest;
}

/** The columns at the largest font size at which they fit; at a smaller one if the table is long and fits in copies then. */
function fitTable(flow: Flow, table: Table, largest: number = flow.spacing.largestTable): ColumnFit {
  const fit = fitColumns(table, flow.width, largest);
  if (table.rows.length < MIN_ROWS_SIDE_BY_SIDE || copiesOf(flow, table, fit) > 1) return fit;
  const smaller = SIZES.filter((size) => size < fit.size && size >= flow.spacing.smallestBeside);
  const inCopies = smaller
    .map((size) => fitColumns(table, flow.width, size))
    .find((each) => copiesOf(flow, table, each) > 1);
  return inCopies ?? fit;
}

function copiesOf(flow: Flow, table: Table, fit: ColumnFit): number {
  return measureTable(table, fit, flow)[0]?.copies ?? 1;
}

function heightOfGroups(groups: readonly MeasuredTable[]): number {
  return groups.reduce((sum, measured) => sum + heightOfBody(measured) + 6, 0);
}

/** The lines of the caption in a column of that width; none if it is not printed. */
export function captionOf(table: Table, width: number): string[] {
  return table.showCaption ? wrapToWidth(printable(table.caption), CAPTION, width) : [];
}

function heightOfCaption(lines: number): number {
  return lines === 0 ? 0 : lines * CAPTION_LINE + BELOW_CAPTION;
}

function layOutCaption(flow: Flow, lines: readonly string[], height: number, table: StructNode): void {
  const top = flow.y;
  if (lines.length > 0) {
    const node = structNode('Caption');
    table.children.push(node);
    // A caption of fewer lines than its neighbors' stands right above its table.
    flow.y = top + height - heightOfCaption(lines.length);
    layOutLines(flow, lines, { style: CAPTION, lineHeight: CAPTION_LINE, baseline: 8.5, node });
  }
  flow.y = top + height;
}

function noteOf({ note }: Table, width: number): string[] {
  return note === undefined ? [] : wrapToWidth(printable(note), NOTE, width);
}

/** The height of the note with the white space above it, in points; 0 if there is none. */
function heightOfNote(lines: readonly string[]): number {
  return lines.length === 0 ? 0 : lines.length * NOTE_LINE + 2;
}

function layOutNote(flow: Flow, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const node = flow.addNode('P');
  flow.y = Math.min(flow.bottom, flow.y + 2);
  layOutLines(flow, lines, { style: NOTE, lineHeight: NOTE_LINE, baseline: 8, node });
}
