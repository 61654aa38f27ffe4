import type { ChoiceField, RowsField, SimpleField } from '../../../rules/sheet.ts';
import { cellKey } from '../../../rules/sheet-text/keys.ts';
import { printable } from '../../../text/printable.ts';
import type { Op } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField, type SheetOp } from '../field-op.ts';
import type { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import type { StructNode } from '../page.ts';
import { framedField } from './cell-field.ts';

// Rows of many columns on a blank turn sheet: a table with labeled columns, and below it the choices in words.

const ROW_HEIGHT = 19;
const HEADER_HEIGHT = 14;
/** The width of the column with the row numbers. */
const NUMBER_WIDTH = 20;
const CHECKBOX = 11;
const LABEL: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
const KEY: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const BORDER = { stroke: PALETTE.ink, strokeWidth: 0.6 } as const;

/** How the columns share the width of the page, by what is written in them. */
const WEIGHTS: Record<SimpleField['kind'], number> = {
  state: 54,
  flag: 30,
  integer: 54,
  choice: 110,
  text: 140,
};

interface SheetColumn {
  field: SimpleField;
  label: string;
  checkbox: boolean;
  /** The left edge, from the left margin. */
  x: number;
  width: number;
}

/** Lays out the rows over the whole width of the page. */
export function layOutRuledRows(flow: Flow, field: RowsField, node: StructNode): void {
  const columns = placeColumns(field.columns, flow.width - NUMBER_WIDTH);
  flow.ensureRoom(HEADER_HEIGHT + 2 * ROW_HEIGHT);
  flow.draw(headerOps(columns), node);
  flow.y += HEADER_HEIGHT;
  for (let i = 0; i < field.max; i++) {
    flow.ensureRoom(ROW_HEIGHT);
    flow.draw(rowOps(field, i, columns), node);
    flow.y += ROW_HEIGHT;
  }
  flow.y += 4;
  for (const column of field.columns) {
    if (column.kind !== 'choice') continue;
    layOutText(flow, printable(choicesInWords(column)), { style: KEY, lineHeight: 10, baseline: 7.5, node });
  }
  flow.y += 4;
}

/** Shares the room among the columns. No column is narrower than its label, if there is room for all labels. */
function placeColumns(fields: readonly SimpleField[], room: number): SheetColumn[] {
  const weights = fields.map((field) =>
    Math.max(measureText(printable(field.label), LABEL) + 10, WEIGHTS[field.kind]),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let x = NUMBER_WIDTH;
  return fields.map((field, i) => {
    const width = ((weights[i] as number) * room) / sum;
    const column = { field, label: printable(field.label), checkbox: field.kind === 'flag', x, width };
    x += width;
    return column;
  });
}

function headerOps(columns: readonly SheetColumn[]): Op[] {
  return columns.flatMap(({ label, x, width }) =>
    textOps(fitText(label, LABEL, width - 6), LABEL, { x: x + 4, y: 9.5 }),
  );
}

function rowOps(rows: RowsField, index: number, columns: readonly SheetColumn[]): SheetOp[] {
  const ops: SheetOp[] = textOps(`${index + 1}.`, LABEL, { x: NUMBER_WIDTH - 5, y: 13, anchor: 'end' });
  for (const { field, checkbox, x, width } of columns) {
    ops.push({ kind: 'rect', x, y: 0, w: width, h: ROW_HEIGHT, ...BORDER });
    const about = {
      path: `${rows.name}[${index}].${field.name}`,
      label: cellKey(rows, index, field),
    };
    if (!checkbox) {
      ops.push(framedField({ x, y: 0, w: width, h: ROW_HEIGHT }, about, field));
      continue;
    }
    const box = {
      x: x + (width - CHECKBOX) / 2,
      y: (ROW_HEIGHT - CHECKBOX) / 2,
      w: CHECKBOX,
      h: CHECKBOX,
    };
    ops.push({ kind: 'rect', ...box, ...BORDER }, checkField(box, about, 'yes'));
  }
  return ops;
}

/** `Region: Rust Belt (PA MI WI), Sun Belt (…).` */
function choicesInWords(column: ChoiceField): string {
  const choices = column.choices.map(({ label, note }) =>
    note === undefined ? label : `${label} (${note})`,
  );
  return `${column.label}: ${choices.join(', ')}.`;
}
