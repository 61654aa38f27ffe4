import type { Table } from '../../rules/report.ts';
import type { Op } from '../drawing.ts';
import { breakLines, type Style, textOps } from '../fonts.ts';
import { accentOf, PALETTE } from '../palette.ts';
import { cellText, cellTone, clean } from '../words.ts';
import type { Flow } from './flow.ts';
import { type StructNode, structNode } from './page.ts';
import { cellFace, type Fit, type Fitted, fitColumns, SIZES, widthOf } from './table-columns.ts';

/** White between tables that stand side by side, in points. */
const GUTTER = 20;
/** Narrow tables of at least this many rows stand in several columns on the page. */
const LONG = 12;
/** Tables up to this height are not split over pages, in points. */
const SMALL = 170;
const NOTE: Style = { face: 'sans', size: 7.5, color: PALETTE.quiet };
const NOTE_LEAD = 10;
/** A table that would run over the page's end by at most this is set smaller instead, in points. */
const SQUEEZE = 48;

/** A table ready to be set: rows of wrapped cells. */
interface ReadyTable {
  table: Table;
  columns: Fitted[];
  size: number;
  pad: number;
  lead: number;
  head: ReadyRow;
  rows: ReadyRow[];
  /** How many times it stands side by side: a long and narrow one, with its rows dealt out to all of them. */
  across: number;
}

interface ReadyRow {
  cells: string[][];
  height: number;
}

/** Lays out a table: its head repeated on every page, rows never split, print as large as fits. */
export function layOutTable(flow: Flow, table: Table): void {
  const fit = fitPage(flow, table);
  const node = flow.node('Table', { alt: clean(table.caption) });
  for (const [i, columns] of fit.groups.entries()) {
    if (i > 0) flow.gap(10);
    const ready = readyTable(table, columns, fit, flow.width);
    const { across } = ready;
    const note = i === fit.groups.length - 1 ? noteHeight(table, flow.width) : 0;
    flow.need(togetherOf(ready, across, note) + (table.showCaption && i === 0 ? 16 : 0) + 6);
    if (table.showCaption && i === 0) layOutCaption(flow, table.caption, node);
    if (across > 1) layOutAcross(flow, ready, across, node);
    else layOutRows(flow, ready, node, note);
  }
  if (table.note !== undefined) layOutNote(flow, table.note);
}

/**
 * A table that just misses ending on the page is set smaller, so that it does; one that begins on an empty
 * page (but for its heading), even if it misses by much.
 */
function fitPage(flow: Flow, table: Table): Fit {
  const widest = fitColumns(table, flow.width);
  const over = heightOf(table, widest, flow.width) - flow.room;
  if (over <= 0 || (!flow.fresh && over > SQUEEZE)) return widest;
  for (const largest of SIZES.filter((size) => size < widest.size)) {
    const fit = fitColumns(table, flow.width, largest);
    if (heightOf(table, fit, flow.width) <= flow.room) return fit;
  }
  return widest;
}

/** Height of a table with its caption and note, in points. */
function heightOf(table: Table, fit: Fit, width: number): number {
  const groups = fit.groups.map((columns) => {
    const { head, rows, across } = readyTable(table, columns, fit, width);
    return head.height + rows.reduce((sum, row) => sum + row.height, 0) / across + 6;
  });
  const rows = groups.reduce((sum, height) => sum + height, 0);
  return rows + (table.showCaption ? 14 : 0) + noteHeight(table, width);
}

/** Height of a table's note with the white above it, in points; 0 without one. */
function noteHeight(table: Table, width: number): number {
  return table.note === undefined ? 0 : noteLines(table.note, width).length * NOTE_LEAD + 2;
}

function layOutCaption(flow: Flow, caption: string, table: StructNode): void {
  const style: Style = { face: 'sans-bold', size: 8.5, color: PALETTE.ink };
  const node = structNode('Caption');
  table.children.push(node);
  for (const line of breakLines(clean(caption), style.face, style.size, flow.width)) {
    flow.need(12);
    flow.draw(textOps(line, 0, 8.5, style), node);
    flow.y += 12;
  }
  flow.y += 2;
}

function noteLines(note: string, width: number): string[] {
  return breakLines(clean(note), NOTE.face, NOTE.size, width);
}

function layOutNote(flow: Flow, note: string): void {
  const node = flow.node('P');
  flow.y = Math.min(flow.bottom, flow.y + 2);
  for (const line of noteLines(note, flow.width)) {
    flow.need(NOTE_LEAD);
    flow.draw(textOps(line, 0, 8, NOTE), node);
    flow.y += NOTE_LEAD;
  }
}

function readyTable(table: Table, columns: Fitted[], fit: Fit, width: number): ReadyTable {
  const { size, pad } = fit;
  const lead = size * 1.22;
  const beside = besideEachOther(table, columns, width);
  const stretched = stretch(columns, (width + GUTTER) / beside - GUTTER);
  const head = readyRow(
    stretched.map((column) =>
      breakLines(column.label, 'sans-bold', size, column.width - 2 * pad - column.inset),
    ),
    lead,
    size * 0.5,
  );
  const rows = table.rows.map((row, i) =>
    readyRow(
      stretched.map((column) => {
        const text = cellText(row[column.at] ?? '', table.columns[column.at] as Table['columns'][number]);
        return breakLines(text, cellFace(table, i, column.at), size, column.width - 2 * pad - column.inset);
      }),
      lead,
      size * 0.32,
    ),
  );
  const single = rows.every((row) => row.cells.every((lines) => lines.length === 1));
  return { table, columns: stretched, size, pad, lead, head, rows, across: single ? beside : 1 };
}

/** How many times a table's columns fit beside each other, before they get any air; once if it is not long. */
function besideEachOther(table: Table, columns: Fitted[], width: number): number {
  if (table.rows.length < LONG) return 1;
  return Math.min(4, Math.max(1, Math.floor((width + GUTTER) / (widthOf(columns) + GUTTER))));
}

function readyRow(cells: string[][], lead: number, white: number): ReadyRow {
  return { cells, height: Math.max(1, ...cells.map((lines) => lines.length)) * lead + white };
}

/** A table that nearly fills the page is stretched to fill it; a narrow one only gets some air. */
function stretch(columns: Fitted[], width: number): Fitted[] {
  const natural = widthOf(columns);
  const spare = width - natural;
  const max = natural > width * 0.62 ? 30 : 12;
  const each = Math.min(max, spare / columns.length);
  return columns.map((column) => ({ ...column, width: column.width + each }));
}

function layOutRows(flow: Flow, ready: ReadyTable, node: StructNode, note: number): void {
  drawHead(flow, ready, node, flow.left);
  for (const [i, row] of ready.rows.entries()) {
    // The note is not left alone on the next page.
    const under = i === ready.rows.length - 1 && note > 0 ? note + 4 : 0;
    if (flow.room < row.height + under && !flow.atTop) {
      closeRows(flow, ready, flow.left);
      flow.newPage();
      drawHead(flow, ready, null, flow.left);
    }
    drawRow(flow, ready, i, node, flow.left);
  }
  closeRows(flow, ready, flow.left);
  flow.y += 4;
}

/** How much of a table stays together: a small one wholly, of others the head and the first rows. */
function togetherOf({ head, rows }: ReadyTable, across: number, note: number): number {
  const whole = head.height + heightOfRows(rows) / across + note;
  const first = head.height + heightOfRows(rows.slice(0, 3));
  return whole <= SMALL ? whole : first;
}

function heightOfRows(rows: readonly ReadyRow[]): number {
  return rows.reduce((sum, row) => sum + row.height, 0);
}

/** A long narrow table in several columns on the page, as even as can be. */
function layOutAcross(flow: Flow, ready: ReadyTable, max: number, node: StructNode): void {
  const height = ready.rows[0]?.height ?? 1;
  const step = widthOf(ready.columns) + GUTTER;
  const air = (flow.width + GUTTER - max * step) / max;
  let at = 0;
  while (at < ready.rows.length) {
    const left = ready.rows.length - at;
    const fits = Math.floor((flow.room - ready.head.height - 2) / height);
    if (fits < Math.min(4, Math.ceil(left / max))) {
      flow.newPage();
      continue;
    }
    const each = Math.min(fits, Math.ceil(left / max));
    const top = flow.y;
    let lowest = top;
    for (let column = 0; column < max && at < ready.rows.length; column++) {
      const x = flow.left + column * (step + air);
      flow.y = top;
      drawHead(flow, ready, at === 0 ? node : null, x);
      const end = Math.min(ready.rows.length, at + each);
      for (; at < end; at++) drawRow(flow, ready, at, node, x);
      closeRows(flow, ready, x);
      lowest = Math.max(lowest, flow.y);
    }
    flow.y = lowest;
    if (at < ready.rows.length) flow.newPage();
  }
  flow.y += 4;
}

/** The head; null for a repeated one, which is not read out again. */
function drawHead(flow: Flow, ready: ReadyTable, table: StructNode | null, left: number): void {
  const { columns, size, pad, head, lead } = ready;
  const row = table === null ? null : structNode('TR');
  if (row !== null) table?.children.push(row);
  flow.draw([rule(0, widthOf(columns), 0, PALETTE.ink, 0.9)], null, left);
  let x = 0;
  for (const [i, column] of columns.entries()) {
    const tone = ready.table.columns[column.at]?.tone ?? null;
    const cell = row === null ? null : structNode('TH', { scope: 'Column' });
    if (cell !== null) row?.children.push(cell);
    if (tone !== null) flow.draw([toneBar(x + 1, column.width - 2, tone)], null, left);
    const lines = head.cells[i] ?? [];
    const first = head.height - lines.length * lead - size * 0.12;
    const style: Style = { face: 'sans-bold', size, color: accentOf(tone) };
    flow.draw(cellOps(lines, x, first, column, pad, lead, style), cell, left);
    x += column.width;
  }
  flow.y += head.height;
  flow.draw([rule(0, widthOf(columns), 0, PALETTE.ink, 0.6)], null, left);
}

/** A column of a party has a bar above its head: full for Democrats, broken for Republicans. */
function toneBar(x: number, width: number, tone: 'D' | 'R'): Op {
  const bar: Op = { kind: 'line', x1: x, y1: 1.4, x2: x + width, y2: 1.4, color: accentOf(tone), width: 1.8 };
  return tone === 'R' ? { ...bar, dash: [2.4, 1.6] } : bar;
}

function drawRow(flow: Flow, ready: ReadyTable, index: number, table: StructNode, left: number): void {
  const { columns, size, pad, lead } = ready;
  const row = ready.rows[index] as ReadyRow;
  const node = structNode('TR');
  table.children.push(node);
  const width = widthOf(columns);
  if (index % 2 === 1) {
    flow.draw([{ kind: 'rect', x: 0, y: 0, w: width, h: row.height, fill: PALETTE.zebra }], null, left);
  }
  let x = 0;
  for (const [i, column] of columns.entries()) {
    const source = ready.table.rows[index]?.[column.at] ?? '';
    const tone = cellTone(source, ready.table.columns[column.at] as Table['columns'][number]);
    const cell = i === 0 ? structNode('TH', { scope: 'Row' }) : structNode('TD');
    node.children.push(cell);
    const face = cellFace(ready.table, index, column.at);
    flow.draw(
      cellOps(row.cells[i] ?? [], x, size * 0.1, column, pad, lead, { face, size, color: accentOf(tone) }),
      cell,
      left,
    );
    x += column.width;
  }
  flow.y += row.height;
  flow.draw([rule(0, width, 0, PALETTE.rule, 0.35)], null, left);
}

function cellOps(
  lines: readonly string[],
  x: number,
  y: number,
  column: Fitted,
  pad: number,
  lead: number,
  style: Style,
): Op[] {
  return lines.flatMap((line, n) => {
    if (line === '') return [];
    const base = y + style.size * 1.02 + n * lead;
    return column.align === 'right'
      ? textOps(line, x + column.width - pad, base, style, 'end')
      : textOps(line, x + pad + column.inset, base, style);
  });
}

function closeRows(flow: Flow, ready: ReadyTable, left: number): void {
  flow.draw([rule(0, widthOf(ready.columns), 0, PALETTE.ink, 0.6)], null, left);
}

function rule(x1: number, x2: number, y: number, color: string, width: number): Op {
  return { kind: 'line', x1, y1: y, x2, y2: y, color, width };
}
