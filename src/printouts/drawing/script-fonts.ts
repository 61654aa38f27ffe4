import type { ScriptFont } from './operations.ts';

// Which of the fonts for other scripts are tried for a character. Only those that are needed are ever read.

/** Each font with the characters it is for; the first that has a glyph is used. */
const SCRIPTS: readonly (readonly [RegExp, readonly ScriptFont[]])[] = [
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u, ['emoji']],
  [/\p{Script_Extensions=Arabic}/u, ['arabic']],
  [/\p{Script_Extensions=Hebrew}/u, ['hebrew']],
  [/\p{Script_Extensions=Thai}/u, ['thai']],
  [/\p{Script_Extensions=Devanagari}/u, ['devanagari']],
];

/** Characters of East Asia. Chinese and Japanese share theirs, so the text decides which font is tried first. */
const EAST_ASIAN =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * The fonts to try for a character, the best first; none if no font is for its script.
 * @param text what the character is part of
 */
export function scriptFontsFor(character: string, text: string): readonly ScriptFont[] {
  if (EAST_ASIAN.test(character)) return eastAsianFonts(text);
  return SCRIPTS.find(([pattern]) => pattern.test(character))?.[1] ?? [];
}

function eastAsianFonts(text: string): readonly ScriptFont[] {
  if (KANA.test(text)) return ['japanese', 'chinese', 'korean'];
  if (HANGUL.test(text)) return ['korean', 'japanese', 'chinese'];
  return ['chinese', 'japanese', 'korean'];
}
