import {
  type Choice,
  type Column,
  type Field,
  fieldsOf,
  fullHint,
  type RankingField,
  type RowsField,
  type SheetForm,
  type SimpleField,
  type TextsField,
} from './sheet.ts';

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The dialect that the schemas are written in. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * What orders for this form look like, as a JSON Schema. Orders that do not fit are refused by `check`. Those that fit can
 * still break a rule, such as spending more than there is: a schema knows nothing of that.
 */
export function ordersSchema(form: SheetForm): JsonSchema {
  const fields = fieldsOf(form);
  return {
    $schema: DIALECT,
    title: `Orders for turn ${form.turn}: ${form.phase}`,
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { ...wordsOf(field), ...schemaOf(field) }]),
    ),
  };
}

function wordsOf(field: Field): JsonSchema {
  const description = fullHint(field);
  return { title: field.label, ...(description !== undefined && { description }) };
}

function schemaOf(field: Field): JsonSchema {
  switch (field.kind) {
    case 'rows':
      return rowsSchema(field);
    case 'ranking':
      return rankingSchema(field);
    case 'texts':
      return textsSchema(field);
    default:
      return simpleSchema(field);
  }
}

/** A field that is left blank is missing or null. */
function simpleSchema(field: SimpleField): JsonSchema {
  switch (field.kind) {
    case 'integer': {
      const { min: minimum, max } = field;
      return { type: ['integer', 'null'], minimum, ...(max !== null && { maximum: max }) };
    }
    case 'flag':
      return { type: ['boolean', 'null'] };
    case 'text': {
      const { max: maxLength, lines, words } = field;
      const most = lines ?? words;
      if (most === undefined) return { type: ['string', 'null'], maxLength };
      return { type: ['array', 'null'], maxItems: most, items: { type: 'string', maxLength } };
    }
    default:
      return { enum: [...valuesOf(field.choices), null] };
  }
}

function rankingSchema({ max, choices, numbers }: RankingField): JsonSchema {
  const values = valuesOf(choices);
  return {
    type: ['array', 'null'],
    maxItems: max,
    uniqueItems: true,
    items: { enum: numbers ? values.map(Number) : values },
  };
}

function textsSchema({ max: maxLength, entries }: TextsField): JsonSchema {
  return {
    type: ['array', 'null'],
    maxItems: entries.length,
    items: { type: ['string', 'null'], maxLength },
  };
}

function rowsSchema(field: RowsField): JsonSchema {
  const { columns, given = [], max, positional } = field;
  const fixed = [...new Set(given.flatMap((row) => Object.keys(row.fixed ?? {})))];
  const asked = columns.map((column) => [
    column.name,
    { title: column.label, ...columnSchema(field, column) },
  ]);
  const known = fixed.map((name) => [
    name,
    { enum: [...new Set(given.map((row) => row.fixed?.[name] ?? null))] },
  ]);
  const row = { type: 'object', properties: Object.fromEntries([...asked, ...known]) };
  return {
    type: ['array', 'null'],
    maxItems: positional ? Math.max(max, given.length) : max,
    items: positional ? { anyOf: [row, { type: 'null' }] } : row,
  };
}

/** A column in all rows: with the choices of every row, if rows have their own. */
function columnSchema({ given = [] }: RowsField, column: Column): JsonSchema {
  if (column.kind !== 'choice' && column.kind !== 'state') return simpleSchema(column);
  const all = [column.choices, ...given.map((row) => row.choices?.[column.name] ?? [])].flat();
  const { implied = null } = column;
  return { enum: [...new Set([...valuesOf(all), implied, null])] };
}

function valuesOf(choices: readonly Choice[]): string[] {
  return choices.map(({ value }) => value);
}
