import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { gameNumber } from '../game/game-number.ts';
import { NotAllowed } from '../game/game-ruleset.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { lockWholeGame } from '../game/whole-game-rows.ts';

/** Which turn someone wants to process, and who. */
export interface ProcessingRequest {
  gameId: string;
  /** The turn that the caller means. Nothing is done if another one is open. */
  turn: number;
  /** The GM's account; null if the server does it. */
  by: number | null;
}

/** Why a turn was not processed. Nothing was done. */
export type NotProcessed =
  /** The turn has been processed before: a second click, a second worker, a retry. */
  | { kind: 'already' }
  /** There is no such game, it is not running, or that turn is not open yet. */
  | { kind: 'not-running' }
  /** The GM has paused the game, or it has moved to another server. */
  | { kind: 'paused' };

/**
 * Does something with a game's open turn in one transaction under the lock of the game's row, if that turn is open and
 * may be processed now.
 * @throws NotAllowed if `by` is an account that does not run the game
 */
export async function withOpenTurn<T>(
  ctx: AppContext,
  request: ProcessingRequest,
  work: (tx: Tx, game: WholeGame) => Promise<T>,
): Promise<T | NotProcessed> {
  const { gameId, turn, by } = request;
  return inTransaction(ctx, async (tx) => {
    const game = await lockWholeGame(tx, gameId);
    if (!game) return { kind: 'not-running' };
    if (by !== null && by !== game.gmId) {
      throw new NotAllowed(`Account ${by} does not run ${gameNumber(game)}.`);
    }
    return notOpen(game, turn) ?? work(tx, game);
  });
}

function notOpen(game: WholeGame, turn: number): NotProcessed | null {
  if (game.begunAt && turn >= 1 && turn < game.turn) return { kind: 'already' };
  if (game.status !== 'running' || game.turn !== turn) return { kind: 'not-running' };
  // A game that has moved to another server continues there.
  return game.pausedAt === null && game.transferredOutAt === null ? null : { kind: 'paused' };
}
