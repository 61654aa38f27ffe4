import { type Field, fieldsOf, type SheetForm } from './sheet.ts';

const PATH = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/;

/**
 * Where on the form a problem is, in words: `campaign[2].spend` → `Campaign money 3, Amount`, `fundraising[0]` →
 * `Fund-raising trips 1`. '' for the sheet as a whole and for a path that is not on the form.
 */
export function fieldLabel(form: SheetForm, path: string): string {
  const [, name, index, columnName] = PATH.exec(path) ?? [];
  const field = fieldsOf(form).find((candidate) => candidate.name === name);
  if (field === undefined) return '';
  const entry = index === undefined ? field.label : `${field.label} ${Number(index) + 1}`;
  const column = columnLabel(field, columnName);
  return column === undefined ? entry : `${entry}, ${column}`;
}

function columnLabel(field: Field, name: string | undefined): string | undefined {
  if (field.kind !== 'rows') return undefined;
  return field.columns.find((column) => column.name === name)?.label;
}
