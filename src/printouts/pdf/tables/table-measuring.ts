import type { Column, Table } from '../../../rules/report.ts';
import { wrapToWidth } from '../../drawing/text.ts';
import { cellDice, cellText } from '../../table-cells.ts';
import type { Spacing } from '../spacing.ts';
import { type ColumnFit, cellFont, DIE_SIZE, type FittedColumn, totalWidth } from './table-columns.ts';

// How high the rows of a PDF table are once their cells are wrapped.

/** Space between copies of a table that stand side by side, in points. */
export const GUTTER = 20;
/** A table with at least this many rows is set side by side in several copies if it is narrow. */
export const MIN_ROWS_SIDE_BY_SIDE = 12;
const MAX_SIDE_BY_SIDE = 4;

/** A table with wrapped cells: everything that is needed to draw it. */
export interface MeasuredTable {
  table: Table;
  columns: FittedColumn[];
  /** The font size, in points. */
  size: number;
  /** White space on each side of the text in a column, in points. */
  padding: number;
  lineHeight: number;
  /** The distance from the top of a row to its first line, in points. */
  cellTop: number;
  header: MeasuredRow;
  rows: MeasuredRow[];
  /** How many copies stand side by side and share the rows: 1, or more for a long and narrow table. */
  copies: number;
}

/** A row with the lines of each cell. */
export interface MeasuredRow {
  cells: string[][];
  /** In points. */
  height: number;
  /** How much lower than usual its text begins, in points. The key is missing in a row without dice. */
  lower?: number;
}

/** The room that a table has across, in points, and how tightly it is set. */
export interface TableRoom {
  width: number;
  spacing: Spacing;
}

/** What was measured of a table that is being laid out, which often asks for the same several times. */
const known = new WeakMap<Table, Map<string, MeasuredTable[]>>();

/**
 * Wraps the cells of each group of columns and measures the rows.
 * @param fit that of `fitColumns` for this width, so that its size and its padding tell it from others
 */
export function measureTable(table: Table, fit: ColumnFit, room: TableRoom): MeasuredTable[] {
  const results = known.get(table) ?? new Map<string, MeasuredTable[]>();
  known.set(table, results);
  const key = `${fit.size} ${fit.padding} ${room.width} ${room.spacing.name}`;
  const measured = results.get(key) ?? fit.groups.map((group) => measureGroup(table, group, fit, room));
  results.set(key, measured);
  return measured;
}

/** The height of text in a row beside which white space is shared evenly, as a multiple of the font size. */
const CENTERED = 1.34;

function measureGroup(
  table: Table,
  group: FittedColumn[],
  { size, padding }: ColumnFit,
  { width, spacing }: TableRoom,
): MeasuredTable {
  const lineHeight = size * spacing.tableLine;
  const possibleCopies = copiesThatFit(table, group, width);
  const columns = stretch(group, (width + GUTTER) / possibleCopies - GUTTER);
  const textWidth = (column: FittedColumn) => column.width - 2 * padding - column.inset;
  const labels = columns.map((column) =>
    wrapToWidth(column.label, { font: 'sans-bold', size }, textWidth(column)),
  );
  const header = measureRow(labels, lineHeight, size * spacing.tableHeader);
  const rows = table.rows.map((row, i) => {
    const cells = columns.map((column) => {
      const cell = row[column.index] ?? '';
      if (cellDice(cell).length > 0) return [''];
      const text = cellText(cell, table.columns[column.index] as Column);
      return wrapToWidth(text, { font: cellFont(table, i, column.index), size }, textWidth(column));
    });
    const hasDice = row.some((cell) => cellDice(cell).length > 0);
    const measured = measureRow(cells, lineHeight, size * spacing.tableRow);
    return hasDice ? withRoomForDice(measured, size) : measured;
  });
  // Copies need rows of the same height, or else their rows would not line up.
  const singleLines = rows.every((row) => row.cells.every((lines) => lines.length === 1));
  return {
    table,
    columns,
    size,
    padding,
    lineHeight,
    cellTop: (size * (spacing.tableLine + spacing.tableRow - CENTERED)) / 2,
    header,
    rows,
    copies: singleLines ? possibleCopies : 1,
  };
}

/** The row, high enough for dice, with its text moved down accordingly. */
function withRoomForDice(row: MeasuredRow, size: number): MeasuredRow {
  const height = Math.max(row.height, size * (DIE_SIZE + 0.4));
  return { ...row, height, lower: (height - row.height) / 2 };
}

/** The height of rows, in points. */
export function heightOfRows(rows: readonly MeasuredRow[]): number {
  return rows.reduce((sum, row) => sum + row.height, 0);
}

/** The height of a table that is not broken, without caption and note, in points. */
export function heightOfBody({ header, rows, copies }: MeasuredTable): number {
  if (copies === 1) return header.height + heightOfRows(rows);
  return header.height + Math.ceil(rows.length / copies) * (rows[0]?.height ?? 0);
}

function measureRow(cells: string[][], lineHeight: number, whiteSpace: number): MeasuredRow {
  return { cells, height: Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight + whiteSpace };
}

/** How many copies of the columns fit side by side, before they are stretched; 1 for a short table. */
function copiesThatFit(table: Table, columns: FittedColumn[], width: number): number {
  if (table.rows.length < MIN_ROWS_SIDE_BY_SIDE) return 1;
  const fitting = Math.floor((width + GUTTER) / (totalWidth(columns) + GUTTER));
  return Math.min(MAX_SIDE_BY_SIDE, Math.max(1, fitting));
}

/** Widens the columns evenly: a table that nearly fills `width` fills it, a narrow one becomes a little wider. */
function stretch(columns: FittedColumn[], width: number): FittedColumn[] {
  const natural = totalWidth(columns);
  const max = natural > width * 0.62 ? 30 : 12;
  const each = Math.min(max, (width - natural) / columns.length);
  return columns.map((column) => ({ ...column, width: column.width + each }));
}
