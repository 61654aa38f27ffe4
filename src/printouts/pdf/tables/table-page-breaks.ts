import type { Flow } from '../flow.ts';
import type { StructNode } from '../page.ts';
import { drawBottomRule, drawHeader, drawRow } from './table-drawing.ts';
import { GUTTER, heightOfBody, heightOfRows, type MeasuredTable } from './table-measuring.ts';

// How a PDF table breaks over pages: between rows, never within one, and with its header repeated on each page.

/** A table up to this height is never broken, in points. */
const MAX_UNBROKEN = 170;
/** A longer table begins on a page only if its header and this many rows fit there. */
const MIN_ROWS_TO_BEGIN = 3;
/** Copies of a table begin in the middle of a page only if so many rows fit there, and this share of all rows. */
const MIN_ROWS_OF_COPIES = 4;
const MIN_SHARE_OF_COPIES = 0.25;

/** The height that must be left on the page for the table to begin there, in points. `noteHeight` is that of its note. */
export function heightToBegin(measured: MeasuredTable, noteHeight: number): number {
  const { header, rows, copies } = measured;
  const whole = heightOfBody(measured) + noteHeight;
  if (whole <= MAX_UNBROKEN) return whole;
  const first = copies > 1 ? rowsToBeginCopies(Math.ceil(rows.length / copies)) : MIN_ROWS_TO_BEGIN;
  return header.height + heightOfRows(rows.slice(0, first)) + 2;
}

/** How many rows of each copy must fit on the page. `perCopy` is how many rows are left for each. */
function rowsToBeginCopies(perCopy: number): number {
  return Math.min(perCopy, Math.max(MIN_ROWS_OF_COPIES, Math.ceil(perCopy * MIN_SHARE_OF_COPIES)));
}

/** Lays out all rows, on as many pages as they need. The last row stays on the same page as the note. */
export function layOutRows(flow: Flow, measured: MeasuredTable, node: StructNode, noteHeight: number): void {
  if (measured.copies > 1) layOutCopies(flow, measured, node);
  else layOutSingle(flow, measured, node, noteHeight);
  flow.y += 4;
}

function layOutSingle(flow: Flow, measured: MeasuredTable, node: StructNode, noteHeight: number): void {
  const { rows } = measured;
  const { left } = flow;
  drawHeader(flow, measured, node, left);
  for (const [i, row] of rows.entries()) {
    const below = i === rows.length - 1 && noteHeight > 0 ? noteHeight + 4 : 0;
    if (flow.room < row.height + below && !flow.atTop) {
      drawBottomRule(flow, measured, left);
      flow.newPage();
      drawHeader(flow, measured, null, left);
    }
    drawRow(flow, measured, i, { node, left });
  }
  drawBottomRule(flow, measured, left);
}

/** Lays out a long and narrow table in copies side by side, with the same number of rows in each as far as possible. */
function layOutCopies(flow: Flow, measured: MeasuredTable, node: StructNode): void {
  const { header, rows, copies } = measured;
  const rowHeight = rows[0]?.height ?? 1;
  const step = (flow.width + GUTTER) / copies;
  let next = 0;
  while (next < rows.length) {
    const perCopy = Math.ceil((rows.length - next) / copies);
    const fitting = Math.floor((flow.room - header.height - 2) / rowHeight);
    const count = Math.max(1, Math.min(fitting, perCopy));
    const top = flow.y;
    let lowest = top;
    for (let copy = 0; copy < copies && next < rows.length; copy++) {
      const left = flow.left + copy * step;
      flow.y = top;
      drawHeader(flow, measured, next === 0 ? node : null, left);
      const end = Math.min(rows.length, next + count);
      for (; next < end; next++) drawRow(flow, measured, next, { node, left });
      drawBottomRule(flow, measured, left);
      lowest = Math.max(lowest, flow.y);
    }
    flow.y = lowest;
    if (next < rows.length) flow.newPage();
  }
}
