import { type Field, fieldsOf, type SheetForm } from './sheet.ts';

const PATH = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+)(?:\[(\d+)\])?)?$/;

/**
 * Where on the form a problem is, in words: `campaign[2].spend` → `Campaign money 3, Amount`, `fundraising[0]` →
 * `Fund-raising trips 1`. '' for the sheet as a whole and for a path that is not on the form.
 * @param onForm whether the path counts the rows of the form; those of the orders are fewer if blank ones were left out
 */
export function fieldLabel(form: SheetForm, path: string, onForm = false): string {
  const [, name, index, columnName, entry] = PATH.exec(path) ?? [];
  const field = fieldsOf(form).find((candidate) => candidate.name === name);
  if (field === undefined) return '';
  const row = index === undefined ? field.label : rowLabel(field, Number(index), onForm);
  const column = columnLabel(field, columnName);
  if (column === undefined) return row;
  return entry === undefined ? `${row}, ${column}` : `${row}, ${column} ${Number(entry) + 1}`;
}

/** `Campaign money 3`; `Answers, AB1` for a row that is about something. */
function rowLabel(field: Field, index: number, onForm: boolean): string {
  const isKnown = field.kind === 'rows' && (onForm || field.positional);
  const given = isKnown ? field.given?.[index] : undefined;
  return given === undefined ? `${field.label} ${index + 1}` : `${field.label}, ${given.label}`;
}

function columnLabel(field: Field, name: string | undefined): string | undefined {
  if (field.kind !== 'rows') return undefined;
  return field.columns.find((column) => column.name === name)?.label;
}
