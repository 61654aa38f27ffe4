import type { Table } from '../../rules/report.ts';
import type { Face } from '../drawing.ts';
import { measure } from '../fonts.ts';
import { cellStrong, cellText, columnLabel } from '../words.ts';

/** Sizes of print that a table tries, largest first. Nothing is printed smaller than 6.5 points. */
export const SIZES = [9, 8.5, 8, 7.5, 7, 6.5] as const;
export const SMALLEST = 6.5;

/** A left-aligned column may be made this narrow by wrapping, in multiples of the size, before the print shrinks. */
const COMFORTABLE = 13;
/** And this narrow at the smallest print. */
const NARROWEST = 4.5;

/** One column with its place in the table. */
export interface Fitted {
  /** Which of the table's columns. */
  at: number;
  /** Width with the white on both sides, in points. */
  width: number;
  label: string;
  align: 'left' | 'right';
  /** More white at its left, in points: words after a column of numbers. */
  inset: number;
}

/** Columns at a size of print; several groups where one page width does not hold them all. */
export interface Fit {
  size: number;
  /** White at each side of a column's text, in points. */
  pad: number;
  groups: Fitted[][];
}

/** The face of a cell: heads and strong cells bold, the first column a little stronger. */
export function cellFace(table: Table, row: number, at: number): Face {
  if (cellStrong(table.rows[row]?.[at] ?? '')) return 'sans-bold';
  return at === 0 ? 'sans-medium' : 'sans';
}

/** How wide a column's text is at one point of size, unwrapped; heads may wrap between words. */
interface Natural {
  at: number;
  label: string;
  align: 'left' | 'right';
  perPoint: number;
  /** The widest word of the head: no column is narrower. */
  wordPerPoint: number;
  inset: number;
}

const INSET = 5;

function naturalColumns(table: Table): Natural[] {
  return table.columns.map((column, at) => {
    const label = columnLabel(column);
    const word = Math.max(...label.split(' ').map((part) => measure(part, 'sans-bold', 1)));
    const cells = table.rows.map((row, i) =>
      measure(cellText(row[at] ?? '', column), cellFace(table, i, at), 1),
    );
    const afterNumbers = column.align === 'left' && table.columns[at - 1]?.align === 'right';
    const inset = afterNumbers ? INSET : 0;
    return { at, label, align: column.align, perPoint: Math.max(word, ...cells), wordPerPoint: word, inset };
  });
}

/**
 * The largest print at which the table's columns fit side by side, wide left-aligned columns wrapped; at
 * the smallest print, what still does not fit is split into groups that repeat the first column.
 * @param largest no print is larger, in points
 */
export function fitColumns(table: Table, width: number, largest: number = SIZES[0]): Fit {
  const natural = naturalColumns(table);
  for (const size of SIZES.filter((one) => one <= largest)) {
    for (const pad of [4, 2.5]) {
      const fitted = tryFit(natural, size, pad, width, COMFORTABLE);
      if (fitted !== null) return { size, pad, groups: [fitted] };
    }
  }
  for (const pad of [2.5, 1.6]) {
    const tight = tryFit(natural, SMALLEST, pad, width, NARROWEST);
    if (tight !== null) return { size: SMALLEST, pad, groups: [tight] };
  }
  return { size: SMALLEST, pad: 2.5, groups: splitGroups(natural, width) };
}

/** Takes evenly from the wide left-aligned columns; null where that is not enough. */
function tryFit(natural: Natural[], size: number, pad: number, width: number, min: number): Fitted[] | null {
  // A hair more than measured, so that rounding never wraps a cell.
  const widths = natural.map((one) => one.perPoint * size + 2 * pad + one.inset + 0.02);
  const floors = natural.map((one, i) =>
    one.align === 'left'
      ? Math.min(widths[i] as number, Math.max(min, one.wordPerPoint) * size + 2 * pad + one.inset)
      : (widths[i] as number),
  );
  const give = sum(widths) - sum(floors);
  const excess = sum(widths) - width;
  if (excess > give) return null;
  const share = excess <= 0 ? 0 : excess / give;
  return natural.map((one, i) => {
    const [full, floor] = [widths[i] as number, floors[i] as number];
    return {
      at: one.at,
      label: one.label,
      align: one.align,
      inset: one.inset,
      width: full - (full - floor) * share,
    };
  });
}

function splitGroups(natural: Natural[], width: number): Fitted[][] {
  const pad = 2.5;
  const all = natural.map((one): Fitted => {
    const full = one.perPoint * SMALLEST + 2 * pad + one.inset + 0.02;
    return {
      at: one.at,
      label: one.label,
      align: one.align,
      inset: one.inset,
      width: Math.min(full, width / 3),
    };
  });
  const [first, ...rest] = all;
  if (first === undefined) return [];
  const groups: Fitted[][] = [];
  let group = [first];
  for (const column of rest) {
    if (group.length > 1 && widthOf([...group, column]) > width) {
      groups.push(group);
      group = [first];
    }
    group.push(column);
  }
  return [...groups, group];
}

/** Width of columns together, in points. */
export function widthOf(columns: readonly Fitted[]): number {
  return sum(columns.map((column) => column.width));
}

function sum(values: readonly number[]): number {
  return values.reduce((whole, value) => whole + value, 0);
}
