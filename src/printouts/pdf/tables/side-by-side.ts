import type { Table } from '../../../rules/report.ts';
import type { Flow } from '../flow.ts';
import type { PrintedBlock } from '../map-before.ts';
import { captionOf, heightOfTableIn, layOutTable } from './table.ts';
import { fitColumns, SIZES, totalWidth } from './table-columns.ts';
import { GUTTER, MIN_ROWS_SIDE_BY_SIDE } from './table-measuring.ts';

// Narrow tables that follow each other stand side by side.

const MAX_TABLES = 3;
/** No table in a row is narrower than this, in points. */
const NARROWEST = 110;
/** A row of tables is not higher than this, in points, because it is never broken. */
const MAX_HEIGHT = 260;

/** Tables that fit side by side in type of at most `size` points. */
export interface NarrowTables {
  tables: Table[];
  size: number;
}

/** The tables at the beginning of `blocks` that fit side by side, in the largest type that allows it; null if there are none. */
export function narrowTables(flow: Flow, blocks: readonly PrintedBlock[]): NarrowTables | null {
  const { largestTable, smallestBeside } = flow.spacing;
  for (const size of SIZES.filter((each) => each <= largestTable && each >= smallestBeside)) {
    const tables = tablesThatFit(flow, blocks, size);
    if (tables.length > 1) return { tables, size };
  }
  return null;
}

function tablesThatFit(flow: Flow, blocks: readonly PrintedBlock[], size: number): Table[] {
  const tables: Table[] = [];
  let used = 0;
  for (const block of blocks) {
    if (block.kind !== 'table' || tables.length === MAX_TABLES) break;
    const natural = widthOfNarrow(flow, block, size);
    if (natural === null || used + natural > flow.width) break;
    used += natural + GUTTER;
    tables.push(block);
  }
  return tables;
}

/** The width that a short table needs, in points; null if it is long, or too wide for a neighbor. */
export function widthOfNarrow(
  { width, spacing }: Flow,
  table: Table,
  size: number = spacing.largestTable,
): number | null {
  if (table.rows.length >= MIN_ROWS_SIDE_BY_SIDE) return null;
  const [columns, ...more] = fitColumns(table, width, size).groups;
  if (columns === undefined || more.length > 0) return null;
  const natural = Math.max(NARROWEST, totalWidth(columns));
  return natural > width - NARROWEST - GUTTER ? null : natural;
}

/** Lays out tables side by side if the row is not too high, else one below the other. */
export function layOutSideBySide(flow: Flow, { tables, size }: NarrowTables): void {
  const columns = placeTables(flow, tables, size);
  const lines = Math.max(...columns.map(({ table, width }) => captionOf(table, width).length));
  const options = { captionLines: lines, largest: size };
  const height = Math.max(...columns.map(({ table, width }) => heightOfTableIn(flow, table, width, options)));
  if (height > MAX_HEIGHT) {
    for (const [i, table] of tables.entries()) {
      if (i > 0) flow.addGap(flow.spacing.betweenBlocks);
      layOutTable(flow, table);
    }
    return;
  }
  flow.ensureRoom(height);
  flow.sideBySide(
    columns.map(({ table, x, width }) => ({ x, width, layOut: () => layOutTable(flow, table, options) })),
  );
}

/** Shares the width of the page among the tables: each gets what it needs, and an equal part of the rest. */
function placeTables(
  flow: Flow,
  tables: readonly Table[],
  size: number,
): { table: Table; x: number; width: number }[] {
  const naturals = tables.map((table) => widthOfNarrow(flow, table, size) ?? NARROWEST);
  const needed = naturals.reduce((sum, width) => sum + width + GUTTER, -GUTTER);
  const more = (flow.width - needed) / tables.length;
  let x = 0;
  return tables.map((table, i) => {
    const width = (naturals[i] as number) + more;
    const place = { table, x, width };
    x += width + GUTTER;
    return place;
  });
}
