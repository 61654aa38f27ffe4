import type { Column, GivenRow, RowsField } from './sheet.ts';

/* The rows of a list on a form: how many there are, what they ask for, and which of them a row of the orders is. */

/** How many rows a list has on the form. */
export function rowCount({ given, max }: RowsField): number {
  return given?.length ?? max;
}

/** The columns of a row of the form, with its own choices, without those that are fixed. */
export function columnsOf(field: RowsField, index: number): Column[] {
  const given = field.given?.[index];
  if (given === undefined) return field.columns;
  const { fixed = {}, columns, choices = {} } = given;
  return field.columns
    .filter(({ name }) => !Object.hasOwn(fixed, name) && (columns === undefined || columns.includes(name)))
    .map((column) => {
      const own = Object.hasOwn(choices, column.name) ? choices[column.name] : undefined;
      return own !== undefined && 'choices' in column ? { ...column, choices: own } : column;
    });
}

/**
 * The columns of a row of the orders, with the choices of the row of the form that is about the same, and with those that
 * are fixed.
 * @param index the row's place in the orders, if it is known
 */
export function columnsInOrders(field: RowsField, row: unknown, index?: number): Column[] {
  const given = givenFor(field, row, index);
  if (given === null) return field.columns;
  const asked = columnsOf({ ...field, given: [given] }, 0);
  return field.columns.map((column) => asked.find(({ name }) => name === column.name) ?? column);
}

/** What a row of the orders is about; null if that is not known. */
export function givenFor({ given, positional }: RowsField, row: unknown, index?: number): GivenRow | null {
  if (given === undefined) return null;
  const found = positional
    ? given[index ?? -1]
    : given.find(({ fixed }) => fixed !== undefined && isAbout(row, fixed));
  return found ?? null;
}

/**
 * For each row of the orders, the row of the form that it fills in: the one in the same place, or the first that is about
 * the same and not taken; null if there is none.
 */
export function placesOfRows(field: RowsField, rows: readonly unknown[]): (number | null)[] {
  const { given, positional } = field;
  if (given === undefined || positional) return rows.map((_, i) => i);
  const taken = new Set<number>();
  return rows.map((row) => {
    const place = given.findIndex(({ fixed = {} }, i) => !taken.has(i) && isAbout(row, fixed));
    if (place < 0) return null;
    taken.add(place);
    return place;
  });
}

/** Whether a row of the orders contains what is fixed; capitals and small letters are the same. */
function isAbout(row: unknown, fixed: Readonly<Record<string, string | number>>): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const cells = row as Record<string, unknown>;
  return Object.entries(fixed).every(([name, value]) => {
    const cell = Object.hasOwn(cells, name) ? cells[name] : undefined;
    const isPlain = typeof cell === 'string' || typeof cell === 'number';
    return isPlain && String(cell).trim().toUpperCase() === String(value).toUpperCase();
  });
}
