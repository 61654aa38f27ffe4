import { fieldLabel } from '../../rules/field-label.ts';
import { type FormValues, fieldsOf, type RowsField, type SheetForm } from '../../rules/sheet.ts';
import { controlId } from './field-paths.ts';
import type { LinkedRemark } from './view-model.ts';

/* Moving the rows of a ranked list on a page without scripts. src/web/static/sheet-rows.js does the same. */

/** What a button of a ranked row does. */
export interface RowMove {
  /** The name of the list. */
  list: string;
  /** The row, counted from 0. */
  row: number;
  act: 'up' | 'down' | 'remove';
}

/** A sheet after a row was moved, and where the row is now. */
export interface MovedRow {
  values: FormValues;
  remark: LinkedRemark;
  /** The button to press again, in the row where the moved one is now: `plan[1]:up`. */
  moved: string;
}

/** Which button of a ranked row was pressed on a page without scripts; null if another button was. */
export function rowMoveOf(body: unknown): RowMove | null {
  const sent = typeof body === 'object' && body !== null && '_move' in body ? body._move : null;
  const match =
    typeof sent === 'string' ? /^([A-Za-z]\w{0,39})\[(\d{1,3})\]:(up|down|remove)$/.exec(sent) : null;
  if (match === null) return null;
  const [, list = '', row = '', act] = match;
  return { list, row: Number(row), act: act as RowMove['act'] };
}

/** Moves a row up or down by one, or removes it, so that later rows move up. Returns null if the form has no such row. */
export function moveRow(form: SheetForm, values: FormValues, { list, row, act }: RowMove): MovedRow | null {
  const field = fieldsOf(form).find(({ name }) => name === list);
  if (field?.kind !== 'rows' || field.ranked === undefined || row >= field.max) return null;
  const rows = Array.from({ length: field.max }, (_, i) => rowAt(field, values, i));
  const [taken = {}] = rows.splice(row, 1);
  const last = field.max - 1;
  const to = act === 'remove' ? last : Math.min(last, Math.max(0, act === 'up' ? row - 1 : row + 1));
  rows.splice(to, 0, act === 'remove' ? {} : taken);
  const at = act === 'remove' ? row : to;
  const target = `${list}[${at}]`;
  return {
    values: {
      ...withoutList(values, list),
      ...Object.assign({}, ...rows.map((cells, i) => pathsOf(list, i, cells))),
    },
    remark: {
      label: fieldLabel(form, target),
      target: controlId(`${target}.${field.columns[0]?.name}`),
      message: act === 'remove' ? 'The row was removed.' : `The row was moved ${act}.`,
    },
    moved: `${target}:${act}`,
  };
}

/** The values of a row by column. */
function rowAt(field: RowsField, values: FormValues, index: number): FormValues {
  const cells: FormValues = {};
  for (const { name } of field.columns) {
    const value = values[`${field.name}[${index}].${name}`];
    if (value !== undefined) cells[name] = value;
  }
  return cells;
}

function pathsOf(list: string, index: number, cells: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [`${list}[${index}].${name}`, value]),
  );
}

function withoutList(values: FormValues, list: string): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !path.startsWith(`${list}[`)));
}
