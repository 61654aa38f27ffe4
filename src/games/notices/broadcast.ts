import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { type GmRequest, gmGameAtTurn } from '../game/gm-access.ts';
import { checkMessagesOpen } from '../game/messages-open.ts';
import { requestBroadcast } from './broadcast-limits.ts';
import { paragraphsOf } from './gm-words.ts';
import { notifyAllSeats } from './notices.ts';

/** The maximum number of characters in a message. */
const MAX_LENGTH = 4000;

/**
 * Mails a message from the GM to every player of a game. The log records that a message was sent, not its text.
 * After the end of the game it can be sent for as long as the players can answer.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, those of `checkMessagesOpen`, `missing`, `too-long`, `too-much-mail`,
 * `nobody` (the game has no players).
 * @returns the number of mails
 */
export async function broadcast(
  ctx: AppContext,
  request: GmRequest & { text: string },
): Promise<Result<number>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const open = checkMessagesOpen(ctx, game);
    if (!open.ok) return open;
    const paragraphs = paragraphsOf(request.text);
    if (paragraphs.length === 0) return fail('text', 'missing', 'Write a message.');
    const length = [...request.text].length;
    if (length > MAX_LENGTH) {
      const message = `A message can have at most ${MAX_LENGTH} characters. Yours has ${length}.`;
      return fail('text', 'too-long', message);
    }
    const allowed = await requestBroadcast(tx, ctx, game, request.by);
    if (!allowed.ok) return allowed;
    const message = { subject: 'a message from the GM', paragraphs, broadcast: true } as const;
    const sent = await notifyAllSeats(tx, ctx, game, message);
    if (sent === 0) return fail('', 'nobody', 'This game has no players yet.');
    const detail = `to ${sent} ${sent === 1 ? 'player' : 'players'}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: request.by, type: 'broadcastSent', detail });
    return ok(sent);
  });
}
