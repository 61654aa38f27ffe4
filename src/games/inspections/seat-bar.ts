import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame } from '../game/game-store.ts';

/**
 * Checks that an account has seen nothing of a game that only its GM may see. One that has can never get a seat in it.
 * Callers must have locked the game. Problem: `inspected`.
 * @param field the form field that the problem belongs to
 */
export async function checkNotInspected(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
  accountId: number,
  field: string,
): Promise<Result<void>> {
  const seen = await tx.inspection.count({ where: { gameId: game.id, accountId } });
  if (seen === 0) return ok(undefined);
  const message =
    'As the GM you have previewed or rolled back a turn, opened a paper sheet or advance orders on paper, printed a printout for the post, entered an e-mail address for a player without one, read a held press release, or written questions. So you know what players may not know, and you can never have a seat in this game.';
  return fail(field, 'inspected', message);
}
