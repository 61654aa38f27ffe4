import type {
  ChoiceField,
  Field,
  IntegerField,
  RankingField,
  RowsField,
  SimpleField,
  TextField,
} from '../../rules/sheet.ts';
import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { layOutRuledRows } from './blank-sheet-rows.ts';
import type { Flow } from './flow.ts';
import { layOutText } from './lines.ts';
import type { StructNode } from './page.ts';

// The fields of a blank turn sheet: boxes for single characters, lines for everything else.

const BOX = { w: 17, h: 20 } as const;
const CHECKBOX = 11;
const LABEL: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
const HINT: TextStyle = { font: 'serif-italic', size: 8.5, color: PALETTE.quiet };
const BORDER = { stroke: PALETTE.ink, strokeWidth: 0.6 } as const;

/** A text with more characters than this has ruled lines in place of boxes. */
const MAX_BOXES = 160;
const BOXES_PER_LINE = 40;
/** How many characters are expected on a ruled line, and how many lines there are at most. */
const CHARACTERS_PER_LINE = 60;
const MAX_LINES = 6;
/** If there are more choices than this, they are not printed, and the player writes one on a line. */
const MAX_PRINTED_CHOICES = 12;
/** Rows of more columns than this are printed as a table. */
const MAX_INLINE_COLUMNS = 3;

/**
 * Lays out one field of the sheet.
 * @param only whether it is the only field of its section: its label is left out then, as the title says the same
 */
export function layOutField(flow: Flow, field: Field, node: StructNode, only: boolean): void {
  if (!only || field.kind === 'flag') {
    layOutText(flow, printable(field.label), { style: LABEL, lineHeight: 12, node });
  }
  if (field.hint !== undefined) {
    layOutText(flow, printable(field.hint), { style: HINT, lineHeight: 13.5, node });
  }
  switch (field.kind) {
    case 'ranking':
      layOutRanking(flow, field, node);
      break;
    case 'rows':
      layOutRows(flow, field, node);
      break;
    case 'text':
      layOutTextField(flow, field, node);
      break;
    case 'choice':
      layOutChoice(flow, field, node);
      break;
    default:
      flow.ensureRoom(BOX.h + 8);
      flow.draw(blankOps(field, 0, flow.width / 3).ops, node);
      flow.y += BOX.h + 8;
  }
}

interface Grid {
  /** How many pieces there are. */
  count: number;
  /** The least width of a piece, in points. */
  minWidth: number;
  node: StructNode;
  /** Draws the piece with that index in `width` points. */
  draw(index: number, width: number): Op[];
}

/** Lays out pieces of equal width side by side, with about the same number in each row. */
function layOutGrid(flow: Flow, { count, minWidth, node, draw }: Grid): void {
  const fitting = Math.max(1, Math.min(count, Math.floor(flow.width / minWidth)));
  const perRow = Math.ceil(count / Math.ceil(count / fitting));
  const width = flow.width / perRow;
  for (let first = 0; first < count; first += perRow) {
    flow.ensureRoom(BOX.h + 7);
    for (let i = first; i < Math.min(count, first + perRow); i++) {
      flow.draw(draw(i, width - 12), node, flow.left + (i - first) * width);
    }
    flow.y += BOX.h + 7;
  }
}

function layOutRanking(flow: Flow, field: RankingField, node: StructNode): void {
  const ofStates = field.of === 'state';
  const labelWidth = measureText(`${printable(field.each)} ${field.max}`, LABEL) + 6;
  const minWidth = ofStates ? labelWidth + 2 * BOX.w + 24 : Math.max(140, labelWidth + 100);
  layOutGrid(flow, {
    count: field.max,
    minWidth: Math.min(minWidth, flow.width),
    node,
    draw(i, width) {
      const label = fitText(`${printable(field.each)} ${i + 1}`, LABEL, width / 2);
      const x = Math.min(labelWidth, width / 2 + 4);
      const blank = ofStates ? boxOps(2, x) : [writingLine(x, width)];
      return [...textOps(label, LABEL, { x: 0, y: 14 }), ...blank];
    },
  });
}

function layOutRows(flow: Flow, field: RowsField, node: StructNode): void {
  if (field.columns.length > MAX_INLINE_COLUMNS) {
    layOutRuledRows(flow, field, node);
    return;
  }
  const widths = field.columns.map((column) => blankOps(column, 0, 70).width + 10);
  const minWidth = 22 + widths.reduce((sum, width) => sum + width, 0);
  layOutGrid(flow, {
    count: field.max,
    minWidth: Math.min(flow.width, Math.max(150, minWidth)),
    node,
    draw(i, width) {
      const ops: Op[] = textOps(`${i + 1}.`, LABEL, { x: 14, y: 14, anchor: 'end' });
      const share = (width - 20) / field.columns.length;
      let x = 20;
      for (const column of field.columns) {
        const blank = blankOps(column, x, column.kind === 'state' ? share : width - x);
        ops.push(...blank.ops);
        x += blank.width + 8;
      }
      return ops;
    },
  });
}

/** The blank of a field at `x`, in at most `room` points, and the width it takes. */
function blankOps(field: SimpleField, x: number, room: number): { ops: Op[]; width: number } {
  if (field.kind === 'state') return { ops: boxOps(2, x), width: 2 * BOX.w };
  if (field.kind === 'flag') return { ops: [checkbox(x)], width: 12 };
  if (field.kind !== 'integer') return { ops: [writingLine(x, x + room)], width: room };
  return amountOps(field, x, room);
}

/** A line for a number, with a dollar sign before it or the unit after it. */
function amountOps(field: IntegerField, x: number, room: number): { ops: Op[]; width: number } {
  if (field.unit === 'dollars') {
    return { ops: [...textOps('$', LABEL, { x, y: 14 }), writingLine(x + 8, x + room)], width: room };
  }
  const unitWidth = measureText(field.unit, LABEL);
  const end = Math.max(x + 30, x + room - unitWidth - 4);
  const ops = [writingLine(x, end), ...textOps(field.unit, LABEL, { x: end + 3, y: 14 })];
  return { ops, width: end + 3 + unitWidth - x };
}

/** Boxes for single characters, side by side. */
function boxOps(count: number, x: number, width: number = BOX.w): Op[] {
  return Array.from({ length: count }, (_, i): Op => {
    return { kind: 'rect', x: x + i * width, y: 0, w: width, h: BOX.h, ...BORDER };
  });
}

function writingLine(x1: number, x2: number): Op {
  return { kind: 'line', x1, y1: BOX.h - 2, x2, y2: BOX.h - 2, color: PALETTE.ink, width: 0.6 };
}

function checkbox(x: number): Op {
  return { kind: 'rect', x, y: 4, w: CHECKBOX, h: CHECKBOX, ...BORDER };
}

/** A short text has a box for each character, a long one ruled lines. */
function layOutTextField(flow: Flow, field: TextField, node: StructNode): void {
  if (field.max > MAX_BOXES) {
    const lines = Math.min(MAX_LINES, Math.ceil(field.max / CHARACTERS_PER_LINE));
    for (let i = 0; i < lines; i++) {
      flow.ensureRoom(24);
      flow.draw([writingLine(0, flow.width)], node);
      flow.y += 24;
    }
    return;
  }
  const perRow = Math.ceil(field.max / Math.ceil(field.max / BOXES_PER_LINE));
  const width = Math.min(BOX.w, flow.width / perRow);
  for (let remaining = field.max; remaining > 0; remaining -= perRow) {
    flow.ensureRoom(BOX.h + 5);
    flow.draw(boxOps(Math.min(remaining, perRow), 0, width), node);
    flow.y += BOX.h + 5;
  }
}

/** A few choices are printed with a checkbox each; for many, there is a line to write one on. */
function layOutChoice(flow: Flow, field: ChoiceField, node: StructNode): void {
  if (field.choices.length === 0 || field.choices.length > MAX_PRINTED_CHOICES) {
    flow.ensureRoom(BOX.h + 7);
    flow.draw([writingLine(0, flow.width / 2)], node);
    flow.y += BOX.h + 7;
    return;
  }
  const labels = field.choices.map((choice) => printable(choice.label));
  const widest = Math.max(...labels.map((label) => measureText(label, LABEL)));
  layOutGrid(flow, {
    count: labels.length,
    minWidth: Math.min(flow.width, widest + 30),
    node,
    draw(i, width) {
      const label = fitText(labels[i] as string, LABEL, width - 16);
      return [checkbox(0), ...textOps(label, LABEL, { x: 16, y: 13 })];
    },
  });
}
