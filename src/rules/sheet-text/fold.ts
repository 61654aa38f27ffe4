/**
 * A text as it is compared with labels and codes: small letters and digits, without accents, with one space between
 * words. People write `Fund-raising`, `fund raising` and `FUNDRAISING` for the same thing.
 */
export function folded(text: string): string {
  // Marks are left out first, too: to bring many of them into their order takes a time that grows with the square.
  return text
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether nothing was written: only spaces, or the blank, box or sign that stood there before. */
export function isBlankText(text: string): boolean {
  return /^[\s_.…$[\]|–—-]*$/.test(text);
}

/** Whether nothing was written where any text may be: only spaces, a blank line to write on, or an empty box. */
export function isBlankFreeText(text: string): boolean {
  return /^(?:[\s_]*|\s*\[\s*\]\s*)$/.test(text);
}
