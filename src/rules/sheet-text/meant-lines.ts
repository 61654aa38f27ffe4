import type { SheetForm } from '../sheet.ts';
import {
  isFinalMark,
  keyLine,
  looksLikeKey,
  looseKeyLine,
  MAX_COMPARED,
  MAX_LINE,
  withoutEndMarks,
} from './key-lines.ts';
import { isNearKey, type Keys, keysOf } from './keys.ts';

/**
 * Those of some lines that were probably meant as lines of the sheet: with a key of the form, a short one or one with a mistake, or
 * the word FINAL. Each is looked at alone. Its time grows with the length of the lines only.
 */
export function meantLines(form: SheetForm, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const keys = keysOf(form);
  let compared = 0;
  return lines.filter((line) => {
    const text = line.slice(0, MAX_LINE).trim();
    if (isFinalMark(text) || hasKey(keys, text)) return true;
    if (!looksLikeKey(text)) return false;
    compared += 1;
    return compared <= MAX_COMPARED && isNearKey(keys, text.split(/[:=]/, 1)[0] as string);
  });
}

/** Whether a line begins with a key. Any sentence may end with a short one, so that needs a mark. */
function hasKey(keys: Keys, text: string): boolean {
  const isMarked = /[:=]/.test(text) || keys.isFull(withoutEndMarks(text));
  return (isMarked && keyLine(keys, text) !== null) || looseKeyLine(keys, text) !== null;
}
