/**
 * More combining marks in a row than any language has (Stream-Safe Text Format, UAX #15, 13). To bring them into their order takes
 * a time that grows with the square of their number.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Text in a normal form of Unicode, without the marks of a character that are too many. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(TOO_MANY_MARKS, '$1').normalize(form);
}
