import type { Problem } from '../../rules/sheet.ts';
import { manyLines } from '../../text/typed-text.ts';
import type { WholeGame } from '../game/game-store.ts';

/* What a GM adds, in their own words, to a notice of the server, such as the reason for a pause. */

/** The maximum number of characters of such words. Longer texts are messages. */
export const MAX_GM_WORDS = 500;

/** The paragraphs of a typed text: its lines, without blank ones. */
export function paragraphsOf(text: string): string[] {
  return manyLines(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The words of a GM as a part of a notice; nothing if the GM typed none. */
export function gmWords({ gm }: Pick<WholeGame, 'gm'>, text = ''): { words?: string[] } {
  const [first, ...others] = paragraphsOf(text);
  return first === undefined ? {} : { words: [`${gm.name} writes: ${first}`, ...others] };
}

/**
 * Checks the length of the words that a GM typed. Problem: `too-long`.
 * @param field the field of the form
 */
export function gmWordsProblems(field: string, text = ''): Problem[] {
  const length = [...paragraphsOf(text).join('\n')].length;
  if (length <= MAX_GM_WORDS) return [];
  const what = field === 'reason' ? 'The reason' : 'This text';
  const message = `${what} can have at most ${MAX_GM_WORDS} characters. Yours has ${length}.`;
  return [{ field, code: 'too-long', message }];
}
