import { BOLD_MEANS, type Cell, type Column, type Table } from '../../rules/report.ts';
import { padText, TEXT_WIDTH, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { textWidth } from '../../text/text-width.ts';
import { cellText, columnLabel, groupColumns, isStrongCell } from '../table-cells.ts';

/** One column of a table. All widths are in columns of text. */
interface TextColumn {
  label: string;
  align: 'left' | 'right';
  cells: string[];
  width: number;
  /** The label of the column that this one becomes a part of in a table that is too wide, and what it is called there. */
  fold: { into: string; as: string } | null;
}

/** No column is made narrower than this by wrapping its cells. */
const MIN_WIDTH = 8;
/** No word up to this length is broken by narrowing its column; the table is split instead. */
const MAX_WHOLE_WORD = 16;
/** In a table that has to be split, no column is wider than this. */
const MAX_SPLIT_WIDTH = 30;
const GAP = 2;

/** Stands between a label and its figure in a list, so that no line is broken there. */
const NO_BREAK_SPACE = '\u00a0';

/**
 * A table as aligned lines of at most `width` columns. If it is wider, columns that may be folded are; if that is not enough,
 * it is split into several, each with its first column.
 */
export function tableLines(table: Table, width: number = TEXT_WIDTH): string[] {
  const lines = table.showCaption ? wrapText(printable(table.caption), width) : [];
  const columns = table.columns.map((column, i): TextColumn => {
    const cells = table.rows.map((row) => markedText(table, row[i] ?? '', column));
    const fold = column.fold === undefined ? null : { into: column.fold, as: printable(column.label) };
    return { label: columnLabel(column), align: column.align, cells, width: 0, fold };
  });
  for (const [i, group] of columnGroups(columns, width).entries()) {
    if (i > 0 || lines.length > 0) lines.push('');
    lines.push(...groupLines(group));
  }
  if (table.note !== undefined) lines.push('', ...wrapText(noteText(table.note), width));
  return lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' '));
}

/** The text of a cell; between asterisks if it is strong and the note says what that means. */
function markedText(table: Table, cell: Cell, column: Column): string {
  const text = cellText(cell, column);
  const isMarked = isStrongCell(cell) && table.note?.startsWith(BOLD_MEANS) && text !== '';
  return isMarked ? `*${text}*` : text;
}

function noteText(note: string): string {
  return printable(
    note.startsWith(BOLD_MEANS) ? `Between asterisks: ${note.slice(BOLD_MEANS.length)}` : note,
  );
}

/** The columns with their widths, in groups that fit side by side. */
function columnGroups(columns: TextColumn[], width: number): TextColumn[][] {
  const unwrapped = columns.map((column) => withWidth(column, [column.label]));
  if (totalWidth(unwrapped) <= width) return [unwrapped];
  const wrapped = columns.map((column) => withWidth(column, column.label.split(' ')));
  const shrunk = shrink(wrapped, width);
  if (totalWidth(shrunk) <= width) return [shrunk];
  const folded = foldColumns(columns);
  return folded.length < columns.length ? columnGroups(folded, width) : splitColumns(wrapped, width);
}

/** The columns that may be folded as one at the end for each word, which lists their cells. */
function foldColumns(columns: TextColumn[]): TextColumn[] {
  const words = new Set(columns.flatMap(({ fold }) => (fold === null ? [] : [fold.into])));
  const lists = [...words].map((word): TextColumn => {
    const parts = columns.filter(({ fold }) => fold?.into === word);
    const cells = (parts[0]?.cells ?? []).map((_, row) => listOf(parts, row));
    return { label: printable(word), align: 'left', cells, width: 0, fold: null };
  });
  return [...columns.filter(({ fold }) => fold === null), ...lists];
}

/** The cells of a row that are not blank, each after the label of its column. */
function listOf(columns: readonly TextColumn[], row: number): string {
  return columns
    .map(({ fold, cells }) => ({ label: fold?.as ?? '', text: cells[row] ?? '' }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label} ${text}`.replaceAll(' ', NO_BREAK_SPACE))
    .join(', ');
}

/** The column, as wide as its widest cell and the widest part of its label. */
function withWidth(column: TextColumn, labelParts: string[]): TextColumn {
  const width = Math.max(1, ...[...labelParts, ...column.cells].map((text) => textWidth(text)));
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
  const words = cells.flatMap((cell) => cell.split(' ')).map((word) => textWidth(word));
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
