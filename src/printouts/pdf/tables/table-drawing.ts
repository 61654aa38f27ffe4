import type { Column } from '../../../rules/report.ts';
import type { Op } from '../../drawing/operations.ts';
import { type TextStyle, textOps } from '../../drawing/text.ts';
import { diceOps } from '../../figures/dice.ts';
import { accentOf, PALETTE } from '../../palette.ts';
import { cellDice, cellTone, isQuietCell } from '../../table-cells.ts';
import type { Flow } from '../flow.ts';
import { type StructNode, structNode } from '../page.ts';
import { cellFont, DIE_SIZE, type FittedColumn, totalWidth } from './table-columns.ts';
import type { MeasuredRow, MeasuredTable } from './table-measuring.ts';

// Draws the rows of a PDF table. `left` is where the table begins, in points from the left edge of the paper.

/**
 * Draws the labels of the columns, and moves the current position below them.
 * @param node the node of the table; null for a repeated header, which screen readers skip
 */
export function drawHeader(flow: Flow, measured: MeasuredTable, node: StructNode | null, left: number): void {
  const { table, columns, size, header, lineHeight } = measured;
  const row = node === null ? null : addChild(node, structNode('TR'));
  const width = totalWidth(columns);
  flow.draw([horizontalRule(width, PALETTE.ink, 0.9)], null, left);
  let x = 0;
  for (const [i, column] of columns.entries()) {
    const tone = table.columns[column.index]?.tone ?? null;
    const cell = row === null ? null : addChild(row, structNode('TH', { scope: 'Column' }));
    if (tone !== null) flow.draw([partyBar(x + 1, column.width - 2, tone)], null, left);
    const lines = header.cells[i] ?? [];
    const y = header.height - lines.length * lineHeight - size * 0.12;
    const style: TextStyle = { font: 'sans-bold', size, color: accentOf(tone) };
    flow.draw(cellOps(lines, measured, { column, x, y, style }), cell, left);
    x += column.width;
  }
  flow.y += header.height;
  flow.draw([horizontalRule(width, PALETTE.ink, 0.6)], null, left);
}

/** Draws the row with that index, and moves the current position below it. */
export function drawRow(
  flow: Flow,
  measured: MeasuredTable,
  index: number,
  { node, left }: { node: StructNode; left: number },
): void {
  const { table, columns, size } = measured;
  const row = measured.rows[index] as MeasuredRow;
  const rowNode = addChild(node, structNode('TR'));
  const width = totalWidth(columns);
  if (index % 2 === 1) {
    flow.draw([{ kind: 'rect', x: 0, y: 0, w: width, h: row.height, fill: PALETTE.zebra }], null, left);
  }
  let x = 0;
  for (const [i, column] of columns.entries()) {
    const cell = table.rows[index]?.[column.index] ?? '';
    const tone = cellTone(cell, table.columns[column.index] as Column);
    const dice = cellDice(cell);
    if (dice.length > 0) {
      const diceNode = addChild(rowNode, structNode('TD', { alt: dice.join(', ') }));
      const y = (row.lower ?? 0) > 0 ? (row.height - size * DIE_SIZE) / 2 : 0.2 * size;
      flow.draw(diceOps(dice, x + measured.padding + column.inset, y, size * DIE_SIZE), diceNode, left);
      x += column.width;
      continue;
    }
    const cellNode = addChild(rowNode, i === 0 ? structNode('TH', { scope: 'Row' }) : structNode('TD'));
    const color = isQuietCell(cell) ? PALETTE.quiet : accentOf(tone);
    const style: TextStyle = { font: cellFont(table, index, column.index), size, color };
    flow.draw(
      cellOps(row.cells[i] ?? [], measured, { column, x, y: measured.cellTop + (row.lower ?? 0), style }),
      cellNode,
      left,
    );
    x += column.width;
  }
  flow.y += row.height;
  flow.draw([horizontalRule(width, PALETTE.rule, 0.35)], null, left);
}

/** Draws the rule below the last row on a page. */
export function drawBottomRule(flow: Flow, { columns }: MeasuredTable, left: number): void {
  flow.draw([horizontalRule(totalWidth(columns), PALETTE.ink, 0.6)], null, left);
}

function addChild(parent: StructNode, child: StructNode): StructNode {
  parent.children.push(child);
  return child;
}

/** Marks a column of a party: a solid bar for Democrats, a dashed one for Republicans. */
function partyBar(x: number, width: number, tone: 'D' | 'R'): Op {
  const bar: Op = { kind: 'line', x1: x, y1: 1.4, x2: x + width, y2: 1.4, color: accentOf(tone), width: 1.8 };
  return tone === 'R' ? { ...bar, dash: [2.4, 1.6] } : bar;
}

interface CellPlace {
  column: FittedColumn;
  /** The upper left corner of the cell. */
  x: number;
  y: number;
  style: TextStyle;
}

function cellOps(
  lines: readonly string[],
  measured: MeasuredTable,
  { column, x, y, style }: CellPlace,
): Op[] {
  const { padding, lineHeight } = measured;
  return lines.flatMap((line, i) => {
    if (line === '') return [];
    const baseline = y + style.size * 1.02 + i * lineHeight;
    return column.align === 'right'
      ? textOps(line, style, { x: x + column.width - padding, y: baseline, anchor: 'end' })
      : textOps(line, style, { x: x + padding + column.inset, y: baseline });
  });
}

function horizontalRule(width: number, color: string, thickness: number): Op {
  return { kind: 'line', x1: 0, y1: 0, x2: width, y2: 0, color, width: thickness };
}
