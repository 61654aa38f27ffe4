import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { type Asked, gmGameAt } from '../game/gm-access.ts';
import { inTransaction } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { noticeToAll } from './notices.ts';
import { manyLines } from '../../text/typed-text.ts';

const LETTER_MOST = 4000;

/** What somebody typed as a letter: its paragraphs, without blank ones. */
export function paragraphsOf(text: string): string[] {
  return manyLines(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * A letter of the GM to every seat at which a person sits. The log says that one was written, not what.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `missing`, `too-long`, `nobody`.
 * @returns how many mails are on their way
 */
export async function writeToAll(house: House, wanted: Asked & { text: string }): Promise<Result<number>> {
  return inTransaction(house, async (tx) => {
    const found = await gmGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const paragraphs = paragraphsOf(wanted.text);
    if (paragraphs.length === 0) return refused('text', 'missing', 'Write something.');
    const length = [...wanted.text].length;
    if (length > LETTER_MOST) {
      const message = `A letter may have at most ${LETTER_MOST} characters; this one has ${length}.`;
      return refused('text', 'too-long', message);
    }
    const sent = await noticeToAll(tx, house, game, { subject: 'a letter from the GM', paragraphs });
    if (sent === 0) return refused('', 'nobody', 'No person sits in this game yet.');
    const detail = `${sent} ${sent === 1 ? 'mail' : 'mails'}`;
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'letter to all', detail });
    return good(sent);
  });
}
