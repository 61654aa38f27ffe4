import type { ChoiceField, RowsField, SimpleField } from '../../rules/sheet.ts';
import type { Op } from '../drawing.ts';
import { breakLines, fitText, measure, type Style, textOps } from '../fonts.ts';
import { PALETTE } from '../palette.ts';
import { clean } from '../words.ts';
import type { Flow } from './flow.ts';
import type { StructNode } from './page.ts';

/** Rows of many columns on a turn sheet: a ruled table with its heads, and what may be written in it. */

const ROW = 21;
const HEAD = 14;
const NUMBER = 20;
const LABEL: Style = { face: 'sans-medium', size: 8.5, color: PALETTE.ink };
const KEY: Style = { face: 'sans', size: 7.5, color: PALETTE.quiet };
const TICK = 11;

/** One row under another over the whole width, every column under its label. */
export function layOutRuledRows(flow: Flow, field: RowsField, node: StructNode): void {
  const widths = widthsOf(field.columns, flow.width - NUMBER);
  flow.need(HEAD + 2 * ROW);
  flow.draw(headOps(field.columns, widths), node);
  flow.y += HEAD;
  for (let i = 0; i < field.max; i++) {
    flow.need(ROW);
    flow.draw(rowOps(i, field.columns, widths), node);
    flow.y += ROW;
  }
  flow.y += 4;
  for (const column of field.columns) if (column.kind === 'choice') layOutKey(flow, column, node);
  flow.y += 4;
}

/** The room is shared by what has to be written; no column is narrower than its label. */
function widthsOf(columns: readonly SimpleField[], room: number): number[] {
  const weights = columns.map((column) => {
    const label = measure(clean(column.label), LABEL.face, LABEL.size) + 10;
    return Math.max(label, { state: 54, flag: 30, integer: 54, choice: 110, text: 140 }[column.kind]);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (weight * room) / sum);
}

/** Where each column begins. */
function startsOf(widths: readonly number[]): number[] {
  let x = NUMBER;
  return widths.map((width) => {
    x += width;
    return x - width;
  });
}

function headOps(columns: readonly SimpleField[], widths: readonly number[]): Op[] {
  const starts = startsOf(widths);
  return columns.flatMap((column, i) => {
    const label = fitText(clean(column.label), LABEL.face, LABEL.size, (widths[i] as number) - 6);
    return textOps(label, (starts[i] as number) + 4, 9.5, LABEL);
  });
}

function rowOps(at: number, columns: readonly SimpleField[], widths: readonly number[]): Op[] {
  const starts = startsOf(widths);
  const ops: Op[] = textOps(`${at + 1}.`, NUMBER - 5, 14, LABEL, 'end');
  for (const [i, column] of columns.entries()) {
    const [x, w] = [starts[i] as number, widths[i] as number];
    ops.push({ kind: 'rect', x, y: 0, w, h: ROW, stroke: PALETTE.ink, strokeWidth: 0.6 });
    if (column.kind === 'flag') {
      const [left, top] = [x + (w - TICK) / 2, (ROW - TICK) / 2];
      ops.push({ kind: 'rect', x: left, y: top, w: TICK, h: TICK, stroke: PALETTE.ink, strokeWidth: 0.6 });
    }
  }
  return ops;
}

/** `Region: Rust Belt (PA MI WI), …`. */
function layOutKey(flow: Flow, column: ChoiceField, node: StructNode): void {
  const choices = column.choices.map(({ label, note }) =>
    note === undefined ? label : `${label} (${note})`,
  );
  const text = `${column.label}: ${choices.join(', ')}.`;
  for (const one of breakLines(clean(text), KEY.face, KEY.size, flow.width)) {
    flow.need(10);
    flow.draw(textOps(one, 0, 7.5, KEY), node);
    flow.y += 10;
  }
}
