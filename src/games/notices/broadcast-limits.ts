import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame } from '../game/game-store.ts';
import { checkMailLimits, countMail, MAIL_REQUEST_AGE, mailToSeats } from './mail-limits.ts';

/** How many messages to all players can be sent within 24 hours: in one game, and by one GM in all of their games. */
export const BROADCAST_LIMITS = { inGame: 5, byGm: 20 };

/**
 * Checks and counts a message from the GM to all players of a locked game. The messages are counted in the logs of the
 * games, the mails as in `checkMailLimits`. Problem: `too-much-mail`.
 */
export async function requestBroadcast(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  by: number,
): Promise<Result<void>> {
  // First, because it makes the GM's messages in other games wait for this one.
  const mails = mailToSeats('broadcast', game.seats, by);
  const allowed = await checkMailLimits(tx, ctx, by, mails);
  if (!allowed.ok) return allowed;
  const since = new Date(ctx.now().getTime() - MAIL_REQUEST_AGE);
  const sent = await tx.gameEvent.findMany({
    where: { type: 'broadcastSent', accountId: by, at: { gt: since }, game: { gmId: by } },
    select: { gameId: true, at: true },
    orderBy: { at: 'desc' },
  });
  const inGame = sent.filter(({ gameId }) => gameId === game.id);
  const full = [inGame[BROADCAST_LIMITS.inGame - 1], sent[BROADCAST_LIMITS.byGm - 1]];
  const latest = Math.max(...full.map((event) => event?.at.getTime() ?? 0));
  if (latest === 0) {
    await countMail(tx, ctx, by, mails);
    return ok(undefined);
  }
  const when = formatDateTime(new Date(latest + MAIL_REQUEST_AGE), game.gm.timeZone);
  const { inGame: most, byGm } = BROADCAST_LIMITS;
  const message = `You can send ${most} messages in 24 hours to the players of a game, and ${byGm} in all of your games. You can send the next one from ${when}.`;
  return fail('', 'too-much-mail', message);
}
