import fc from 'fast-check';
import {
  type FormValues,
  fieldsOf,
  type RowsField,
  type SheetForm,
  type SimpleField,
} from '../../src/rules/sheet.ts';
import { columnsOf, rowCount } from '../../src/rules/sheet-rows.ts';
import { formFromRaw, rawFromForm } from '../../src/rules/sheet-values.ts';

/* Anything that may stand on a sheet, for tests: every field filled in rightly by itself, or left blank. */

/** Words of a text: also such as look like parts of a sheet, and letters of other scripts. */
const WORD = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.constantFrom('#1', '=4', 'Nixon:', '“yes”', 'naïve', '東京', 'Łódź', '$5', '>', '|', 'FINAL.', '–'),
);

function textOf(max: number): fc.Arbitrary<string> {
  const length = Math.min(max, 60);
  return fc
    .array(WORD, { minLength: 1, maxLength: 6 })
    .map((words) => [...words.join(' ')].slice(0, length).join('').trim())
    .filter((text) => /\p{L}/u.test(text));
}

/** A value of one field, as it is typed. */
function typedIn(field: SimpleField): fc.Arbitrary<string> {
  switch (field.kind) {
    case 'flag':
      return fc.constant('yes');
    case 'integer':
      // A number that a blank means may be left out by a writer.
      return fc
        .integer({ min: field.min, max: Math.min(field.max ?? 2_000, field.min + 2_000) })
        .filter((number) => number !== field.ifBlank)
        .map(String);
    case 'text': {
      if (field.lines !== undefined) {
        const line = fc.stringMatching(/^[a-z/\\()_ ]{0,18}[a-z)]$/);
        return fc.array(line, { minLength: 1, maxLength: field.lines }).map((lines) => lines.join('\n'));
      }
      if (field.words !== undefined)
        return fc
          .array(fc.stringMatching(/^[A-Z]{2}$/), { minLength: 1, maxLength: field.words })
          .map((words) => words.join(' '));
      return textOf(field.max);
    }
    default:
      return field.choices.length === 0
        ? fc.constant('')
        : fc.constantFrom(...field.choices.map(({ value }) => value));
  }
}

/** The rows of a list that are about the same thing as others: they are told apart by their first column. */
function rowsLikeOthers({ given = [] }: RowsField): number[] {
  return given.flatMap(({ label }, i) =>
    given.some((other, k) => k !== i && other.label === label) ? [i] : [],
  );
}

/** A row that is about the same thing as others: its path, what it is about, and the column that tells it apart. */
interface AlikeRow {
  row: string;
  about: string | undefined;
  by: string | undefined;
}

/** Those of such rows that nothing tells apart from an earlier one. */
function unnamedRows(rows: readonly AlikeRow[], typed: Readonly<Record<string, string | null>>): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ row, about, by }) => {
    const name = typed[`${row}.${by}`] ?? null;
    const key = `${row.split('[')[0]} ${about} ${name}`;
    if (name === null || seen.has(key)) return [row];
    seen.add(key);
    return [];
  });
}

/** Flat values of a form: each field filled in or not, with what the form says of it. They need not be legal together. */
export function anyValues(form: SheetForm): fc.Arbitrary<FormValues> {
  const cells: Record<string, fc.Arbitrary<string | null>> = {};
  const named: AlikeRow[] = [];
  const add = (path: string, field: SimpleField, freq = 2) => {
    cells[path] = fc.option(typedIn(field), { freq });
  };
  for (const field of fieldsOf(form)) {
    if (field.kind === 'rows') {
      for (let i = 0; i < rowCount(field); i += 1)
        for (const column of columnsOf(field, i)) add(`${field.name}[${i}].${column.name}`, column);
      for (const i of rowsLikeOthers(field))
        named.push({
          row: `${field.name}[${i}]`,
          about: field.given?.[i]?.label,
          by: columnsOf(field, i)[0]?.name,
        });
    } else if (field.kind === 'texts') {
      for (const i of field.entries.keys()) add(`${field.name}[${i}]`, { ...field, kind: 'text' });
    } else if (field.kind !== 'ranking') add(field.name, field);
  }
  const lists = Object.fromEntries(
    fieldsOf(form).flatMap((field) => {
      if (field.kind !== 'ranking') return [];
      const values = field.choices.map(({ value }) => value);
      return [[field.name, fc.shuffledSubarray(values, { maxLength: Math.min(field.max, values.length) })]];
    }),
  );
  return fc.tuple(fc.record(cells), fc.record(lists)).map(([typed, listed]) => {
    const filled = Object.entries(typed).filter(([, value]) => value !== null && value !== '');
    for (const row of unnamedRows(named, typed)) {
      for (let at = filled.length - 1; at >= 0; at -= 1)
        if (filled[at]?.[0].startsWith(`${row}.`)) filled.splice(at, 1);
    }
    const simple = rawFromForm(form, Object.fromEntries(filled) as FormValues);
    const ranked = Object.entries(listed as Record<string, string[]>).filter(([, list]) => list.length > 0);
    // Blank rows and entries are left out, so that others move up, as in all orders.
    return formFromRaw(form, { ...simple, ...Object.fromEntries(ranked) });
  });
}

/** Orders with those lists sorted whose order means nothing, for comparisons. */
export function ordersOf(form: SheetForm, values: FormValues): Record<string, unknown> {
  const raw = rawFromForm(form, values);
  const unordered = fieldsOf(form).filter((field) => field.kind === 'ranking' && field.unordered);
  for (const { name } of unordered) {
    if (Array.isArray(raw[name])) raw[name] = [...(raw[name] as unknown[])].map(String).sort();
  }
  return raw;
}
