import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { rememberNumber } from './free-number.ts';
import { gameNumber, parseGameNumber } from './game-number.ts';
import { inTransaction, lockGame } from './game-store.ts';

/** The states of a game that can be deleted: nobody plays it. Nor does anyone play the copy of a game that moved away. */
const ENDED = ['over', 'abandoned', 'forming'];

/** What was deleted. */
export interface Deleted {
  title: string;
  /** Whether the game itself had moved to another server. */
  isCopy: boolean;
}

/**
 * Deletes a game with everything about it, for the operator: turns, sheets, printouts, letters and mail. It cannot be undone.
 * No other game gets its number. Of a game that moved to another server, only the copy that stayed behind is deleted.
 * @param evenIfRunning for a game that was deleted before and that a restore has brought back as it was before it ended
 * Problems: `unknown-game`, `running` (abandon it first).
 */
export async function deleteGame(
  ctx: AppContext,
  number: string,
  { evenIfRunning = false }: { evenIfRunning?: boolean } = {},
): Promise<Result<Deleted>> {
  return inTransaction(ctx, async (tx) => {
    const parts = parseGameNumber(number);
    const known =
      parts && (await tx.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } }));
    const game = known && (await lockGame(tx, known.id));
    if (!game) return fail('', 'unknown-game', `There is no game ${number} on this server.`);
    if (!evenIfRunning && !ENDED.includes(game.status) && game.transferredOutAt === null) {
      return fail('', 'running', `${gameNumber(game)} is running. Its GM can abandon it on the GM page.`);
    }
    await tx.game.delete({ where: { id: game.id } });
    await rememberNumber(tx, game);
    ctx.log.warn({ game: gameNumber(game) }, 'a game was deleted');
    return ok({ title: game.title, isCopy: game.transferredOutAt !== null });
  });
}
