import type { Table } from '../../rules/report.ts';
import { cellText, clean, columnLabel } from '../words.ts';
import { columnsOf, pad, TEXT_WIDTH, wrap } from './wrap.ts';

/** One column of a plain-text table, ready to be measured. */
interface TextColumn {
  label: string;
  align: 'left' | 'right';
  cells: string[];
  width: number;
}

/** Columns narrower than this are not made narrower by wrapping. */
const NARROWEST = 8;
const GAP = 2;

/** A table as aligned lines; one too wide for the page is split into groups of columns, the first repeated. */
export function tableLines(table: Table): string[] {
  const lines = table.showCaption ? wrap(clean(table.caption), TEXT_WIDTH) : [];
  const columns = table.columns.map((column, at): TextColumn => {
    const cells = table.rows.map((row) => cellText(row[at] ?? '', column));
    return { label: columnLabel(column), align: column.align, cells, width: 0 };
  });
  const unwrapped = columns.map((column) => fitted(column, [column.label]));
  const groups =
    widthOf(unwrapped) <= TEXT_WIDTH
      ? [unwrapped]
      : grouped(columns.map((column) => fitted(column, column.label.split(' '))));
  for (const [at, group] of groups.entries()) {
    if (at > 0 || lines.length > 0) lines.push('');
    lines.push(...groupLines(group));
  }
  if (table.note !== undefined) lines.push('', ...wrap(clean(table.note), TEXT_WIDTH));
  return lines;
}

/** The column as wide as its widest cell and the widest of these pieces of its head. */
function fitted(column: TextColumn, head: string[]): TextColumn {
  const width = Math.max(1, ...head.map(columnsOf), ...column.cells.map(columnsOf));
  return { ...column, width };
}

function grouped(columns: TextColumn[]): TextColumn[][] {
  const shrunk = shrink(columns);
  if (widthOf(shrunk) <= TEXT_WIDTH) return [shrunk];
  const [first, ...rest] = columns.map((column) => ({ ...column, width: Math.min(column.width, 30) }));
  if (first === undefined) return [];
  const groups: TextColumn[][] = [];
  let group = [first];
  for (const column of rest) {
    if (group.length > 1 && widthOf([...group, column]) > TEXT_WIDTH) {
      groups.push(group);
      group = [first];
    }
    group.push(column);
  }
  return [...groups, group];
}

/** Takes from the widest left-aligned column until the table fits or none can give more. */
function shrink(columns: TextColumn[]): TextColumn[] {
  const widths = columns.map((column) => column.width);
  let excess = widthOf(columns) - TEXT_WIDTH;
  while (excess > 0) {
    const givers = columns.map((column, i) => (column.align === 'left' ? (widths[i] as number) : 0));
    const widest = Math.max(0, ...givers);
    if (widest <= NARROWEST) break;
    const at = givers.indexOf(widest);
    widths[at] = widest - 1;
    excess -= 1;
  }
  return columns.map((column, i) => ({ ...column, width: widths[i] as number }));
}

function widthOf(columns: TextColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0) + GAP * Math.max(0, columns.length - 1);
}

function groupLines(columns: TextColumn[]): string[] {
  const head = rowLines(
    columns,
    columns.map((column) => column.label),
  );
  const rule = columns.map((column) => '-'.repeat(column.width)).join(' '.repeat(GAP));
  const rows = columns[0]?.cells.length ?? 0;
  const body = Array.from({ length: rows }, (_, row) =>
    rowLines(
      columns,
      columns.map((column) => column.cells[row] ?? ''),
    ),
  );
  return [...head, rule, ...body.flat()];
}

function rowLines(columns: TextColumn[], texts: string[]): string[] {
  const cells = columns.map((column, i) => wrap(texts[i] ?? '', column.width));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, i) => pad(cells[i]?.[line] ?? '', column.width, column.align))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
