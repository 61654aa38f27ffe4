import type { ScriptFont } from './operations.ts';

// Which of the fonts for other scripts are tried for a character. Only those that are needed are ever read.

/** Each font with the characters it is for. */
const SCRIPTS: readonly (readonly [ScriptFont, RegExp])[] = [
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u],
  ['arabic', /\p{Script_Extensions=Arabic}/u],
  ['hebrew', /\p{Script_Extensions=Hebrew}/u],
  ['thai', /\p{Script_Extensions=Thai}/u],
  ['devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['korean', /\p{Script=Hangul}/u],
  [
    'chinese-japanese',
    /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Bopomofo}\uff00-\uffef]/u,
  ],
];

/** The fonts to try for a character, the best first. The last one has nearly all characters, but is plain. */
export function scriptFontsFor(character: string): readonly ScriptFont[] {
  const own = SCRIPTS.filter(([, pattern]) => pattern.test(character)).map(([font]) => font);
  return [...own, 'last-resort'];
}
