import { z } from 'zod';

/** One field of a form that is made from a schema (a ruleset's options, a seat's preferences). */
export interface OptionField {
  /** `lines` is a text of many lines, which can also be read from a file. */
  kind: 'choice' | 'number' | 'flag' | 'text' | 'lines';
  /** The key in the schema. */
  name: string;
  label: string;
  hint: string;
  /** The value of the field before anything is entered. */
  initial: string;
  choices: { value: string; label: string }[];
  min: number | null;
  max: number | null;
  required: boolean;
}

interface Property {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Property[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** What the values of an enum are called, where their names do not say it well. */
  labels?: Record<string, string>;
  /** What null is called, if it can be chosen. */
  none?: string;
  /** The schema reads a text of many lines, of at most so many characters. */
  lines?: number;
  /** The server sets it when the game begins: no form has it. */
  byServer?: boolean;
}

/** The value of a choice that stands for null. */
export const NO_CHOICE = '-';

/** The form fields of a schema, in its order. Properties that no form field can hold are left out. */
export function optionFields(schema: z.ZodObject): OptionField[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required ?? []);
  return Object.entries(json.properties ?? {}).flatMap(([name, property]) => {
    const field = fieldOf(name, property as Property, required.has(name));
    return field === null ? [] : [field];
  });
}

function fieldOf(name: string, property: Property, required: boolean): OptionField | null {
  const shape = withoutNull(property);
  const kind = kindOf(shape);
  if (kind === null || property.byServer === true) return null;
  const initial = kind === 'lines' ? '' : initialOf(property.default);
  const lengths = { text: shape.maxLength, lines: shape.lines };
  const max = kind === 'text' || kind === 'lines' ? lengths[kind] : shape.maximum;
  const range = { min: shape.minimum ?? null, max: max ?? null };
  return {
    kind,
    name,
    label: property.title ?? labelFromName(name),
    hint: kind === 'lines' ? (property.description ?? '') : hintOf(property.description ?? '', range),
    initial,
    // A field with a default needs no blank choice.
    choices: [...choicesOf(shape, required || initial !== ''), ...noneOf(property)],
    ...range,
    required: required && kind !== 'flag',
  };
}

/** The description of an option with the values that it may have: `Cash at the start. (1 to 900)` */
function hintOf(description: string, { min, max }: { min: number | null; max: number | null }): string {
  if (description === '' || (min === null && max === null)) return description;
  const range = min === null ? `at most ${max}` : max === null ? `at least ${min}` : `${min} to ${max}`;
  return `${description} (${range})`;
}

/** `anyOf: [X, null]` is an optional X. */
function withoutNull(property: Property): Property {
  const others = property.anyOf?.filter((one) => one.type !== 'null' && one.const !== null) ?? [];
  if (others.length === 0) return property;
  return others.length === 1 ? { ...others[0] } : { enum: others.map((one) => one.const) };
}

function noneOf({ none }: Property): OptionField['choices'] {
  return none === undefined ? [] : [{ value: NO_CHOICE, label: none }];
}

function kindOf(shape: Property): OptionField['kind'] | null {
  if (shape.lines !== undefined) return 'lines';
  if (shape.enum !== undefined) return shape.enum.every((one) => typeof one === 'string') ? 'choice' : null;
  if (shape.type === 'boolean') return 'flag';
  if (shape.type === 'integer' || shape.type === 'number') return 'number';
  return shape.type === 'string' ? 'text' : null;
}

function choicesOf(shape: Property, required: boolean): OptionField['choices'] {
  const values = (shape.enum ?? []).map(String);
  const choices = values.map((value) => ({ value, label: shape.labels?.[value] ?? labelFromName(value) }));
  return required || values.length === 0 ? choices : [{ value: '', label: 'No preference' }, ...choices];
}

function initialOf(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return value === true ? 'yes' : String(value);
}

/** `processWhenComplete` → `Process when complete`. */
function labelFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.length <= 2 ? words : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/**
 * The values of a posted form in the types of the schema. Blank fields are left out, so that they take their
 * defaults. Text in a number field stays text, so that the schema reports it.
 */
export function optionValues(
  fields: OptionField[],
  body: Record<string, string>,
  prefix: string,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (body[`${prefix}.${field.name}`] ?? '').trim();
    if (field.kind === 'flag') values[field.name] = text === 'yes';
    else if (field.kind === 'choice' && text === NO_CHOICE) values[field.name] = null;
    else if (text !== '') values[field.name] = field.kind === 'number' ? numberFrom(text) : text;
  }
  return values;
}

function numberFrom(text: string): number | string {
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

/**
 * The texts of a form for values that were parsed before, as a form sends them: the other way of `optionValues`. A list
 * becomes JSON with a line for each entry.
 */
export function optionTexts(
  fields: readonly OptionField[],
  values: Record<string, unknown>,
  prefix: string,
): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [`${prefix}.${field.name}`, textOf(field, values[field.name])]),
  );
}

function textOf({ kind, choices }: OptionField, value: unknown): string {
  if (Array.isArray(value)) {
    const lines = value.map((entry) => `  ${JSON.stringify(entry)}`);
    return lines.length === 0 ? '' : `[\n${lines.join(',\n')}\n]`;
  }
  if (value === null && kind === 'choice' && choices.some((choice) => choice.value === NO_CHOICE))
    return NO_CHOICE;
  return initialOf(value);
}
