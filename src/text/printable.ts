import { COMMON_CHARACTERS } from './common-characters.ts';
import { normalized } from './normalized.ts';

/** Letters that change their shape beside a joiner (Arabic, Syriac, Mongolian, N’Ko, and the scripts of India). */
const JOINED_LETTER =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}]';
/** An emoji, or what follows one and belongs to it. */
const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]';
/** Joiners that shape letters or join emoji. Elsewhere, they would be invisible. */
const JOINER =
  `(?<=${JOINED_LETTER})[\\u200c\\u200d](?=${JOINED_LETTER})` +
  `|(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})`;
/** Variation selectors of emoji. */
const EMOJI_STYLE = '(?<=[\\p{Emoji}\\p{Emoji_Modifier}])[\\ufe0e\\ufe0f]';
/**
 * What takes no room of its own: format characters, fillers, and the blank of Braille; and characters without a meaning in Unicode
 * (private use and unassigned), which `printable` leaves out.
 */
const INVISIBLE = new RegExp(
  `(?!${JOINER}|${EMOJI_STYLE})[\\p{Cf}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'u',
);
const UNPRINTABLE = new RegExp(`(?!${JOINER})[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}]`, 'gu');

/**
 * Text that can be set in print, as one line: well-formed Unicode in composed form (NFC), line breaks and tabs turned
 * into spaces. Control characters, format characters (direction marks, soft hyphens) and characters without a meaning
 * in Unicode are left out, and so are joiners except where they shape letters or join emoji. Used for printouts and
 * mail; stored text is cleaned by typed-text.ts, which keeps more.
 */
export function printable(text: string): string {
  if (COMMON_CHARACTERS.test(text)) return text;
  return normalized(text.toWellFormed(), 'NFC')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(UNPRINTABLE, '');
}

/**
 * Whether text contains characters that no one sees, other than joiners that shape letters or join emoji, or that have no meaning in
 * Unicode: two names that differ only in them look the same.
 */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}
