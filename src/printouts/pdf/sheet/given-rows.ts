import type { Choice, Column, RowsField, TextField } from '../../../rules/sheet.ts';
import { columnsOf } from '../../../rules/sheet-rows.ts';
import { cellKey, rowKey } from '../../../rules/sheet-text/keys.ts';
import { printable } from '../../../text/printable.ts';
import type { Op } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField, choiceField, type FieldOp, type SheetOp, textField } from '../field-op.ts';
import type { Flow } from '../flow.ts';
import type { StructNode } from '../page.ts';
import { type Density, isDense } from './density.ts';

// Rows about something that exists, on a blank turn sheet: what a row is about, and in the same line as far as they fit the
// boxes and lines to fill in.

const LABEL: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
const ABOUT: TextStyle = { ...LABEL, font: 'sans-bold' };
const NOTE: TextStyle = { font: 'sans', size: 8, color: PALETTE.quiet };
const BORDER = { stroke: PALETTE.ink, strokeWidth: 0.6 } as const;
const GRID = { stroke: PALETTE.rule, strokeWidth: 0.4 } as const;

const CHECKBOX = 9;
const STATE_BOX = 14;
/** The distance between two fields of a row. */
const GAP = 12;
/** Where a further line of a row begins. */
const INDENT = 12;
/** The distance between two rows side by side. */
const BESIDE_GAP = 20;
/** More choices than this are not printed: the player writes one on a line. In a blank row even fewer fit. */
const MAX_PRINTED_CHOICES = 6;
const MAX_IN_BLANK_ROW = 3;
/** A text has at least this width, and a line for about so many characters. */
const MIN_TEXT = 150;
const CHARACTERS_PER_LINE = 100;
/** The cells of a drawing, and the same on a sheet with little room. */
const CELL = { w: 8, h: 9.5 } as const;
const SMALL_CELL = { w: 6.5, h: 7.5 } as const;
const SMALL_LINE = 16;

/** One field of a row: how much room it needs, and what is drawn in it from the baseline down. */
interface Piece {
  width: number;
  /** How many lines it takes; more than one if it stands alone. */
  height: number;
  draw(x: number, width: number): SheetOp[];
  /** Whether it takes all the room that is left in its line. */
  grows: boolean;
}

/**
 * Lays out the rows. If there are more than the orders may have, there are as many blank ones to write in. If they must be
 * dense, two short ones stand side by side.
 */
export function layOutGivenRows(
  flow: Flow,
  field: RowsField,
  node: StructNode,
  { lineHeight, density }: { lineHeight: number; density: Density },
): void {
  const dense = isDense({ density });
  const rows = rowsOf(field, lineHeight).map((row) => ({ ...row, beside: density === 'packed' }));
  const width = (flow.width - BESIDE_GAP) / 2;
  for (const group of dense ? groupsOf(rows, width) : rows.map((row) => [row])) {
    const [first] = group;
    if (first !== undefined && group.length === 1) layOutRow(flow, node, first);
    else layOutBeside(flow, node, group, width);
  }
  flow.y += dense ? 1 : 3;
}

/** The rows one by one, and two together if both are no wider than this. */
function groupsOf(rows: readonly Row[], width: number): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const isBeside = last?.length === 1 && [...last, row].every((one) => widthOf(one) <= width);
    if (isBeside) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function layOutBeside(flow: Flow, node: StructNode, rows: readonly Row[], width: number): void {
  flow.ensureRoom(Math.max(...rows.map(heightOf)));
  flow.sideBySide(
    rows.map((row, i) => ({
      ...{ x: i * (width + BESIDE_GAP), width },
      layOut: () => layOutRow(flow, node, row),
    })),
  );
}

/** The rows with what is drawn in each. */
function rowsOf(field: RowsField, lineHeight: number): Row[] {
  const { given = [], max } = field;
  const rows = given.length <= max ? given : Array.from({ length: max }, () => null);
  return rows.map((row, i) => {
    const columns = row === null ? field.columns : plainColumns(field, i);
    const pieces = columns.map((column) => {
      const isWritten = row === null && 'choices' in column && !isLettered(column);
      const shown =
        isWritten && column.choices.length > MAX_IN_BLANK_ROW ? { ...column, choices: [] } : column;
      const topic = topicOf(field, i, { column, isBlank: row === null });
      return pieceOf(shown, topic, { isNamed: columns.length > 1, lineHeight });
    });
    return { label: row?.label ?? `${i + 1}.`, note: row?.note ?? '', pieces, lineHeight };
  });
}

/** How wide a row is if each of its pieces has no more than it needs; one that takes all the room does not end. */
function widthOf({ label, note, pieces, lineHeight }: Row): number {
  if (pieces.some(({ grows }) => grows)) return Number.POSITIVE_INFINITY;
  const about = measureText(printable(label), ABOUT) + 6 + measureText(printable(note), NOTE);
  const inLine = pieces.filter(({ height }) => height <= lineHeight);
  const alone = pieces.filter(({ height }) => height > lineHeight);
  return Math.max(
    about + inLine.reduce((sum, { width }) => sum + GAP + width, 0),
    ...alone.map(({ width }) => INDENT + width),
  );
}

function heightOf({ pieces, lineHeight }: Pick<Row, 'pieces' | 'lineHeight'>): number {
  return lineHeight + Math.max(0, ...pieces.map(({ height }) => height));
}

/** What a field of a row is about, and what can be chosen there. */
interface Topic {
  path: string;
  label: string;
  choices: readonly Choice[];
}

/** A blank row can be about anything, so that all its columns and all their choices can be filled in. */
function topicOf(
  field: RowsField,
  index: number,
  { column, isBlank }: { column: Column; isBlank: boolean },
): Topic {
  const path = `${field.name}[${index}].${column.name}`;
  const own = isBlank ? column : (columnsOf(field, index).find(({ name }) => name === column.name) ?? column);
  const choices = 'choices' in own ? own.choices : [];
  const { given: _, ...blank } = field;
  const label = isBlank ? `${rowKey(blank, index)}, ${column.label}` : cellKey(field, index, column);
  return { path, label, choices };
}

/** The columns of a row with the choices that all rows have: those of its own are in the printout. */
function plainColumns(field: RowsField, index: number): Column[] {
  const names = columnsOf(field, index).map(({ name }) => name);
  return field.columns.filter(({ name }) => names.includes(name));
}

/** Whether all choices are single letters, which take little room. */
function isLettered({ choices }: { choices: readonly Choice[] }): boolean {
  return choices.every(({ label }) => label.length === 1);
}

interface Row {
  label: string;
  note: string;
  pieces: readonly Piece[];
  lineHeight: number;
  /** Whether a piece of several lines may begin in the line of the label. */
  beside?: boolean;
}

function layOutRow(flow: Flow, node: StructNode, row: Row): void {
  const { label, note, pieces, lineHeight, beside = false } = row;
  flow.ensureRoom(Math.min(heightOf({ pieces, lineHeight }), 200));
  const base = lineHeight - 5;
  const about = printable(label);
  flow.draw(textOps(about, ABOUT, { x: 0, y: base }), node);
  const indent = measureText(about, ABOUT) + 6;
  const fact = fitText(printable(note), NOTE, flow.width - indent);
  flow.draw(textOps(fact, NOTE, { x: indent, y: base }), node);
  let x = indent + (fact === '' ? 4 : measureText(fact, NOTE) + GAP);
  for (const piece of pieces) {
    const isBelow = piece.height > lineHeight && !beside;
    if (x > 0 && (x + piece.width > flow.width || isBelow)) {
      flow.y += lineHeight;
      x = INDENT;
    }
    flow.ensureRoom(piece.height);
    const width = piece.grows ? flow.width - x : piece.width;
    flow.draw(piece.draw(x, width), node);
    if (piece.height > lineHeight) flow.y += piece.height - lineHeight;
    x += width + GAP;
  }
  flow.y += lineHeight;
}

/** @param isNamed whether the field has a label: not if it is the only one of its row */
function pieceOf(
  column: Column,
  topic: Topic,
  { isNamed, lineHeight }: { isNamed: boolean; lineHeight: number },
): Piece {
  const base = lineHeight - 5;
  const label = isNamed || column.kind === 'flag' ? printable(column.label) : '';
  const start = label === '' ? 0 : measureText(label, LABEL) + 5;
  const named = (x: number): Op[] => textOps(label, LABEL, { x, y: base });
  const setting: Setting = { named, start, lineHeight, topic };
  switch (column.kind) {
    case 'choice':
      return column.choices.length > MAX_PRINTED_CHOICES || column.choices.length === 0
        ? shortPiece(setting, null)
        : checksPiece(column.choices, setting);
    case 'state':
      return statePiece(setting);
    case 'flag':
      return checksPiece([{ value: 'yes', label }], { ...setting, named: () => [], start: 0 });
    case 'integer':
      return shortPiece(setting, column.unit === 'dollars' ? '$' : '');
    case 'text':
      if (column.lines !== undefined) return drawingPiece(column, setting);
      return textPiece(column, setting);
  }
}

interface Setting {
  named(x: number): Op[];
  /** Where the field begins, after its label. */
  start: number;
  lineHeight: number;
  topic: Topic;
}

/** A short line, with a sign at its beginning. */
function shortPiece({ named, start, lineHeight, topic }: Setting, sign: string | null): Piece {
  const room = 34;
  const base = lineHeight - 5;
  const indent = sign ? measureText(sign, LABEL) + 1 : 0;
  return {
    ...{ width: start + room, height: lineHeight, grows: false },
    draw(x) {
      const box = { x: x + start + indent, y: 1, w: room - indent, h: base + 1 };
      const { choices } = topic;
      return [
        ...named(x),
        lineOp(x + start, x + start + room, base + 2),
        ...(sign === null ? [] : textOps(sign, LABEL, { x: x + start, y: base })),
        choices.length > 0 ? choiceField(box, topic, { choices, coded: true }) : textField(box, topic),
      ];
    },
  };
}

function statePiece({ named, start, lineHeight, topic }: Setting): Piece {
  return {
    ...{ width: start + 2 * STATE_BOX, height: lineHeight, grows: false },
    draw(x) {
      const boxes = [0, 1].map((i) => stateBox(x + start + i * STATE_BOX, lineHeight));
      const box = { ...boxOfState(x + start, lineHeight), w: 2 * STATE_BOX };
      return [...named(x), ...boxes, textField(box, topic, { boxes: 2 })];
    },
  };
}

function lineOp(x1: number, x2: number, y: number): Op {
  return { kind: 'line', x1, y1: y, x2, y2: y, color: PALETTE.ink, width: 0.6 };
}

/** A box to check for each of these choices. */
function checksPiece(choices: readonly Choice[], { named, start, lineHeight, topic }: Setting): Piece {
  const base = lineHeight - 5;
  const places: { value: string; word: string; at: number }[] = [];
  let at = start;
  for (const { value, label } of choices) {
    const word = printable(label);
    places.push({ value, word, at });
    at += CHECKBOX + 3 + measureText(word, LABEL) + 8;
  }
  const boxOps = (x: number, { value, word, at: left }: (typeof places)[number]): SheetOp[] => {
    const box = { x: x + left, y: base - CHECKBOX + 1.5, w: CHECKBOX, h: CHECKBOX };
    const label = value === 'yes' ? topic.label : `${topic.label}: ${word}`;
    return [
      { kind: 'rect', ...box, ...BORDER },
      ...textOps(word, LABEL, { x: x + left + CHECKBOX + 3, y: base }),
      checkField(box, { ...topic, label }, value),
    ];
  };
  return {
    ...{ width: at - 8, height: lineHeight, grows: false },
    draw: (x) => [...named(x), ...places.flatMap((place) => boxOps(x, place))],
  };
}

function boxOfState(x: number, lineHeight: number) {
  const h = Math.min(STATE_BOX, lineHeight - 2);
  return { x, y: lineHeight - 1.5 - h, w: STATE_BOX, h };
}

function stateBox(x: number, lineHeight: number): Op {
  return { kind: 'rect', ...boxOfState(x, lineHeight), ...BORDER };
}

/** A ruled line to the end of the row; a long text has lines of its own. */
function textPiece({ max, words }: TextField, { named, start, lineHeight, topic }: Setting): Piece {
  const count = words === undefined ? Math.ceil(max / CHARACTERS_PER_LINE) : 1;
  const height = count * lineHeight;
  const fieldOp = (x: number, width: number): FieldOp => {
    const box = { x: x + start, y: 1, w: width - start, h: height - 4 };
    return textField(box, topic, count > 1 ? { multiline: true, covers: true } : {});
  };
  return {
    ...{ width: start + (words === undefined ? MIN_TEXT : 60), height, grows: true },
    draw: (x, width) => [
      ...named(x),
      ...Array.from({ length: count }, (_, i) =>
        lineOp(i === 0 ? x + start : x, x + width, (i + 1) * lineHeight - 3),
      ),
      fieldOp(x, width),
    ],
  };
}

/** A cell for each sign of a drawing. */
function drawingPiece({ max, lines = 1 }: TextField, { lineHeight, topic }: Setting): Piece {
  const cell = lineHeight < SMALL_LINE ? SMALL_CELL : CELL;
  const size = { w: max * cell.w, h: lines * cell.h };
  const cells = (x: number) =>
    Array.from({ length: lines * max }, (_, i): Op => {
      const [left, top] = [x + (i % max) * cell.w, Math.floor(i / max) * cell.h];
      return { kind: 'rect', x: left, y: top, w: cell.w, h: cell.h, ...GRID };
    });
  const details = { multiline: true, monospaced: true, covers: true } as const;
  return {
    ...{ width: size.w, height: Math.max(lineHeight + 1, size.h + 4), grows: false },
    draw: (x) => [...cells(x), textField({ x, y: 0, ...size }, topic, details)],
  };
}
