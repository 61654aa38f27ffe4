import type { AppContext } from '../../context.ts';
import { grouped } from '../../rules/numbers.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { manyLines } from '../../text/typed-text.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import type { PlayerSeat } from '../game/player-seat.ts';

/*
 * What players note for themselves about a game. Notes belong to the account that wrote them, so that a later player of
 * the seat cannot read them. No one else knows that there are any, so nothing is logged.
 */

/** The maximum number of characters in the notes on a game. */
export const MAX_NOTES = 4000;

/** The notes that the player of a seat has written about the game; '' if there are none. Only for that player. */
export async function ownNotes(ctx: AppContext, { game, seat }: PlayerSeat): Promise<string> {
  if (seat.accountId === null) return '';
  const where = { gameId_accountId: { gameId: game.id, accountId: seat.accountId } };
  return (await ctx.db.prisma.privateNotes.findUnique({ where }))?.text ?? '';
}

/** Cleans notes as they were typed. Problem: `too-long`. */
export function cleanNotes(text: string): Result<string> {
  const cleaned = manyLines(text);
  const length = [...cleaned].length;
  if (length <= MAX_NOTES) return ok(cleaned);
  const message = `Notes can have at most ${grouped(MAX_NOTES)} characters. Yours have ${grouped(length)}.`;
  return fail('text', 'too-long', message);
}

/**
 * Saves what an account notes about a game in which it has a seat, in place of its earlier notes. Blank notes are
 * deleted. This is possible before the game begins and after it is over, too.
 * Problems: `not-seated`, `too-long`.
 */
export async function saveNotes(
  ctx: AppContext,
  { gameId, by, text }: { gameId: string; by: number; text: string },
): Promise<Result<void>> {
  const notes = cleanNotes(text);
  if (!notes.ok) return notes;
  return inTransaction(ctx, async (tx) => {
    // Under this lock the account keeps its seat: an account that is being deleted frees its seats first.
    const game = await lockGame(tx, gameId);
    if (!game?.seats.some(({ accountId }) => accountId === by)) {
      return fail('', 'not-seated', 'You have no seat in this game.');
    }
    const key = { gameId, accountId: by };
    if (notes.value === '') {
      await tx.privateNotes.deleteMany({ where: key });
      return ok(undefined);
    }
    const written = { text: notes.value, savedAt: ctx.now() };
    await tx.privateNotes.upsert({
      where: { gameId_accountId: key },
      create: { ...key, ...written },
      update: written,
    });
    return ok(undefined);
  });
}
