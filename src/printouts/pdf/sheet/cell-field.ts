import type { SimpleField } from '../../../rules/sheet.ts';
import { choiceField, type FieldBox, type FieldOp, textField } from '../field-op.ts';

/** A field for text with more characters than this has several lines. */
const MAX_LINE = 100;
/** A cell that is narrower than this, in points, shows the code of a choice in place of its label. */
const MIN_LABEL = 90;
/** The room between the edges of a cell and its field, in points. */
const INSET = 2;

/**
 * The field in a cell with printed edges. Some programs, such as PDFium in Chrome, begin what is entered at the very edge of the
 * field, so the field keeps a distance from that of the cell.
 */
export function framedField(
  cell: FieldBox,
  about: { path: string; label: string },
  field: SimpleField,
): FieldOp {
  const whole = cellField(cell, about, field);
  return { ...whole, x: whole.x + INSET, w: whole.w - 2 * INSET };
}

/** The field on a line to write on: a list of what can be chosen, or a text. Flags have check boxes. */
export function cellField(
  box: FieldBox,
  about: { path: string; label: string },
  field: SimpleField,
): FieldOp {
  if ((field.kind === 'choice' || field.kind === 'state') && field.choices.length > 0) {
    const coded = field.kind === 'state' || box.w < MIN_LABEL;
    return choiceField(box, about, { choices: field.choices, coded });
  }
  const isLong = field.kind === 'text' && field.max > MAX_LINE;
  return textField(box, about, isLong ? { multiline: true } : {});
}
