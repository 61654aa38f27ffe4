import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { cleanNotes } from '../notes/private-notes.ts';

/**
 * Saves what a player notes about a practice game, in place of earlier notes. They are kept and deleted with the game, and
 * belong to an account as soon as the game does. Problems: `too-long`, `unknown-game`.
 */
export async function savePracticeNotes(
  ctx: AppContext,
  { playerId, gameId, text }: { playerId: string; gameId: string; text: string },
): Promise<Result<void>> {
  const notes = cleanNotes(text);
  if (!notes.ok) return notes;
  const where = { id: gameId, playerId };
  const { count } = await ctx.db.prisma.practiceGame.updateMany({ where, data: { notes: notes.value } });
  return count > 0 ? ok(undefined) : fail('', 'unknown-game', 'You have no such practice game.');
}
