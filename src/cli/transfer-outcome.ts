import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { isOutcomeUnknown } from '../database/failures.ts';
import { parseGameNumber } from '../games/game/game-number.ts';
import { inTransaction } from '../games/game/game-store.ts';

/** Whether a game has moved after its transfer failed; `unknown` if the database cannot tell. */
export type TransferOutcome = 'moved' | 'stays' | 'unknown';

/** How often the database is asked, and how many milliseconds pass between. */
const ASKED = 5;
const PAUSE = 2_000;

/**
 * Finds out whether a game has moved although its transfer failed: the connection may have broken when the database had
 * committed it. Waits some seconds for a database that is away.
 */
export async function transferOutcome(
  ctx: AppContext,
  number: string,
  error: unknown,
): Promise<TransferOutcome> {
  if (!isOutcomeUnknown(error)) return 'stays';
  for (let asked = 1; ; asked += 1) {
    try {
      return (await hasMoved(ctx, number)) ? 'moved' : 'stays';
    } catch (failure) {
      ctx.log.debug({ err: failure }, 'could not see whether the game has moved');
      if (asked === ASKED) return 'unknown';
      await sleep(PAUSE);
    }
  }
}

/** Locks the game, because the database may still be busy with the transaction whose connection broke. */
async function hasMoved(ctx: AppContext, number: string): Promise<boolean> {
  const { prefix = '', serial = 0 } = parseGameNumber(number) ?? {};
  const games = await inTransaction(
    ctx,
    (tx) => tx.$queryRaw<{ moved: boolean }[]>`
      SELECT "transferredOutAt" IS NOT NULL AS "moved" FROM "Game"
      WHERE "prefix" = ${prefix} AND "serial" = ${serial} FOR UPDATE`,
  );
  return games[0]?.moved === true;
}
