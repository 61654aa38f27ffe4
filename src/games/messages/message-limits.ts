import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { checkMailLimits, countMail, mailTo } from '../notices/mail-limits.ts';
import { hasSeat } from './who-may-write.ts';

/**
 * How many messages can be written in a game within 24 hours: by someone with a seat to the GM, by someone without one,
 * by all people without a seat together, and by the GM to one person. The first message of someone without a seat has a limit
 * of its own, so that a few people with many accounts do not keep everyone else from the GM. `checkMailLimits` also limits
 * their mails.
 */
export const MESSAGES_A_DAY = {
  withSeat: 20,
  withoutSeat: 5,
  allWithoutSeat: 40,
  firstOfAllWithoutSeat: 120,
  fromGm: 30,
};

const DAY = 86_400_000;

/** Who writes to whom. */
export interface MessageWay {
  fromGm: boolean;
  /** The person on the other side of the GM. */
  person: { id: number; email: string };
}

/**
 * Checks and counts a message in a locked game. Problems: `too-many`, `too-much-mail`. Must be called before any account
 * is locked (see `checkMailLimits`).
 */
export async function requestMessage(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { fromGm, person }: MessageWay,
): Promise<Result<void>> {
  const by = fromGm ? game.gmId : person.id;
  const isSeated = hasSeat(game, person.id);
  const kind = fromGm || isSeated ? 'message' : 'strangerMessage';
  const mails = mailTo(kind, fromGm ? person : game.gm, by);
  const allowed = await checkMailLimits(tx, ctx, by, mails);
  if (!allowed.ok) return allowed;
  const lastDay = { gameId: game.id, fromGm, sentAt: { gt: new Date(ctx.now().getTime() - DAY) } };
  const own = await tx.gmMessage.count({ where: { ...lastDay, gmId: game.gmId, accountId: person.id } });
  const { withSeat, withoutSeat, allWithoutSeat, firstOfAllWithoutSeat } = MESSAGES_A_DAY;
  const most = fromGm ? MESSAGES_A_DAY.fromGm : isSeated ? withSeat : withoutSeat;
  if (own >= most) return tooMany(game, `You can write up to ${most} messages a day to one person`);
  if (!fromGm && !isSeated) {
    const others = await tx.gmMessage.count({ where: { ...lastDay, seatId: null } });
    if (others >= (own === 0 ? firstOfAllWithoutSeat : allWithoutSeat)) {
      return tooMany(game, 'Too many people without a seat have written to the GM today');
    }
  }
  // Only now: refused messages must not use up what the GM can get.
  await countMail(tx, ctx, by, mails);
  return ok(undefined);
}

function tooMany(game: WholeGame, reason: string) {
  return fail('', 'too-many', `${reason} in ${gameNumber(game)}. Try again tomorrow.`);
}
