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
