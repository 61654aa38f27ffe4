import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame } from './game-store.ts';
import { stillHere } from './gm-access.ts';

/** For how many days after the end of a game its players and its GM can still write to each other. */
const DAYS_AFTER_END = 30;

const DAY = 86_400_000;

/** Whether messages can still be written in the game. Problems: `closed`, `transferred`. */
export function checkMessagesOpen(ctx: Pick<AppContext, 'now'>, game: WholeGame): Result<void> {
  if (game.gm.deletedAt !== null) {
    return fail('', 'closed', 'The GM of this game has deleted their account. No one can get your message.');
  }
  const here = stillHere(game);
  if (!here.ok) return here;
  const endedAt = game.endedAt?.getTime() ?? null;
  if (endedAt === null || ctx.now().getTime() - endedAt <= DAYS_AFTER_END * DAY) return ok(undefined);
  const message = `This game ended more than ${DAYS_AFTER_END} days ago. Messages can no longer be written.`;
  return fail('', 'closed', message);
}
