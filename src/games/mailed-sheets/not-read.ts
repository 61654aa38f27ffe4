import { counted } from '../../rules/numbers.ts';

/*
 * How receipts and answers name the parts of a mail that were not read.
 */

/** The most lines around a sheet that the receipt names. */
const MAX_IGNORED = 5;

/** A line of a mail as its receipt names it. */
export function notRead(line: string): string {
  return `“${line}” was not read as a part of your sheet.`;
}

/** An attached file that is not a PDF, as a receipt or an answer names it. */
export function fileNotRead(name: string): string {
  return `The attached file “${name}” was not read. Only the text of an e-mail and the PDF of a printout with its fields filled in are read.`;
}

/** The first of the lines around a sheet, and how many more there are. */
export function firstOf(ignored: readonly string[]): string[] {
  const more = ignored.length - MAX_IGNORED;
  if (more <= 0) return [...ignored];
  return [
    ...ignored.slice(0, MAX_IGNORED),
    `${counted(more, 'more line')} of your e-mail ${more === 1 ? 'was' : 'were'} not read.`,
  ];
}
