import type { FillIn, SheetFacts, StateFacts } from '../../rules/facts.ts';
import { fieldLabel } from '../../rules/field-label.ts';
import { type FormValues, fieldsOf, type RowsField, type SheetForm } from '../../rules/sheet.ts';
import { columnsOf, rowCount } from '../../rules/sheet-rows.ts';
import { controlId } from './field-paths.ts';
import type { LinkedRemark } from './view-model.ts';

/** A sheet after a state was filled in, and where; or why it was not, with the values as they were. */
export interface FilledIn {
  values: FormValues;
  remark: LinkedRemark;
}

/**
 * Puts what it takes to lead a state into its row of the sheet, else into the first blank one, as the script of the
 * page does.
 * @param code the postal code of the state
 */
export function fillIn(
  form: SheetForm,
  facts: SheetFacts | null,
  { values, code }: { values: FormValues; code: string },
): FilledIn {
  const one = facts?.states.find(({ state }) => state === code);
  const list = facts?.list ?? null;
  const field = fieldsOf(form).find(({ name }) => name === list?.name);
  if (!one?.fill || list === null || field?.kind !== 'rows') {
    const message = `There is nothing to fill in for ${one?.name ?? code}.`;
    return { values, remark: { label: '', target: '', message } };
  }
  const row = rowFor(one, one.fill, values);
  const indexes = Array.from({ length: rowCount(field) }, (_, i) => i);
  const holds = (i: number, column: string) => valueAt(field, values, i, column) === row[column];
  const own = indexes.find((i) => holds(i, list.state) && (list.kind === null || holds(i, list.kind.column)));
  const takesIt = (i: number) => columnsOf(field, i).some(({ name }) => name === list.state);
  const at = own ?? indexes.find((i) => takesIt(i) && isBlank(field, values, i));
  if (at === undefined) {
    const message = `Every row is filled in. Clear one, and then fill in ${one.name}.`;
    return {
      values,
      remark: { label: field.label, target: controlId(`${field.name}[0].${list.state}`), message },
    };
  }
  const path = `${field.name}[${at}]`;
  const filled = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [`${path}.${column}`, value]),
  );
  return {
    values: { ...values, ...filled },
    remark: {
      label: fieldLabel(form, path, true),
      target: controlId(`${path}.${list.state}`),
      message: `${one.name} is filled in.`,
    },
  };
}

/** The row to fill in: another one if the state is an entry of the list that makes a difference. */
function rowFor({ state }: StateFacts, { row, instead }: FillIn, values: FormValues): Record<string, string> {
  if (instead === null) return row;
  const entries = Object.entries(values).filter(([path]) => path.startsWith(`${instead.list}[`));
  return entries.some(([, value]) => value.trim().toUpperCase() === state) ? instead.row : row;
}

function valueAt(field: RowsField, values: FormValues, index: number, column: string): string {
  return values[`${field.name}[${index}].${column}`]?.trim() ?? '';
}

function isBlank(field: RowsField, values: FormValues, index: number): boolean {
  return field.columns.every(({ name }) => valueAt(field, values, index, name) === '');
}
