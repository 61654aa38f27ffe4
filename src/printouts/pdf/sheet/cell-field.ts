import type { SimpleField } from '../../../rules/sheet.ts';
import { choiceField, type FieldBox, type FieldOp, textField } from '../field-op.ts';

/** A field for text with more characters than this has several lines. */
const MAX_LINE = 100;
/** A cell that is narrower than this, in points, shows the code of a choice in place of its label. */
const MIN_LABEL = 90;

/** The field in a cell of a table, or on a line to write on: a list of what can be chosen, or a text. Flags have check boxes. */
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
