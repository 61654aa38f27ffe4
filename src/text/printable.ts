/**
 * Text that any font can set, as one line: well-formed Unicode in composed form (NFC), line breaks and tabs turned
 * into spaces. Control characters, format characters (direction marks, joiners, soft hyphens) and characters without
 * a meaning in Unicode are left out. Used for printouts and mail; stored text is cleaned by typed-text.ts, which
 * keeps more.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');
}
