import {
  entryCount,
  type Field,
  type FormValues,
  fieldsOf,
  type RankingField,
  type RowsField,
  type SheetForm,
  type TextsField,
} from '../../rules/sheet.ts';
import { columnsOf, rowCount } from '../../rules/sheet-rows.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';

/*
 * Field paths. Raw orders leave blank rows out, so the third row of the page may be `campaign[1]` of the orders. Remarks
 * on the orders must be moved to the row that the player filled in.
 */

type ListField = RowsField | RankingField | TextsField;

/** A problem, advice or note: anything that names a field by its path. */
interface Remark {
  field: string;
}

/** The id of a field's control in the page: `campaign[2].spend` → `f-campaign-2-spend`. */
export function controlId(path: string): string {
  return `f-${path.replace(/[^A-Za-z0-9_]+/g, '-').replace(/-$/, '')}`;
}

/** The path above: `campaign[2].spend` → `campaign[2]` → `campaign` → ''. */
export function parentPath(path: string): string {
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return cut < 0 ? '' : path.slice(0, cut);
}

/** Moves remarks on the orders to the fields of the page that the orders came from. */
export function toPagePaths<T extends Remark>(
  form: SheetForm,
  values: FormValues,
  remarks: readonly T[],
): T[] {
  const rows = filledRows(form, values);
  return remarks.map((remark) => {
    const match = /^([^[.]+)\[(\d+)\](\.\w+)?(.*)$/s.exec(remark.field);
    if (match === null) return remark;
    const [, name = '', index = '', column = '', entry = ''] = match;
    const row = rows.get(name)?.[Number(index)] ?? index;
    // The lines of a drawing are in one box.
    const isInBox = column !== '' && /^\[\d+\]$/.test(entry);
    return { ...remark, field: `${name}[${row}]${column}${isInBox ? '' : entry}` };
  });
}

/** For each list of the form: the indexes on the page of the entries that the orders contain, in order. */
function filledRows(form: SheetForm, values: FormValues): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (const field of fieldsOf(form)) {
    if (!isList(field) || keepsPlaces(field)) continue;
    const all = Array.from({ length: lengthOf(field) }, (_, i) => i);
    rows.set(
      field.name,
      all.filter((i) => isFilled(field, i, values)),
    );
  }
  return rows;
}

/** Whether the orders have an entry for every one of the page, so that a path means the same in both. */
function keepsPlaces(field: ListField): boolean {
  return field.kind === 'texts' || (field.kind === 'rows' && field.positional === true);
}

/** Uses `rawFromForm` to decide whether an entry is blank, so that the two never disagree. */
function isFilled(field: ListField, index: number, values: FormValues): boolean {
  const prefix = `${field.name}[${index}]`;
  const own = Object.entries(values).filter(([path]) => path === prefix || path.startsWith(`${prefix}.`));
  const alone: SheetForm = { turn: 1, phase: '', facts: [], sections: [{ title: '', fields: [field] }] };
  return rawFromForm(alone, Object.fromEntries(own))[field.name] !== undefined;
}

/** How many entries a list has on the page. */
function lengthOf(field: ListField): number {
  if (field.kind === 'texts') return field.entries.length;
  return field.kind === 'ranking' ? entryCount(field) : rowCount(field);
}

function isList(field: Field): field is ListField {
  return field.kind === 'rows' || field.kind === 'ranking' || field.kind === 'texts';
}

/** Every path of the form that takes a value, in the order of the page. */
export function valuePaths(form: SheetForm): string[] {
  return fieldsOf(form).flatMap((field) => {
    if (!isList(field)) return [field.name];
    const entries = Array.from({ length: lengthOf(field) }, (_, i) => `${field.name}[${i}]`);
    if (field.kind !== 'rows') return entries;
    return entries.flatMap((entry, i) => columnsOf(field, i).map(({ name }) => `${entry}.${name}`));
  });
}
