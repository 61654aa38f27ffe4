import {
  type Field,
  type FormValues,
  fieldsOf,
  type RankingField,
  type RowsField,
  rawFromForm,
  type SheetForm,
} from '../../rules/sheet.ts';

/**
 * Field paths. The orders leave blank rows out, so that the third row of the page may be `campaign[1]` of the
 * orders: a remark on the orders must find the row that the player typed.
 */

type ListField = RowsField | RankingField;

/** A problem, advice or note: anything that names a field by its path. */
interface Placed {
  field: string;
}

/** The id of a field's control in the page: `campaign[2].spend` → `f-campaign-2-spend`. */
export function controlId(path: string): string {
  return `f-${path.replace(/[^A-Za-z0-9_]+/g, '-').replace(/-+$/, '')}`;
}

/** The path above: `campaign[2].spend` → `campaign[2]` → `campaign` → ''. */
export function parentPath(path: string): string {
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return cut < 0 ? '' : path.slice(0, cut);
}

/** Remarks on the orders of these values, moved to the fields of the page where the values stand. */
export function toPagePaths<T extends Placed>(
  form: SheetForm,
  values: FormValues,
  remarks: readonly T[],
): T[] {
  const places = listPlaces(form, values);
  return remarks.map((remark) => {
    const match = /^([^[.]+)\[(\d+)\](.*)$/s.exec(remark.field);
    if (match === null) return remark;
    const [, name = '', index = '', rest = ''] = match;
    const place = places.get(name)?.[Number(index)];
    return place === undefined ? remark : { ...remark, field: `${name}[${place}]${rest}` };
  });
}

/** For each list of the form, the places on the page of the entries that the orders keep, in order. */
function listPlaces(form: SheetForm, values: FormValues): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const field of fieldsOf(form)) {
    if (!isList(field)) continue;
    const all = Array.from({ length: field.max }, (_, i) => i);
    places.set(
      field.name,
      all.filter((i) => isKept(field, i, values)),
    );
  }
  return places;
}

/** Asks `rawFromForm` itself whether an entry counts, so that the two can never disagree. */
function isKept(field: ListField, index: number, values: FormValues): boolean {
  const prefix = `${field.name}[${index}]`;
  const own = Object.entries(values).filter(([path]) => path === prefix || path.startsWith(`${prefix}.`));
  const alone: SheetForm = { turn: 1, phase: '', facts: [], sections: [{ title: '', fields: [field] }] };
  return rawFromForm(alone, Object.fromEntries(own))[field.name] !== undefined;
}

function isList(field: Field): field is ListField {
  return field.kind === 'rows' || field.kind === 'ranking';
}

/** Every path of the form that takes a value, in the order of the page. */
export function valuePaths(form: SheetForm): string[] {
  return fieldsOf(form).flatMap((field) => {
    if (!isList(field)) return [field.name];
    const entries = Array.from({ length: field.max }, (_, i) => `${field.name}[${i}]`);
    if (field.kind === 'ranking') return entries;
    return entries.flatMap((entry) => field.columns.map((column) => `${entry}.${column.name}`));
  });
}

/**
 * The sheet's values out of a posted body. Fields that are not on the form and values that are no text are
 * left out; of a field sent twice the last one counts.
 */
export function valuesFromBody(form: SheetForm, body: unknown): FormValues {
  const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const values: FormValues = {};
  for (const path of valuePaths(form)) {
    const sent = Object.hasOwn(record, path) ? record[path] : undefined;
    const value = Array.isArray(sent) ? sent.at(-1) : sent;
    if (typeof value === 'string' && value !== '') values[path] = value;
  }
  return values;
}
