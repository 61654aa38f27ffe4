import type { Choice } from '../../rules/sheet.ts';
import type { Op, TextOp } from '../drawing/operations.ts';

/* Where a sheet has a box or a line for a pen, its PDF has a field that is filled in on a screen. */

/** What is entered in a field, and which value of the form it is. */
export type FieldInput =
  | {
      kind: 'text';
      /** The path of the value in the form: `campaign[2].spend`. */
      path: string;
      /** How many boxes for single characters it has; missing if there is one for all. */
      boxes?: number;
      multiline?: true;
      /** Whether all characters are equally wide, for drawings. */
      monospaced?: true;
      /** Whether what is entered covers the lines that are printed for a pen. */
      covers?: true;
      /** What is entered before anyone has filled in anything. */
      value?: string;
    }
  | { kind: 'choice'; path: string; choices: readonly Choice[]; coded?: true; value?: string }
  /** Checked, it enters `value` at the path. */
  | { kind: 'check'; path: string; value: string };

/** A field of a PDF, with its upper left corner at (x, y). */
export interface FieldOp {
  kind: 'field';
  /** Its name in the file, unique there. */
  name: string;
  /** What screen readers read, and what is shown beside the pointer. */
  label: string;
  x: number;
  y: number;
  w: number;
  h: number;
  input: FieldInput;
  /** What is printed in its place in a PDF that cannot be filled in. */
  printed?: readonly TextOp[];
}

/** What the parts of a sheet are drawn with. */
export type SheetOp = Op | FieldOp;

/** Where a field is, from the upper left corner of the drawing. */
export interface FieldBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What a field is about. */
interface FieldTopic {
  path: string;
  label: string;
}

/** A field for text. */
export function textField(
  box: FieldBox,
  { path, label }: FieldTopic,
  details: Omit<Extract<FieldInput, { kind: 'text' }>, 'kind' | 'path'> = {},
): FieldOp {
  return {
    kind: 'field',
    name: fieldName(path),
    label,
    ...placeOf(box),
    input: { kind: 'text', path, ...details },
  };
}

/** A field for one of some choices. `coded`: the page shows the codes of the choices, not their labels. */
export function choiceField(
  box: FieldBox,
  { path, label }: FieldTopic,
  { choices, coded }: { choices: readonly Choice[]; coded?: boolean },
): FieldOp {
  const input = { kind: 'choice', path, choices, ...(coded && { coded: true as const }) } as const;
  return { kind: 'field', name: fieldName(path), label, ...placeOf(box), input };
}

/** A check box that enters `value`: `yes` for a flag, or one of several choices. */
export function checkField(box: FieldBox, { path, label }: FieldTopic, value: string): FieldOp {
  const input = { kind: 'check', path, value } as const;
  return { kind: 'field', name: `${fieldName(path)}=${nameOfValue(value)}`, label, ...placeOf(box), input };
}

/** The place alone, even if the box is drawn with more. */
function placeOf({ x, y, w, h }: FieldBox): FieldBox {
  return { x, y, w, h };
}

/** `campaign[2].spend` → `campaign-2-spend`: in the names of PDF fields, periods separate levels. */
function fieldName(path: string): string {
  return path.replace(/[[\].]+/g, '-').replace(/-$/, '');
}

function nameOfValue(value: string): string {
  return encodeURIComponent(value).replaceAll('.', '%2E');
}
