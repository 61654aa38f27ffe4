import type { Cell, Column, Tone } from '../rules/report.ts';

/**
 * Text of people made fit to be set: composed characters, one line, without control and format characters
 * (those that turn the direction of what follows among them) and without halves of surrogate pairs.
 */
export function clean(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');
}

/**
 * A cell's text. Where the cell alone has a party's accent, the party's letter is added, so that colour is
 * never the only sign.
 */
export function cellText(cell: Cell, column: Column): string {
  if (typeof cell === 'string') return clean(cell);
  const text = clean(cell.text);
  const tone = cell.tone ?? null;
  if (tone === null || text === '' || column.tone || namesParty(text)) return text;
  return `${text} (${tone})`;
}

/** The head of a column, with the party's letter where the column has its accent. */
export function columnLabel(column: Column): string {
  const label = clean(column.label);
  return column.tone && !namesParty(label) ? `${label} (${column.tone})` : label;
}

/** Does the text itself say whose it is? */
export function namesParty(text: string): boolean {
  return /democrat|republican/i.test(text) || /(^|[^\p{L}])[DR]([^\p{L}]|$)/u.test(text);
}

/** The accent of a cell: its own, else its column's. */
export function cellTone(cell: Cell, column: Column): Tone {
  if (typeof cell !== 'string' && cell.tone) return cell.tone;
  return column.tone ?? null;
}

/** Is the cell to be set stronger than the rest? */
export function cellStrong(cell: Cell): boolean {
  return typeof cell !== 'string' && cell.strong === true;
}
