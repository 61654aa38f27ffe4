import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { manyLines } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { type GmRequest, gmGameAtTurn } from '../game/gm-access.ts';
import { notifyAllSeats } from './notices.ts';

const MAX_LETTER = 4000;

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
export async function broadcast(
  ctx: AppContext,
  wanted: GmRequest & { text: string },
): Promise<Result<number>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const paragraphs = paragraphsOf(wanted.text);
    if (paragraphs.length === 0) return fail('text', 'missing', 'Write something.');
    const length = [...wanted.text].length;
    if (length > MAX_LETTER) {
      const message = `A letter may have at most ${MAX_LETTER} characters; this one has ${length}.`;
      return fail('text', 'too-long', message);
    }
    const sent = await notifyAllSeats(tx, ctx, game, { subject: 'a letter from the GM', paragraphs });
    if (sent === 0) return fail('', 'nobody', 'No person sits in this game yet.');
    const detail = `${sent} ${sent === 1 ? 'mail' : 'mails'}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'broadcastSent', detail });
    return ok(sent);
  });
}
