import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { awayLines } from '../schedule/absences-view.ts';
import { nextDueDate } from '../schedule/next-due-date.ts';
import { type DueAdvanceOrders, dueAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import type { OpenTurn } from './open-turn.ts';

/** What is known of the next turn before it opens; the printouts before it say so. */
export interface NextTurn {
  due: Date | null;
  /** Announced absences, a line each. */
  away: string[];
  advanceOrders: DueAdvanceOrders[];
}

/** After the last turn of a game there is no next one. */
export const NO_NEXT_TURN: NextTurn = { due: null, away: [], advanceOrders: [] };

/**
 * Works out the next turn of a locked game. Attendance at the open turn must have been recorded: absences of players
 * who are about to be replaced do not move the due date.
 * @param opening.state the state in which the next turn opens
 * @param opening.stored what is stored about the open turn
 */
export async function prepareNextTurn(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { state, stored }: { state: unknown; stored: OpenTurn },
): Promise<NextTurn> {
  const { hasAbsences, hasAdvanceOrders } = stored;
  return {
    due: await nextDueDate(tx, ctx, game, { state, hasAbsences }),
    away: hasAbsences ? await awayLines(tx, ctx, game) : [],
    advanceOrders: hasAdvanceOrders ? await dueAdvanceOrders(tx, game, { turn: game.turn + 1, state }) : [],
  };
}
