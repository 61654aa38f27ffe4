import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import { type Downtime, downtimeHours, hasEnded } from '../../games/schedule/downtimes.ts';
import { gamesWithDatesIn, putOffGame } from '../../games/schedule/put-off.ts';
import { counted } from '../../rules/numbers.ts';

/**
 * Puts off the dates of all games that passed during a downtime, each game in a transaction of its own, so that one that
 * fails does not keep the others waiting. Does nothing if the downtime ends in the future: then the clock by which it was
 * recorded has been set right, and the next heartbeat corrects it. Safe to call again.
 * @returns how many games have new dates
 * @throws AggregateError if games failed, after all others are done
 */
export async function putOffDates(ctx: AppContext, downtime: Downtime): Promise<number> {
  if (downtimeHours(ctx) === 0) return 0;
  let count = 0;
  const errors: unknown[] = [];
  for (const gameId of await gamesWithDatesIn(ctx.db.prisma, downtime)) {
    try {
      if (await putOffIfEnded(ctx, gameId, downtime)) count += 1;
    } catch (error) {
      ctx.log.error({ err: error, gameId }, 'the dates of a game could not be put off');
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `The dates of ${counted(errors.length, 'game')} could not be put off.`);
  }
  return count;
}

async function putOffIfEnded(ctx: AppContext, gameId: string, downtime: Downtime): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (await hasEnded(tx, ctx, downtime)) return putOffGame(tx, ctx, gameId, downtime);
    ctx.log.warn({ ...downtime, gameId }, 'a downtime ends in the future, so a date in it is not put off');
    return false;
  });
}
