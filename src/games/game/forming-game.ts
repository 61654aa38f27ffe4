import type { Tx } from '../../database/client.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { lockGame, type WholeGame } from './game-store.ts';

/** The locked game, if `by` is its GM and it has not begun. */
export async function formingGame(tx: Tx, gameId: string, by: number): Promise<Result<WholeGame>> {
  const game = await lockGame(tx, gameId);
  if (!game) return refused('', 'unknown-game', 'There is no such game.');
  if (game.gmId !== by) return refused('', 'not-gm', 'Only the GM of the game can do this.');
  if (game.status !== 'forming') return refused('', 'begun', 'The game has begun; its seats are settled.');
  return good(game);
}
