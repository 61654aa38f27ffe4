/** The most characters that are compared. No label or code is nearly so long. */
const MAX_FOLDED = 2_000;

/**
 * A text as it is compared with labels and codes: small letters and digits, without accents, with one space between
 * words. People write `Fund-raising`, `fund raising` and `FUNDRAISING` for the same thing. A text of more than 2,000
 * characters is cut, and ends with a sign and a number that no label has.
 */
export function folded(text: string): string {
  // Marks are left out first, too: to bring many of them into their order takes a time that grows with the square.
  // One character can become eighteen.
  const plain = text.slice(0, MAX_FOLDED).replace(/\p{M}/gu, '').normalize('NFKD');
  const words = plain
    .slice(0, MAX_FOLDED)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const isCut = text.length > MAX_FOLDED || plain.length > MAX_FOLDED;
  return isCut ? `${words} …${text.length}` : words;
}

/** Whether nothing was written: only spaces, or the blank, box or sign that stood there before. */
export function isBlankText(text: string): boolean {
  return /^[\s_.…$[\]|–—-]*$/.test(text);
}

/** Whether nothing was written where any text may be: only spaces, a blank line to write on, or an empty box. */
export function isBlankFreeText(text: string): boolean {
  return /^(?:[\s_]*|\s*\[\s*\]\s*)$/.test(text);
}
