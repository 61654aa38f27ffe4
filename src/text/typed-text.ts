import { normalized } from './normalized.ts';

// What people type, made fit to be stored. `printable` in printable.ts is stricter, for text that is set in print.

/** Marks that change the direction of the text after them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Typed text as one line: well-formed Unicode in composed form (NFC), without marks that change the text direction.
 * Control characters and line breaks become spaces, several spaces become one, and the ends are trimmed.
 */
export function oneLine(text: string): string {
  return normalized(text.toWellFormed(), 'NFC')
    .replace(DIRECTION_MARKS, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * Typed text of several lines, cleaned like `oneLine` but with its line breaks, as line feeds. Lines have no spaces
 * at their ends; there are never two blank lines in a row, and none at the beginning or the end.
 */
export function manyLines(text: string): string {
  return normalized(text.toWellFormed(), 'NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(DIRECTION_MARKS, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
