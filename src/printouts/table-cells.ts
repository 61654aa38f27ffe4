import type { Block, Cell, Column, Table, Tone } from '../rules/report.ts';
import { printable } from '../text/printable.ts';
import { withPartyLetter } from './party-letter.ts';

/** The text of a cell, with its party's letter if the cell is in a party's color and its column is not. */
export function cellText(cell: Cell, column: Column): string {
  if (typeof cell === 'string') return printable(cell);
  return withPartyLetter(printable(cell.text), column.tone ? null : (cell.tone ?? null));
}

/** The label of a column, with the party's letter if the column is in a party's color. */
export function columnLabel(column: Column): string {
  return withPartyLetter(printable(column.label), column.tone ?? null);
}

/** Whose color a cell has: its own, else that of its column. */
export function cellTone(cell: Cell, column: Column): Tone {
  if (typeof cell !== 'string' && cell.tone) return cell.tone;
  return column.tone ?? null;
}

/** The dice that are drawn in a cell in place of its text; none in most cells. */
export function cellDice(cell: Cell): readonly number[] {
  return typeof cell === 'string' ? [] : (cell.dice ?? []);
}

/** Whether the cell is printed in bold. */
export function isStrongCell(cell: Cell): boolean {
  return typeof cell !== 'string' && cell.strong === true;
}

/** Whether the cell is printed in gray. */
export function isQuietCell(cell: Cell): boolean {
  return typeof cell !== 'string' && cell.quiet === true;
}

/** Tables with this many rows or more are long. */
const LONG_FROM = 12;

/** Whether a block is a table that is longer than a screen: pages fold it, and mail has it at the end. */
export function isLongTable(block: Block): block is Table {
  return block.kind === 'table' && block.rows.length >= LONG_FROM;
}

/** The characters of each column's longest word, if the words stand below each other. */
export function wordWidths({ columns, rows }: Table): number[] {
  return columns.map((column, i) => {
    const texts = [columnLabel(column), ...rows.map((row) => cellText(row[i] ?? '', column))];
    return Math.max(...texts.flatMap((text) => text.split(' ')).map((word) => [...word].length));
  });
}

/**
 * Splits the columns of a table that is too wide into groups, each with the first column and at least one more.
 * @param fits whether a group is narrow enough
 */
export function groupColumns<C extends object>(
  columns: readonly C[],
  fits: (group: readonly C[]) => boolean,
): C[][] {
  const [first, ...rest] = columns;
  if (first === undefined) return [];
  const groups: C[][] = [];
  let group = [first];
  for (const column of rest) {
    if (group.length > 1 && !fits([...group, column])) {
      groups.push(group);
      group = [first];
    }
    group.push(column);
  }
  return [...groups, group];
}
