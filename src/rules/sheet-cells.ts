import type { FormValues, SimpleField } from './sheet.ts';

/* What is typed in one field of a form, and what it means in the orders. */

/** What is typed in one field as a value of the orders; undefined if it is blank. */
export function rawSimple(field: SimpleField, typed: string | undefined): unknown {
  const text = typed?.trim() ?? '';
  if (text === '') return undefined;
  if (field.kind === 'integer') return integerFrom(text);
  if (field.kind === 'flag') return flagFrom(text);
  if (field.kind !== 'text') return text;
  if (field.lines !== undefined) return linesIn(typed as string);
  return field.words === undefined ? typed : wordsIn(text);
}

/** The words of a text with spaces or commas between them; undefined if there are none. */
function wordsIn(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length === 0 ? undefined : words;
}

/** The lines of a box, without blank ones at its end; those at its beginning belong to a drawing. */
function linesIn(typed: string): string[] {
  const lines = typed.split(/\r\n|\r|\n/);
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** `$1,200` and `1 200` mean 1200. Anything that is not a whole number stays as it was typed. */
export function integerFrom(text: string): number | string {
  const plain = text.replace(/^\$\s*/, '').replace(/[,\s]/g, '');
  if (!/^[+-]?\d{1,15}$/.test(plain)) return text;
  return Number(plain) + 0;
}

/** A check mark, or a word for yes or no. Anything else stays as it was typed. */
function flagFrom(text: string): boolean | string | undefined {
  if (/^(on|yes|y|true|1|x)$/i.test(text)) return true;
  if (/^(off|no|n|false|0)$/i.test(text)) return undefined;
  return text;
}

/** What is entered for a value of the orders: the lines or the words of a list in one text. */
export function entered(field: SimpleField, value: unknown): unknown {
  if (field.kind !== 'text' || !Array.isArray(value)) return value;
  const isList = field.lines !== undefined || field.words !== undefined;
  return isList && value.every((entry) => typeof entry === 'string')
    ? value.join(field.lines === undefined ? ' ' : '\n')
    : value;
}

/** Fills in a value; a blank one and what cannot be written in one field are left out. */
export function put(values: FormValues, path: string, value: unknown): void {
  if (value === undefined || value === null || value === false || value === '') return;
  if (typeof value === 'object') return;
  values[path] = value === true ? 'yes' : String(value);
}
