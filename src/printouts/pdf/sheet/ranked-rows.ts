import type { Choice, ChoiceField, Column, RowsField } from '../../../rules/sheet.ts';
import { cellKey } from '../../../rules/sheet-text/keys.ts';
import { printable } from '../../../text/printable.ts';
import type { Op } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps, wrapToWidth } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField, type SheetOp } from '../field-op.ts';
import type { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import type { StructNode } from '../page.ts';
import { framedField } from './cell-field.ts';
import { layOutCodeList } from './code-list.ts';
import type { CompactLayout } from './density.ts';

// Ranked rows on a blank turn sheet: a numbered table with boxes as narrow as what is written in them, side by side in
// two halves if they fit. Below it, what the columns mean, and the codes that can be written.

const HEADER_HEIGHT = 19;
const NUMBER_WIDTH = 18;
const CHECKBOX = 10;
/** The distance between the halves. */
const GAP = 14;
/** How much narrower than they should be the columns may become, so that the halves fit side by side. */
const MAX_SQUEEZE = 1.1;
/** A list with fewer rows is not cut into halves. */
const MIN_HALVED = 6;
/** More choices than this are a list, fewer a line. */
const MAX_CHOICES_IN_LINE = 12;
/** A column whose choices are no longer than this is written as codes. */
const MAX_CODE = 8;

const LABEL: TextStyle = { font: 'sans-medium', size: 7.5, color: PALETTE.ink };
const BLANK: TextStyle = { font: 'sans', size: 6, color: PALETTE.quiet };
const NUMBER: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
const VALUE: TextStyle = { font: 'sans', size: 9, color: PALETTE.quiet };
const KEY: TextStyle = { font: 'sans', size: 7, color: PALETTE.quiet };
const BORDER = { stroke: PALETTE.ink, strokeWidth: 0.6 } as const;

/** A column in place: its left edge from that of its half, and its width. */
interface Placed {
  column: Column;
  x: number;
  width: number;
}

/** Lays out the rows. The codes that it lists are added to `listed`. */
export function layOutRankedRows(
  flow: Flow,
  field: RowsField,
  node: StructNode,
  { listed, rowHeight }: Omit<CompactLayout, 'density'>,
): void {
  const natural = NUMBER_WIDTH + field.columns.reduce((sum, column) => sum + widthOf(column), 0);
  const isHalved = field.max >= MIN_HALVED && 2 * natural <= (flow.width - GAP) * MAX_SQUEEZE;
  const halves = isHalved ? 2 : 1;
  const perHalf = Math.ceil(field.max / halves);
  const width = (flow.width - (halves - 1) * GAP) / halves;
  const placed = placeColumns(field.columns, width);
  flow.ensureRoom(HEADER_HEIGHT + perHalf * rowHeight);
  const top = flow.y;
  for (let half = 0; half < halves; half++) {
    const x = flow.left + half * (width + GAP);
    flow.draw(headerOps(placed), node, x, top);
    for (let i = half * perHalf; i < Math.min(field.max, (half + 1) * perHalf); i++) {
      const y = top + HEADER_HEIGHT + (i - half * perHalf) * rowHeight;
      flow.draw(rowOps(field, i, placed, rowHeight), node, x, y);
    }
  }
  flow.y = top + HEADER_HEIGHT + perHalf * rowHeight + 5;
  const words = field.columns.flatMap((column) => meaningOf(column, listed));
  for (const column of field.columns.filter(hasFewChoices)) addTo(listed, column);
  if (words.length > 0) layOutText(flow, printable(words.join(' ')), { style: KEY, lineHeight: 9, node });
  for (const column of field.columns) layOutLongChoices(flow, column, node, listed);
  flow.y += 3;
}

/** How wide a column should be for its label, which may have two lines, and for what is written in it. */
function widthOf(column: Column): number {
  const words = isWrapped(column) ? column.label.split(' ') : [column.label];
  const widest = Math.max(...words.map((word) => measureText(printable(word), LABEL)));
  return Math.max(widest + 7, widthToWrite(column));
}

/** Whether the label of a column may have two lines: the second one is not needed for what a blank means. */
function isWrapped(column: Column): boolean {
  return column.kind !== 'integer' || column.ifBlank === undefined;
}

function widthToWrite(column: Column): number {
  switch (column.kind) {
    case 'state':
      return 32;
    case 'flag':
      return 24;
    case 'integer':
      return 14 + 8 * String(column.max ?? 99_999).length;
    case 'choice':
      return isCoded(column) ? 8 + 7.5 * longestCode(column.choices) : 110;
    case 'text':
      return 140;
  }
}

/** Whether the choices of a column are short codes that a person can write. */
function isCoded({ choices }: ChoiceField): boolean {
  return choices.length > 0 && longestCode(choices) <= MAX_CODE;
}

function longestCode(choices: readonly Choice[]): number {
  return Math.max(...choices.map(({ value }) => value.length));
}

/** Shares the width of a half among its columns. */
function placeColumns(columns: readonly Column[], width: number): Placed[] {
  const weights = columns.map(widthOf);
  const share = (width - NUMBER_WIDTH) / weights.reduce((sum, weight) => sum + weight, 0);
  let x = NUMBER_WIDTH;
  return columns.map((column, i) => {
    const placed = { column, x, width: (weights[i] as number) * share };
    x += placed.width;
    return placed;
  });
}

/** The labels of the columns, and below them what a blank number means. */
function headerOps(placed: readonly Placed[]): Op[] {
  return placed.flatMap(({ column, x, width }) => {
    if (column.kind !== 'integer' || column.ifBlank === undefined) {
      const lines = wrapToWidth(printable(column.label), LABEL, width - 4).slice(0, 2);
      return lines.flatMap((line, i) => {
        return textOps(fitText(line, LABEL, width - 4), LABEL, { x: x + 3, y: 8.5 + i * 8 });
      });
    }
    const label = textOps(fitText(printable(column.label), LABEL, width - 4), LABEL, { x: x + 3, y: 8.5 });
    return [...label, ...textOps(`blank: ${column.ifBlank}`, BLANK, { x: x + 3, y: 15.5 })];
  });
}

function rowOps(field: RowsField, index: number, placed: readonly Placed[], rowHeight: number): SheetOp[] {
  const baseline = rowHeight / 2 + 3.4;
  const number = { x: NUMBER_WIDTH - 4, y: baseline, anchor: 'end' } as const;
  const ops: SheetOp[] = textOps(`${index + 1}.`, NUMBER, number);
  for (const { column, x, width } of placed) {
    ops.push({ kind: 'rect', x, y: 0, w: width, h: rowHeight, ...BORDER });
    const about = {
      path: `${field.name}[${index}].${column.name}`,
      label: cellKey(field, index, column),
    };
    if (column.kind === 'flag') {
      const box = {
        x: x + (width - CHECKBOX) / 2,
        y: (rowHeight - CHECKBOX) / 2,
        w: CHECKBOX,
        h: CHECKBOX,
      };
      ops.push({ kind: 'rect', ...box, ...BORDER }, checkField(box, about, 'yes'));
      continue;
    }
    const cell = framedField({ x, y: 0, w: width, h: rowHeight }, about, column);
    const value = field.prefilled?.[index]?.[column.name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      ops.push(cell);
      continue;
    }
    const text = fitText(printable(String(value)), VALUE, width - 6);
    const printed = textOps(text, VALUE, { x: x + 4, y: baseline });
    ops.push({ ...cell, input: { ...cell.input, value: String(value) }, printed });
  }
  return ops;
}

/** What a column means, and its choices if they are few: `Replace: Whose token to replace. AB, CD.` */
function meaningOf(column: Column, listed: ReadonlySet<string>): string[] {
  const choices = 'choices' in column ? freshChoices(column, listed) : [];
  const isLong = choices.length > MAX_CHOICES_IN_LINE;
  const others =
    'choices' in column && choices.length < column.choices.length ? ', or a code on this page' : '';
  const words = isLong || choices.length === 0 ? [] : [`${choices.map(choiceInWords).join(', ')}${others}.`];
  const sentences = [...(column.hint === undefined ? [] : [column.hint]), ...words];
  return sentences.length === 0 ? [] : [`${column.label}: ${sentences.join(' ')}`];
}

function hasFewChoices(column: Column): boolean {
  return 'choices' in column && column.choices.length <= MAX_CHOICES_IN_LINE;
}

function addTo(listed: Set<string>, column: Column): void {
  for (const { value } of 'choices' in column ? column.choices : []) listed.add(value);
}

/** The choices of a column that the page does not list yet. */
function freshChoices({ choices }: { choices: readonly Choice[] }, listed: ReadonlySet<string>): Choice[] {
  return choices.filter(({ value }) => !listed.has(value));
}

/**
 * `MINE (Any state where you have a token)`; the label alone if it is the code but for capitals and hyphens, or if no code
 * is written. The short fact follows: `IA (Iowa) 18 left`.
 */
function choiceInWords({ value, label, short }: Choice): string {
  const isSame = value.toLowerCase().replaceAll('-', ' ') === label.toLowerCase();
  const name = value.length > MAX_CODE || isSame ? label : `${value} (${label})`;
  return short === undefined ? name : `${name} ${short}`;
}

/** Many choices are a list of codes. What the page lists already is left out. */
function layOutLongChoices(flow: Flow, column: Column, node: StructNode, listed: Set<string>): void {
  const choices = 'choices' in column ? freshChoices(column, listed) : [];
  if (choices.length <= MAX_CHOICES_IN_LINE) return;
  flow.y += 3;
  layOutCodeList(flow, choices, node);
  addTo(listed, column);
}
