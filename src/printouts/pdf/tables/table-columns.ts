import type { Table } from '../../../rules/report.ts';
import type { FontName } from '../../drawing/operations.ts';
import { measureText } from '../../drawing/text.ts';
import { widthOfDice } from '../../figures/dice.ts';
import { cellDice, cellText, columnLabel, groupColumns, isStrongCell } from '../../table-cells.ts';

// How wide the columns of a PDF table are, and how large its type.

/** The smallest type of all, in points. */
const SMALLEST = 6.5;
/** The font sizes that are tried for a table, largest first. */
export const SIZES = [9, 8.5, 8, 7.5, 7, SMALLEST] as const;

/** How narrow wrapping may make a left-aligned column before smaller type is tried, in multiples of the font size. */
const COMFORTABLE = 13;
/** How narrow wrapping may make it in the smallest type. */
const NARROWEST = 4.5;

/** White space before a column of words that follows a column of numbers, in points. */
const INSET = 5;

/** One column, as wide as it is printed. */
export interface FittedColumn {
  /** The index of the column in the table. */
  index: number;
  /** The width with the padding on both sides and the inset, in points. */
  width: number;
  label: string;
  align: 'left' | 'right';
  /** Additional white space at its left, in points. */
  inset: number;
}

/** The columns of a table at one font size. */
export interface ColumnFit {
  /** The font size, in points. */
  size: number;
  /** White space on each side of the text in a column, in points. */
  padding: number;
  /** The columns side by side; several groups if they do not all fit. */
  groups: FittedColumn[][];
}

/** The font of a cell: bold for strong cells, and a little stronger in the first column. */
export function cellFont(table: Table, row: number, column: number): FontName {
  if (isStrongCell(table.rows[row]?.[column] ?? '')) return 'sans-bold';
  return column === 0 ? 'sans-medium' : 'sans';
}

/**
 * Fits the columns of a table side by side in the largest type that allows it; wide left-aligned columns are wrapped.
 * If not even the smallest type does, the columns are split into groups that each begin with the first column.
 * @param width the width of the page, in points
 * @param largest the largest font size that may be used, in points
 */
export function fitColumns(table: Table, width: number, largest: number = SIZES[0]): ColumnFit {
  const columns = measuredColumns(table);
  for (const size of SIZES.filter((candidate) => candidate <= largest)) {
    for (const padding of [4, 2.5]) {
      const fitted = shrinkToFit(columns, width, { size, padding, narrowest: COMFORTABLE });
      if (fitted !== null) return { size, padding, groups: [fitted] };
    }
  }
  for (const padding of [2.5, 1.6]) {
    const fitted = shrinkToFit(columns, width, { size: SMALLEST, padding, narrowest: NARROWEST });
    if (fitted !== null) return { size: SMALLEST, padding, groups: [fitted] };
  }
  return { size: SMALLEST, padding: 2.5, groups: splitIntoGroups(columns, width) };
}

/** The width of all columns together, in points. */
export function totalWidth(columns: readonly FittedColumn[]): number {
  return sum(columns.map((column) => column.width));
}

/** The size of dice in a cell, in multiples of the font size. */
export const DIE_SIZE = 1.25;

/** A column before it is wrapped. Widths are for a font size of one point. */
interface UnwrappedColumn extends Omit<FittedColumn, 'width'> {
  /** The width of the widest cell or word of the label. */
  unitWidth: number;
  /** The width of the widest word of the label. Labels wrap between words, so no column is narrower than this. */
  labelUnitWidth: number;
}

/** Tables are measured again for each size and spacing that is tried, but their columns stay the same. */
const measured = new WeakMap<Table, UnwrappedColumn[]>();

function measuredColumns(table: Table): UnwrappedColumn[] {
  const columns = measured.get(table) ?? unwrappedColumns(table);
  measured.set(table, columns);
  return columns;
}

function unwrappedColumns(table: Table): UnwrappedColumn[] {
  return table.columns.map((column, index) => {
    const label = columnLabel(column);
    const words = label.split(' ').map((word) => measureText(word, { font: 'sans-bold', size: 1 }));
    const dice = table.rows.map((row) => widthOfDice(cellDice(row[index] ?? '').length, DIE_SIZE));
    // Dice are never wrapped, so a column is as wide as they are.
    const labelUnitWidth = Math.max(...words, ...dice);
    const cells = table.rows.map(
      (row, i) =>
        dice[i] ||
        measureText(cellText(row[index] ?? '', column), { font: cellFont(table, i, index), size: 1 }),
    );
    const afterNumbers = column.align === 'left' && table.columns[index - 1]?.align === 'right';
    return {
      index,
      label,
      align: column.align,
      inset: afterNumbers ? INSET : 0,
      unitWidth: Math.max(labelUnitWidth, ...cells),
      labelUnitWidth,
    };
  });
}

interface FitLimits {
  size: number;
  padding: number;
  /** How narrow wrapping may make a left-aligned column, in multiples of the font size. */
  narrowest: number;
}

/** Narrows all wide left-aligned columns in proportion until they fit; null if that is not enough. */
function shrinkToFit(columns: UnwrappedColumn[], width: number, limits: FitLimits): FittedColumn[] | null {
  const { size, padding, narrowest } = limits;
  const full = columns.map((column) => unwrappedWidth(column, size, padding));
  const minimal = columns.map((column, i) => {
    const unwrapped = full[i] as number;
    if (column.align === 'right') return unwrapped;
    return Math.min(
      unwrapped,
      Math.max(narrowest, column.labelUnitWidth) * size + 2 * padding + column.inset,
    );
  });
  const possible = sum(full) - sum(minimal);
  const excess = sum(full) - width;
  if (excess > possible) return null;
  const share = excess <= 0 ? 0 : excess / possible;
  return columns.map((column, i) => {
    const [most, least] = [full[i] as number, minimal[i] as number];
    return withWidth(column, most - (most - least) * share);
  });
}

/** The width of a column with unwrapped cells: a hair more than measured, so that rounding never wraps a cell. */
function unwrappedWidth(column: UnwrappedColumn, size: number, padding: number): number {
  return column.unitWidth * size + 2 * padding + column.inset + 0.02;
}

function withWidth({ index, label, align, inset }: UnwrappedColumn, width: number): FittedColumn {
  return { index, label, align, inset, width };
}

/** Groups of columns that each fit side by side in the smallest type. */
function splitIntoGroups(columns: UnwrappedColumn[], width: number): FittedColumn[][] {
  const narrowed = columns.map((column) =>
    withWidth(column, Math.min(unwrappedWidth(column, SMALLEST, 2.5), width / 3)),
  );
  return groupColumns(narrowed, (group) => totalWidth(group) <= width);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
