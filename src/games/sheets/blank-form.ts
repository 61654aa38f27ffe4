import type { Choice, Field, RowsField, SheetForm, SimpleField } from '../../rules/sheet.ts';

/** A form with labels and choices only: facts, hints and limits could reveal what only the seat may know. */
export function blankForm(form: SheetForm): SheetForm {
  const sections = form.sections.map(({ title, fields }) => ({ title, fields: fields.map(blankField) }));
  return { ...form, facts: [], sections };
}

function blankField(field: Field): Field {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'texts') return plain;
  if (plain.kind === 'rows') return blankRows(plain);
  return plain.kind === 'ranking'
    ? { ...plain, choices: plain.choices.map(blankChoice) }
    : blankColumn(plain);
}

/** Rows with what they are about, but without what pages show beside them. */
function blankRows({ given, ...field }: RowsField): RowsField {
  const columns = field.columns.map(blankColumn);
  if (given === undefined) return { ...field, columns };
  const rows = given.map(({ note: _, words: __, ...row }) => row);
  return { ...field, columns, given: rows };
}

function blankColumn(field: SimpleField): SimpleField {
  const { hint: _, ...plain } = field;
  if (plain.kind === 'integer') return { ...plain, max: null };
  const isList = plain.kind === 'choice' || plain.kind === 'state';
  return isList ? { ...plain, choices: plain.choices.map(blankChoice) } : plain;
}

function blankChoice({ value, label }: Choice): Choice {
  return { value, label };
}
