import type { ChoiceField, Field, IntegerField, RankingField, SimpleField } from '../../../rules/sheet.ts';
import type { Op } from '../../drawing/operations.ts';
import { measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField, type SheetOp, textField } from '../field-op.ts';
import { cellField } from './cell-field.ts';

// The blanks of a sheet: boxes for single characters, lines and check boxes, with the fields of the PDF in their places.

/** A box for a character. */
export const BOX = { w: 17, h: 20 } as const;
const CHECKBOX = 11;
/** Where a check box stands in its line. */
export const CHECK_PLACE = { y: 4, w: CHECKBOX, h: CHECKBOX } as const;
/** What stands beside a blank. */
export const LABEL: TextStyle = { font: 'sans-medium', size: 8.5, color: PALETTE.ink };
/** How thick the edges of boxes are. */
export const FRAME = 0.6;
const BORDER = { stroke: PALETTE.ink, strokeWidth: FRAME } as const;

/** What a field of the PDF is about. */
export interface About {
  path: string;
  label: string;
}

/** A field that stands by itself. */
export function aboutField({ name, label }: Field): About {
  return { path: name, label };
}

/** An entry of a list of values. */
export function aboutEntry({ name, each }: RankingField, index: number): About {
  return { path: `${name}[${index}]`, label: `${each} ${index + 1}` };
}

/** An entry of a list as a field of its own. */
export function entryOf({ name, label, choices }: RankingField): ChoiceField {
  return { kind: 'choice', name, label, choices, blank: '' };
}

/** The blank of a field at `x`, in at most `room` points, and the width it takes. */
export function blankOps(field: SimpleField, about: About, place: Place): { ops: SheetOp[]; width: number } {
  const { x, room } = place;
  if (field.kind === 'state') return { ops: stateOps(about, x), width: 2 * BOX.w };
  if (field.kind === 'flag') return { ops: flagOps(about, x), width: 12 };
  if (field.kind !== 'integer') return { ops: lineOps(field, about, [x, x + room]), width: room };
  return amountOps(field, about, place);
}

export /** Where a blank is. */
interface Place {
  x: number;
  /** How wide the blank may be, in points. */
  room: number;
}

/** A line for a number, with a dollar sign before it or the unit after it. */
export function amountOps(
  field: IntegerField,
  about: About,
  { x, room }: Place,
): { ops: SheetOp[]; width: number } {
  if (field.unit === 'dollars') {
    const ops = [...textOps('$', LABEL, { x, y: 14 }), ...lineOps(field, about, [x + 8, x + room])];
    return { ops, width: room };
  }
  const unit = field.unit === 'number' ? '' : field.unit;
  const unitWidth = measureText(unit, LABEL);
  const end = Math.max(x + 30, x + room - unitWidth - 4);
  const ops = [...lineOps(field, about, [x, end]), ...textOps(unit, LABEL, { x: end + 3, y: 14 })];
  return { ops, width: end + 3 + unitWidth - x };
}

/** A line to write on, from left to right. */
export function lineOps(field: SimpleField, about: About, [x1, x2]: readonly [number, number]): SheetOp[] {
  return [lineAt(x1, x2, BOX.h - 2), cellField({ x: x1, y: 2, w: x2 - x1, h: BOX.h - 4 }, about, field)];
}

/** Two boxes for the code of a state. */
export function stateOps(about: About, x: number): SheetOp[] {
  return [...boxOps(2, x), textField({ x, y: 0, w: 2 * BOX.w, h: BOX.h }, about, { boxes: 2 })];
}

/** A check box for a flag. */
export function flagOps(about: About, x: number): SheetOp[] {
  return [checkbox(x), checkField({ x, ...CHECK_PLACE }, about, 'yes')];
}

/** Boxes for single characters, side by side. */
export function boxOps(count: number, x: number, { w, h }: { w: number; h: number } = BOX): Op[] {
  return Array.from({ length: count }, (_, i): Op => {
    return { kind: 'rect', x: x + i * w, y: 0, w, h, ...BORDER };
  });
}

/** The line itself, `y` points below the top. */
export function lineAt(x1: number, x2: number, y: number): Op {
  return { kind: 'line', x1, y1: y, x2, y2: y, color: PALETTE.ink, width: 0.6 };
}

/** The box itself. */
export function checkbox(x: number): Op {
  return { kind: 'rect', x, ...CHECK_PLACE, ...BORDER };
}
