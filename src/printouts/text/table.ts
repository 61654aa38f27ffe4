import stringWidth from 'string-width';
import type { Table } from '../../rules/report.ts';
import { padText, TEXT_WIDTH, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { cellText, columnLabel, groupColumns } from '../table-cells.ts';

/** One column of a table. All widths are in columns of text. */
interface TextColumn {
  label: string;
  align: 'left' | 'right';
  cells: string[];
  width: number;
}

/** No column is made narrower than this by wrapping its cells. */
const MIN_WIDTH = 8;
/** No word up to this length is broken by narrowing its column; the table is split instead. */
const MAX_WHOLE_WORD = 16;
/** In a table that has to be split, no column is wider than this. */
const MAX_SPLIT_WIDTH = 30;
const GAP = 2;

/** A table as aligned lines of at most `width` columns. If it is wider, it is split into several, each with its first column. */
export function tableLines(table: Table, width: number = TEXT_WIDTH): string[] {
  const lines = table.showCaption ? wrapText(printable(table.caption), width) : [];
  const columns = table.columns.map((column, i): TextColumn => {
    const cells = table.rows.map((row) => cellText(row[i] ?? '', column));
    return { label: columnLabel(column), align: column.align, cells, width: 0 };
  });
  for (const [i, group] of columnGroups(columns, width).entries()) {
    if (i > 0 || lines.length > 0) lines.push('');
    lines.push(...groupLines(group));
  }
  if (table.note !== undefined) lines.push('', ...wrapText(printable(table.note), width));
  return lines;
}

/** The columns with their widths, in groups that fit side by side. */
function columnGroups(columns: TextColumn[], width: number): TextColumn[][] {
  const unwrapped = columns.map((column) => withWidth(column, [column.label]));
  if (totalWidth(unwrapped) <= width) return [unwrapped];
  const wrapped = columns.map((column) => withWidth(column, column.label.split(' ')));
  const shrunk = shrink(wrapped, width);
  return totalWidth(shrunk) <= width ? [shrunk] : splitColumns(wrapped, width);
}

/** The column, as wide as its widest cell and the widest part of its label. */
function withWidth(column: TextColumn, labelParts: string[]): TextColumn {
  const width = Math.max(1, ...[...labelParts, ...column.cells].map((text) => stringWidth(text)));
  return { ...column, width };
}

/** Narrows the widest left-aligned column again and again until the table fits, or until none can be narrowed. */
function shrink(columns: TextColumn[], width: number): TextColumn[] {
  const widths = columns.map((column) => column.width);
  const narrowest = columns.map(narrowestWidth);
  let excess = totalWidth(columns) - width;
  while (excess > 0) {
    const shrinkable = columns.map((column, i) => {
      const own = widths[i] as number;
      return column.align === 'left' && own > (narrowest[i] as number) ? own : 0;
    });
    const widest = Math.max(0, ...shrinkable);
    if (widest === 0) break;
    widths[shrinkable.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return columns.map((column, i) => ({ ...column, width: widths[i] as number }));
}

/** The width below which a column is not narrowed. */
function narrowestWidth({ cells }: TextColumn): number {
  const words = cells.flatMap((cell) => cell.split(' ')).map((word) => stringWidth(word));
  return Math.max(MIN_WIDTH, ...words.filter((length) => length <= MAX_WHOLE_WORD));
}

function splitColumns(columns: TextColumn[], width: number): TextColumn[][] {
  const narrowed = columns.map((column) => ({ ...column, width: Math.min(column.width, MAX_SPLIT_WIDTH) }));
  return groupColumns(narrowed, (group) => totalWidth(group) <= width);
}

function totalWidth(columns: readonly TextColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0) + GAP * Math.max(0, columns.length - 1);
}

function groupLines(columns: TextColumn[]): string[] {
  const header = rowLines(
    columns,
    columns.map((column) => column.label),
  );
  const rule = columns.map((column) => '-'.repeat(column.width)).join(' '.repeat(GAP));
  const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
    rowLines(
      columns,
      columns.map((column) => column.cells[row] ?? ''),
    ),
  );
  return [...header, rule, ...rows.flat()];
}

function rowLines(columns: TextColumn[], texts: string[]): string[] {
  const cells = columns.map((column, i) => wrapText(texts[i] ?? '', column.width));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, i) => padText(cells[i]?.[line] ?? '', column.width, column.align))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
