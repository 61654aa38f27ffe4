import { fieldsOf, type SheetForm } from './sheet.ts';

/**
 * Where on the sheet a problem is, in the words of the form: `campaign[2].spend` → `Campaign money 3, Amount`.
 * '' for the sheet as a whole and for what is not on the form.
 */
export function fieldLabel(form: SheetForm, path: string): string {
  const parts = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path);
  const field = fieldsOf(form).find((one) => one.name === parts?.[1]);
  if (parts === null || field === undefined) return '';
  const row = parts[2] === undefined ? '' : ` ${Number(parts[2]) + 1}`;
  const column =
    field.kind === 'rows' ? field.columns.find((one) => one.name === parts[3])?.label : undefined;
  return `${field.label}${row}${column === undefined ? '' : `, ${column}`}`;
}
