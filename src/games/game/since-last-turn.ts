import type { Tx } from '../../database/client.ts';
import { NOT_ROLLED_BACK, type WholeGame } from './game-store.ts';

/**
 * Selects records (of a time and of the turn that was open) that the next printouts announce: those since the last turn in
 * force was processed. What was printed after a turn that was rolled back is selected, too. Null while no turn is in force.
 */
export async function sinceLastTurn(tx: Tx, game: WholeGame) {
  const last = await tx.turn.findFirst({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { turn: true, processedAt: true },
    orderBy: { turn: 'desc' },
  });
  if (!last) return null;
  // In the millisecond in which the turn was processed, what happened while it was open happened before.
  const { turn, processedAt } = last;
  return { OR: [{ at: { gt: processedAt } }, { at: processedAt, turn: { gt: turn } }] };
}
