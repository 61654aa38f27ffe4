/**
 * What somebody typed as one line: well-formed and composed, control characters and line breaks made spaces,
 * marks that turn the direction of the text after them dropped, ends trimmed.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * What somebody typed in lines, made fit in the same way: its lines without spaces at their ends, never two blank ones
 * in a row, none at the beginning or the end.
 */
export function manyLines(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const MAX_NAME = 60;

/** An account's name as the name of a seat: one line, at most 60 characters. */
export function seatName(name: string): string {
  return [...oneLine(name)].slice(0, MAX_NAME).join('');
}
