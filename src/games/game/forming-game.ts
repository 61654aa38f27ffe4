import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { lockGame, type WholeGame } from './game-store.ts';

/** The locked game, if `by` is its GM and it has not begun. */
export async function formingGame(tx: Tx, gameId: string, by: number): Promise<Result<WholeGame>> {
  const game = await lockGame(tx, gameId);
  if (!game) return fail('', 'unknown-game', 'There is no such game.');
  if (game.gmId !== by) return fail('', 'not-gm', 'Only the GM of the game can do this.');
  if (game.status !== 'forming') return fail('', 'begun', 'The game has begun; its seats are settled.');
  return ok(game);
}
