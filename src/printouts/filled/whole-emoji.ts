/*
 * PDFium, the viewer of Chrome, keeps only the lower 16 bits of each character of a text that is pasted into a field, except
 * on Windows: the eagle U+1F985 is saved as the ideograph U+F985, and the engine U+1F682 as U+F682, which means nothing.
 */

/** What emoji can turn into: characters for private use, and ideographs for compatibility with old encodings. */
const CUT = /[\uf000-\ufaff]/g;
const PRIVATE_USE_END = 0xf8ff;

/** What stands beside an ideograph that someone did type: the ordinary ideographs and the scripts that are mixed with them. */
const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

/**
 * A text with the emoji that PDFium has cut restored. Ideographs are taken for emoji only in texts that are not in an East Asian
 * language.
 */
export function withWholeEmoji(text: string): string {
  const isEastAsian = EAST_ASIAN.test(text);
  return text.replace(CUT, (character) => {
    const code = character.charCodeAt(0);
    const whole = String.fromCodePoint(0x10000 + code);
    const isKept = !/\p{Emoji}/u.test(whole) || (code > PRIVATE_USE_END && isEastAsian);
    return isKept ? character : whole;
  });
}
